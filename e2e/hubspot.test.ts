import { afterAll, expect, test } from 'vitest'
import { fakeHubspot } from '../server/test/fakes/hubspot.ts'
import { CrmStore } from '../server/test/fakes/hubspot-objects.ts'
import { openBrowser, startAppServer, watchConsole } from './app-server.ts'
import { callerIn, createTestUser } from './test-user.ts'

const hubspot = await fakeHubspot()
const appServer = await startAppServer(hubspot.environment)
const browser = await openBrowser()
afterAll(async () => {
  await browser.close()
  await appServer.stop()
  await hubspot.stop()
})

test('S1.04 an admin connects HubSpot, maps a field, tries and syncs both ways, undoes a conflict and disconnects', async () => {
  const context = await browser.newContext({ locale: 'en', viewport: { width: 1440, height: 900 } })
  const complaints = watchConsole(context)
  const page = await context.newPage()
  const id = await createTestUser(appServer, context)
  const settings = `${appServer.origin}/en/app/i/${id}/settings/hubspot`
  // A second try finds an empty account.
  hubspot.crm = new CrmStore()
  const valid = hubspot.refreshTokens.size
  const record = hubspot.crm.create('contacts', {
    properties: { email: 'ada@shop.example', firstname: 'Ada', lastname: 'Byron', phone: '1' },
  })
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const status = (text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()

  await page.goto(`${appServer.origin}/en/app/i/${id}/settings/general`)
  await page.getByRole('link', { name: 'HubSpot', exact: true }).click()
  await press('Connect HubSpot')
  await page.getByRole('link', { name: 'Connect app' }).click()
  await page.getByText('shop.example').first().waitFor()
  expect(new URL(page.url()).search).toBe('')

  await page.getByLabel('Rule, row 4').selectOption('HubSpot wins')
  await press('Save mapping')
  await page.getByText('Mapping saved', { exact: true }).waitFor()
  await press('Dry run')
  await status('Dry run finished')
  expect(hubspot.crm.all('contacts').size).toBe(1)
  await press('Sync now')
  await status('Sync finished')
  await page.getByRole('switch', { name: 'Add notes to contacts' }).click()
  await page.getByRole('switch', { name: 'Create tickets' }).click()
  await page.getByText('Reconnect HubSpot to allow Ozvi to create tickets.').waitFor()
  await page.getByRole('button', { name: 'Reconnect', exact: true }).click()
  await page.getByRole('link', { name: 'Connect app' }).click()
  await page.getByRole('switch', { name: 'Create tickets' }).waitFor()
  await expect.poll(() => page.getByRole('switch', { name: 'Create tickets' }).isChecked()).toBe(true)
  await expect.poll(() => page.getByRole('button', { name: 'Reconnect', exact: true }).count()).toBe(0)
  await page.getByRole('link', { name: 'Ada Byron' }).click()
  await page.getByRole('heading', { level: 1, name: 'Ada Byron' }).waitFor()
  const contact_id = new URL(page.url()).pathname.split('/').at(-1)

  // Both sides change the phone number; here a city is added.
  hubspot.crm.update('contacts', record.id, { phone: '2' })
  const call = callerIn(appServer, context)
  await call('PUT', `/api/integration/${id}/contact/${contact_id}`, { phone: '3', city: 'Nitra' })
  await page.goto(settings)
  await press('Sync now')
  await page.getByText('Conflict', { exact: true }).first().waitFor()
  await expect.poll(() => record.properties['city']).toBe('Nitra')
  const conflict = page.getByRole('listitem').filter({ hasText: 'updated in Ozvi' }).first()
  await conflict.getByText('Phone:').waitFor()
  await conflict.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone').first().waitFor()
  expect(record.properties['phone']).toBe('2')

  await page.getByRole('button', { name: 'Disconnect', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await page.getByText('Not connected').waitFor()
  await expect.poll(() => hubspot.refreshTokens.size).toBe(valid)
  expect(complaints).toEqual([])
  await context.close()
})
