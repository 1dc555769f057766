import { afterAll, beforeEach, expect, test } from 'vitest'
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
beforeEach(() => {
  hubspot.crm = new CrmStore()
})

test('S1.04 an admin connects HubSpot, maps a field, does a dry run, syncs both ways, undoes a conflict and disconnects', async () => {
  const context = await browser.newContext({ locale: 'en', viewport: { width: 1440, height: 900 } })
  const complaints = watchConsole(context)
  const page = await context.newPage()
  const id = await createTestUser(appServer, context)
  const settings = `${appServer.origin}/en/app/i/${id}/settings/hubspot`
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

  // Both sides change the phone number; here a city is added too.
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
}, 240_000)

test(
  'S1.04 HubSpot properties are chosen, shown with a contact, and used in a scenario that updates HubSpot',
  { timeout: 120_000 },
  async () => {
    const context = await browser.newContext({ locale: 'en', viewport: { width: 900, height: 900 } })
    const complaints = watchConsole(context)
    const page = await context.newPage()
    const id = await createTestUser(appServer, context)
    const call = callerIn(appServer, context)
    const email = `ada-${crypto.randomUUID()}@shop.example`
    hubspot.crm.create('contacts', {
      properties: { email, firstname: 'Ada', lastname: 'Byron', lifecyclestage: 'customer', vip: 'true' },
    })
    await page.goto(`${appServer.origin}/en/app/i/${id}/settings/hubspot`)
    await page.getByRole('button', { name: 'Connect HubSpot', exact: true }).click()
    await page.getByRole('link', { name: 'Connect app' }).click()

    const search = page.getByRole('searchbox', { name: 'Search properties' })
    for (const name of ['Lifecycle', 'vip']) {
      await search.fill(name)
      await page.getByRole('group', { name: 'Properties in contacts' }).getByRole('checkbox').check()
    }
    await page.getByText('2 of 20 chosen').waitFor()
    await page.getByRole('button', { name: 'Save properties' }).click()
    await page.getByText('Properties saved', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Dry run', exact: true }).click()
    await page.getByRole('status').filter({ hasText: 'Dry run finished' }).waitFor()
    await page.getByRole('button', { name: 'Sync now', exact: true }).click()
    await page.getByRole('link', { name: 'Ada Byron' }).click()
    const section = page.getByRole('region', { name: 'HubSpot' })
    await section.getByText('Customer', { exact: true }).waitFor()
    await section.getByText('Yes', { exact: true }).waitFor()

    const scenario_id = crypto.randomUUID()
    const condition = {
      subject: 'contact',
      name: 'hubspot.lifecyclestage',
      operator: 'is',
      value: 'customer',
    }
    await call('PUT', `/api/integration/${id}/scenario/${scenario_id}`, {
      name: 'Customers',
      flow: {
        trigger: { kind: 'manual' },
        audience: { conditions: [condition] },
        locales: ['en'],
        start_step_id: null,
        steps: [],
      },
    })
    await page.goto(`${appServer.origin}/en/app/i/${id}/scenario/${scenario_id}`)
    await page.getByRole('button', { name: 'Add step' }).click()
    await page.getByRole('menuitem', { name: 'Update contact in HubSpot' }).click()
    await page.getByRole('button', { name: /^1\.\s*Update contact/ }).click()
    const panel = page.getByRole('dialog')
    await panel.getByLabel('HubSpot property 1').selectOption('Job title')
    await panel.getByLabel('Value of property 1').fill('Buyer')
    await panel.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    await panel.getByRole('button', { name: 'Start test' }).click()
    await panel.getByText('Updates the contact in HubSpot: jobtitle = Buyer').waitFor()
    await panel.getByRole('button', { name: 'Close' }).click()

    // Without the property, the condition is a problem.
    await call('PUT', `/api/integration/${id}/hubspot/properties`, { properties: ['vip'] })
    await page.getByRole('button', { name: /problems?$/ }).click()
    await page.getByText('Uses a HubSpot property that isn’t chosen in the settings.').waitFor()
    expect(complaints).toEqual([])
    await context.close()
  },
)
