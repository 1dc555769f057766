import { createHmac } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { addPasskeyDevice, createTestUser, password } from './test-user.ts'
import { commonAppServer } from './common-app-server.ts'
import { openBrowser, watchConsole } from './app-server.ts'

const appServer = commonAppServer()
const browser = await openBrowser()
afterAll(() => browser.close())

/** The code of an authenticator app for a key (RFC 6238), `steps` of half a minute from now. */
function codeOf(key: string, steps = 0): string {
  const bits = [...key.replaceAll(' ', '')].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  const bytes = Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps))
  const mac = createHmac('sha1', bytes).update(counter).digest()
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}
async function signIn(page: Page, email: string) {
  await page.goto(`${appServer.origin}/en/auth`)
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('SEC-02 a session ended from another browser redirects its open page to sign-in immediately', async () => {
  const deskPage = await browser.newContext({ locale: 'en', viewport: { width: 1440, height: 900 } })
  const away = await browser.newContext({ locale: 'sk', viewport: { width: 390, height: 844 } })
  const complaints = [watchConsole(deskPage), watchConsole(away)]
  const email = `eva-${crypto.randomUUID()}@example.com`
  const id = await createTestUser(appServer, deskPage, email)

  // the same person in another browser
  const other = await away.newPage()
  await other.goto(`${appServer.origin}/sk/auth?next=/sk/app/i/${id}`)
  await other.getByLabel('E-mailová adresa').fill(email)
  await other.getByLabel('Heslo', { exact: true }).fill(password)
  await other.getByRole('button', { name: 'Prihlásiť sa' }).click()
  await other.waitForURL(`**/sk/app/i/${id}`)
  await other.getByRole('heading', { level: 1 }).waitFor()
  await other.waitForLoadState('networkidle')

  const page = await deskPage.newPage()
  await page.goto(`${appServer.origin}/en/app/account`)
  const list = page.getByRole('list', { name: 'Active sessions' })
  await expect.poll(() => list.getByRole('listitem').count()).toBe(2)
  await list.getByRole('button', { name: /^Sign out Chrome/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.getByText('You’re signed in only in this browser.').waitFor()
  await other.waitForURL('**/auth?next=**')
  await other.getByRole('button', { name: 'Prihlásiť sa' }).waitFor()
  expect(complaints.flat().filter((complaint) => !complaint.includes('401'))).toEqual([])
  await deskPage.close()
  await away.close()
})

test('SEC-03 two-factor authentication is set up and required, and a recovery code works without the app', async () => {
  const context = await browser.newContext({ locale: 'en', viewport: { width: 1440, height: 900 } })
  const complaints = watchConsole(context)
  const email = `eva-${crypto.randomUUID()}@example.com`
  await createTestUser(appServer, context, email)
  const page = await context.newPage()
  await page.goto(`${appServer.origin}/en/app/account`)
  await page.getByRole('button', { name: 'Set up two-factor authentication' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('img', { name: 'QR code with the setup key' }).waitFor()
  const key = (await dialog.getByLabel('Setup key', { exact: true }).textContent()) ?? ''
  await dialog.getByLabel('Code from the app').fill(codeOf(key))
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  const list = dialog.getByRole('list', { name: 'Recovery codes' })
  await list.waitFor()
  const codes = await list.getByRole('listitem').allTextContents()
  expect(codes.length).toBe(10)
  await dialog.getByRole('button', { name: 'I’ve saved my codes' }).click()
  await page.getByText('10 recovery codes left').waitFor()

  const other = await browser.newContext({ locale: 'en', viewport: { width: 390, height: 844 } })
  const otherPage = await other.newPage()
  await signIn(otherPage, email)
  await otherPage.getByRole('heading', { name: 'Two-factor authentication' }).waitFor()
  await otherPage.getByLabel('Code').fill(codeOf(key, 1))
  await otherPage.getByRole('button', { name: 'Sign in', exact: true }).click()
  await otherPage.waitForURL('**/en/app')
  await other.clearCookies()
  await signIn(otherPage, email)
  await otherPage.getByLabel('Code').fill(codes[0] ?? '')
  await otherPage.getByRole('button', { name: 'Sign in', exact: true }).click()
  await otherPage.waitForURL('**/en/app')
  expect(complaints).toEqual([])
  await context.close()
  await other.close()
})

test('SEC-03 a passkey is created in the browser, signs in on its own, and stops working once removed', async () => {
  const context = await browser.newContext({ locale: 'en', viewport: { width: 1440, height: 900 } })
  const complaints = watchConsole(context)
  await createTestUser(appServer, context)
  const page = await context.newPage()
  await addPasskeyDevice(page)
  await page.goto(`${appServer.origin}/en/app/account`)
  await page.getByRole('button', { name: 'Add passkey' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Laptop')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const keys = page.getByRole('list', { name: 'Passkeys' })
  await keys.getByText('Laptop', { exact: true }).waitFor()
  await dialog.waitFor({ state: 'hidden' })

  const signInByKey = async () => {
    await page.goto(`${appServer.origin}/en/auth/logout`)
    await page.waitForURL(`${appServer.origin}/en/auth`)
    await page.waitForLoadState('networkidle')
    await page.getByRole('button', { name: 'Use a passkey' }).click()
  }
  await signInByKey()
  await page.waitForURL('**/en/app**')
  await page.goto(`${appServer.origin}/en/app/account`)
  await page.getByRole('button', { name: 'Remove “Laptop”' }).click()
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
  expect(await keys.count()).toBe(0)
  await signInByKey()
  await page.getByText('We don’t recognize this passkey, or it took too long. Try again.').waitFor()
  expect(complaints.filter((complaint) => !complaint.includes('422'))).toEqual([])
  await context.close()
})
