import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { openBrowser, watchConsole } from './app-server.ts'
import { commonAppServer } from './common-app-server.ts'
import { callerIn, createTestUser, publicKeyOf } from './test-user.ts'

const appServer = commonAppServer()
const browser = await openBrowser()
afterAll(() => browser.close())

const flowWith = (tag_id: string) => ({
  trigger: { kind: 'manual' },
  locales: ['en'],
  start_step_id: 'tag',
  steps: [
    { id: 'tag', kind: 'add_tags', tag_ids: [tag_id], next: 'menu' },
    {
      id: 'menu',
      kind: 'buttons',
      text: { en: 'Is it about an order?' },
      buttons: [{ id: 'yes', text: { en: 'Yes, please' }, next: 'team' }],
    },
    { id: 'team', kind: 'hand_over', reason: 'An order' },
  ],
})
async function saveRule(page: Page, name: string, action: string) {
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByRole('button', { name: 'Add action' }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText(`Rule “${name}” saved`, { exact: true }).waitFor()
}

test(
  'a rule starts a scenario, whose tag triggers another rule; a teammate starts the scenario again from the inbox',
  { timeout: 120_000 },
  async () => {
    const context = await browser.newContext({ locale: 'en', viewport: { width: 1440, height: 900 } })
    const complaints = watchConsole(context)
    const id = await createTestUser(appServer, context)
    const key = await publicKeyOf(appServer, context, id)
    const call = callerIn(appServer, context)
    const tag = await call('POST', `/api/integration/${id}/tag`, { name: 'Orders' })
    const scenario = `/api/integration/${id}/scenario/${crypto.randomUUID()}`
    await call('PUT', scenario, { name: 'Order help', flow: flowWith(tag.data.id) })
    await call('POST', `${scenario}/publish`, {})

    const page = await context.newPage()
    await page.goto(`${appServer.origin}/en/app/i/${id}/settings/rules/new`)
    await page.getByRole('button', { name: 'Add condition' }).click()
    await page.getByRole('menuitem', { name: 'Message contains any of these words' }).click()
    await page.getByRole('textbox', { name: 'Message contains any of these words' }).fill('order')
    await saveRule(page, 'Start order help', 'Start scenario')
    await page.goto(`${appServer.origin}/en/app/i/${id}/settings/rules/new`)
    await page.getByLabel('Trigger', { exact: true }).selectOption({ label: 'Tag added' })
    await saveRule(page, 'Orders first', 'Set priority')

    const shop = await browser.newContext({ locale: 'en', viewport: { width: 390, height: 844 } })
    const shopComplaints = watchConsole(shop)
    const visit = await shop.newPage()
    await visit.goto(`${appServer.origin}/en/preview?key=${key}`)
    const site = visit.frameLocator('iframe')
    await site.locator('#ozvi .launcher').click()
    const panel = site.frameLocator('iframe')
    await panel.locator('.ask').click()
    await panel.locator('textarea').fill('Where is my order?')
    await panel.locator('textarea').press('Enter')
    const question = panel.getByText('Is it about an order?')
    await question.waitFor()
    await panel.getByRole('button', { name: 'Yes, please' }).click()
    await panel.locator('.hand-over').waitFor()

    await page.goto(`${appServer.origin}/en/app/i/${id}/conversation?view=all`)
    await page
      .getByRole('link', { name: /Visitor/ })
      .first()
      .click()
    await page.getByText('Rule “Orders first” set the priority to High').first().waitFor()
    await page.getByText('Scenario “Order help” ended with a handover').first().waitFor()
    await page.locator('body').press('o')
    await page
      .getByRole('dialog', { name: 'Start a scenario' })
      .getByRole('button', { name: 'Order help' })
      .click()
    await page.getByText('You started scenario “Order help”').first().waitFor()
    await expect.poll(() => question.count()).toBe(2)
    expect([...complaints, ...shopComplaints]).toEqual([])
    await shop.close()
    await context.close()
  },
)
