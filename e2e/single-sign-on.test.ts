import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { fakeDns } from '../server/test/fakes/dns.ts'
import { openidProvider } from '../server/test/fakes/openid-provider.ts'
import { openBrowser, startAppServer, watchConsole } from './app-server.ts'
import { callerIn, createTestUser, password } from './test-user.ts'

const dns = await fakeDns()
const provider = await openidProvider()
const appServer = await startAppServer({ EGRESS_ALLOW: provider.host, DNS_SERVERS: dns.host })
const browser = await openBrowser()
afterAll(async () => {
  await browser.close()
  await appServer.stop()
  await provider.close()
  dns.close()
})
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test('S2.13 an owner sets up single sign-on, a new teammate signs in, and an account that the policy blocks is linked', async () => {
  const context = await browser.newContext({ locale: 'en', viewport: { width: 1440, height: 900 } })
  const complaints = watchConsole(context)
  const owner = await context.newPage()
  const id = await createTestUser(appServer, context)
  const domain = `${crypto.randomUUID()}.example.com`

  await owner.goto(`${appServer.origin}/en/app/i/${id}/settings/general`)
  await owner.getByRole('link', { name: 'Single sign-on', exact: true }).click()
  await owner.getByLabel('Domain', { exact: true }).fill(domain)
  await press(owner, 'Add domain')
  const token = await owner.getByLabel(`_ozvi.${domain}`).textContent()
  dns.records.set(`_ozvi.${domain}`, [token ?? ''])
  await press(owner, `Verify ${domain}`)
  await owner.getByText('Verified', { exact: true }).waitFor()
  await owner.getByLabel('Issuer').fill(provider.issuer)
  await owner.getByLabel('Client ID').fill(provider.client_id)
  await owner.getByLabel('Client secret').fill(provider.client_secret)
  await owner.getByRole('switch', { name: /^Single sign-on/ }).check()
  await press(owner, 'Save changes')
  await press(owner, 'Test settings')
  await owner.getByText('Everything works so far.').waitFor()

  // Someone new.
  const jana = await (await browser.newContext({ locale: 'en' })).newPage()
  const janaComplaints = watchConsole(jana.context())
  provider.people.set('jana', { email: `jana@${domain}`, email_verified: true, name: 'Jana Malá' })
  provider.subject = 'jana'
  await jana.goto(`${appServer.origin}/en/auth`)
  await jana.getByLabel('Email address').fill(`jana@${domain}`)
  await jana.getByLabel('Password', { exact: true }).focus()
  await press(jana, 'Continue with single sign-on')
  await press(jana, 'Continue')
  await jana.waitForURL(/\/app/)
  await jana.goto(`${appServer.origin}/en/app/i/${id}/users`)
  await jana.getByText('Jana Malá').first().waitFor()

  // A teammate with a password, whom the policy then blocks.
  const known = await browser.newContext({ locale: 'en' })
  await createTestUser(appServer, known, `known@${domain}`, 'Peter Známy')
  const invite = callerIn(appServer, context)
  const invitation = await invite('PUT', '/api/integration/user-invite', {
    email: `known@${domain}`,
    role: 'agent',
  })
  await callerIn(appServer, known)('POST', '/api/invitation/accept', { invitation_id: invitation.data.id })
  await owner.reload()
  await owner.getByRole('switch', { name: /^Require single sign-on/ }).check()
  await press(owner, 'Save changes')
  await owner.getByText('Changes saved', { exact: true }).first().waitFor()

  const peter = await known.newPage()
  provider.people.set('peter', { email: `known@${domain}`, email_verified: true, name: 'Peter' })
  provider.subject = 'peter'
  await peter.goto(`${appServer.origin}/en/app/i/${id}/users`)
  await peter.getByText('This workspace requires single sign-on.').waitFor()
  await press(peter, 'Continue with single sign-on')
  await press(peter, 'Continue')
  await peter.getByRole('heading', { name: 'Confirm your account' }).waitFor()
  expect(new URL(peter.url()).search).toBe('')
  await peter.getByLabel('Password', { exact: true }).fill(password)
  await press(peter, 'Connect and sign in')
  await peter.waitForURL(`**/app/i/${id}/users`)
  await peter.getByText('Peter Známy').first().waitFor()

  // He unlinks the provider on his account page. Without it he can't open the workspace, but leave it.
  const peterComplaints = watchConsole(known)
  await peter.goto(`${appServer.origin}/en/app/account`)
  await peter.getByRole('button', { name: /^Unlink Green Bean/ }).click()
  await press(peter, 'Unlink')
  await peter.getByText('Green Bean unlinked', { exact: true }).waitFor()
  const blocked = peter.getByRole('list', { name: 'Workspaces that require single sign-on' })
  await blocked.getByRole('button', { name: 'Leave Green Bean' }).click()
  await press(peter, 'Leave workspace')
  await blocked.waitFor({ state: 'detached' })
  await peter.goto(`${appServer.origin}/en/app`)
  // His own.
  await peter.getByRole('link', { name: 'Green Bean', exact: true }).first().waitFor()
  expect([...complaints, ...janaComplaints, ...peterComplaints]).toEqual([])
}, 240_000)
