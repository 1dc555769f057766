import { afterAll, expect, test } from 'vitest'
import { fakeHubspot } from '../server/test/fakes/hubspot.ts'
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

test(
  'S1.04 HubSpot properties are chosen, shown with a contact, and used in a scenario that updates HubSpot',
  { timeout: 60_000 },
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

    // Deselected, the property of the condition is a problem.
    await call('PUT', `/api/integration/${id}/hubspot/properties`, { properties: ['vip'] })
    await page.getByRole('button', { name: /problems?$/ }).click()
    await page.getByText('Uses a HubSpot property that isn’t chosen in the settings.').waitFor()
    expect(complaints).toEqual([])
    await context.close()
  },
)
