import { afterAll, expect, test } from 'vitest'
import { openBrowser, watchConsole } from './app-server.ts'
import { commonAppServer } from './common-app-server.ts'
import { callerIn, createTestUser } from './test-user.ts'

const appServer = commonAppServer()
const browser = await openBrowser()
afterAll(() => browser.close())

const flow = {
  trigger: { kind: 'conversation_started' },
  locales: ['en'],
  variables: [{ name: 'email', type: 'text' }],
  start_step_id: 'email',
  steps: [
    {
      id: 'email',
      kind: 'question',
      text: { en: 'Your email?' },
      answer: 'email',
      save_as: { variable: 'email' },
      next: 'topic',
      fallback: 'person',
    },
    {
      id: 'topic',
      kind: 'buttons',
      text: { en: 'What is it about?' },
      buttons: [
        { id: 'order', text: { en: 'My order' }, next: 'person' },
        { id: 'other', text: { en: 'Something else' }, next: 'bye' },
      ],
    },
    { id: 'person', kind: 'hand_over', reason: '{{email}}' },
    { id: 'bye', kind: 'end' },
  ],
}

test(
  'in the test of a draft, an invalid email is asked for again and a button continues; saved, it blocks a draft that ends otherwise',
  { timeout: 60_000 },
  async () => {
    const context = await browser.newContext({ locale: 'en', viewport: { width: 390, height: 900 } })
    const complaints = watchConsole(context)
    const id = await createTestUser(appServer, context)
    const call = callerIn(appServer, context)
    const scenario_id = crypto.randomUUID()
    await call('PUT', `/api/integration/${id}/scenario/${scenario_id}`, { name: 'Order', flow })
    const page = await context.newPage()
    await page.goto(`${appServer.origin}/en/app/i/${id}/scenario/${scenario_id}`)
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    await page.getByText('Customer and circumstances').click()
    const hours = page.getByLabel('Opening hours')
    expect(await hours.inputValue()).toBe('scheduled')
    await page.getByText(/^Times are in [A-Z]/).waitFor()
    await page.getByRole('button', { name: 'Start test' }).click()
    const chat = page.frameLocator('iframe[title="Test chat"]')
    await chat.locator('.theirs').getByText('Your email?').waitFor()
    const write = async (words: string) => {
      await chat.locator('textarea').fill(words)
      await chat.locator('.composer button').last().click()
    }
    await write('eva')
    await chat.getByText('This doesn’t look like an email address.').waitFor()
    await write('eva@example.com')
    await chat.getByRole('button', { name: 'My order' }).click()
    await chat.locator('.hand-over').waitFor()
    await page.getByRole('status').getByText('Handed over').waitFor()
    await page.getByRole('list', { name: 'What the scenario does' }).getByText('eva@example.com').waitFor()
    await page.getByLabel('Test name').fill('Order')
    await page.getByRole('button', { name: 'Save test' }).click()
    await page.getByText('Saved as “Order”.').waitFor()
    const close = page.getByRole('dialog').getByRole('button', { name: 'Close' }).first()
    await close.click()
    // The saved test fails once its button leads elsewhere, and the draft can’t be published.
    await page.getByRole('button', { name: /^2\.\s*Buttons/ }).click()
    await page.getByLabel('My order', { exact: true }).selectOption('bye')
    await close.click()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('1 saved test fails.').waitFor()
    await page.getByRole('button', { name: 'View tests' }).click()
    const saved = page.getByRole('region', { name: 'Saved tests' })
    await saved.getByText('Expected: Handed over. Now: Completed.').waitFor()
    await saved.getByRole('button', { name: 'More actions: Order' }).click()
    await page.getByRole('menuitem', { name: 'Accept new result' }).click()
    await saved.getByText('Order: passes').waitFor()
    expect(complaints).toEqual([])
    await context.close()
  },
)
