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
  start_step_id: 'topic',
  steps: [
    {
      id: 'topic',
      kind: 'buttons',
      title: 'Topic',
      text: { en: 'What is it about?' },
      buttons: [
        { id: 'order', text: { en: 'My order' }, next: 'number' },
        { id: 'other', text: { en: 'Something else' }, next: 'bye' },
      ],
    },
    {
      id: 'number',
      kind: 'question',
      text: { en: 'Which order number?' },
      answer: 'number',
      next: 'more',
    },
    { id: 'more', kind: 'question', title: 'More', text: { en: 'Anything else?' }, next: 'bye' },
    { id: 'bye', kind: 'hand_over', reason: 'An order to look up' },
  ],
}

test(
  'a visitor chooses a button of a scenario, a teammate sees its step, pauses it with a reply and resumes it',
  { timeout: 120_000 },
  async () => {
    const context = await browser.newContext({ locale: 'en', viewport: { width: 1440, height: 900 } })
    const complaints = watchConsole(context)
    const id = await createTestUser(appServer, context)
    const call = callerIn(appServer, context)
    const scenario = `/api/integration/${id}/scenario/${crypto.randomUUID()}`
    await call('PUT', scenario, { name: 'Welcome', flow })
    await call('POST', `${scenario}/publish`, {})
    const reply = await context.request.get(`${appServer.origin}/api/integration/${id}`)
    // Returned by every call of the contract.
    const { data } = (await reply.json()) as { data: { public_key: string } }

    const shop = await browser.newContext({ locale: 'en', viewport: { width: 390, height: 844 } })
    const shopComplaints = watchConsole(shop)
    const visit = await shop.newPage()
    await visit.goto(`${appServer.origin}/en/preview?key=${data.public_key}`)
    const site = visit.frameLocator('iframe')
    await site.locator('#ozvi .launcher').click()
    const panel = site.frameLocator('iframe')
    await panel.locator('.ask').click()
    await panel.locator('textarea').fill('Hello')
    await panel.locator('textarea').press('Enter')
    await panel.getByText('What is it about?').waitFor()
    await panel.getByRole('button', { name: 'My order' }).click()
    await panel.getByText('Which order number?').waitFor()
    expect(await panel.getByRole('list', { name: 'Choose a reply' }).count()).toBe(0)

    const page = await context.newPage()
    await page.goto(`${appServer.origin}/en/app/i/${id}/conversation?view=automated`)
    await page.getByText('Welcome · step 2', { exact: true }).waitFor()
    await page.getByText('Which order number?').click()
    await page.getByText('Scenario “Welcome” is replying, at step 2.').waitFor()
    await page.getByText('Scenario “Welcome”', { exact: true }).first().waitFor()
    await page.getByRole('button', { name: 'More actions' }).first().click()
    await page.getByRole('menuitem', { name: 'Start a scenario…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Start a scenario' })
    await dialog.getByText('Scenario “Welcome” is replying, at step 2.').waitFor()
    await page.keyboard.press('Escape')

    await page.getByPlaceholder('Write a reply…').fill('Let me look that up')
    await page.keyboard.press('Control+Enter')
    await panel.getByText('Let me look that up').waitFor()
    await page.getByText('Scenario “Welcome” is replying').waitFor({ state: 'detached' })
    await page.getByText('Scenario “Welcome” is paused at step 2.').waitFor()
    await page.getByRole('button', { name: 'Resume scenario' }).click()
    await page.getByText('Scenario “Welcome” is replying, at step 2.').waitFor()

    await panel.locator('textarea').fill('1234')
    await panel.locator('textarea').press('Enter')
    await page.getByText('Scenario “Welcome” is replying, at “More”.').waitFor()
    await page.getByText('Welcome · More', { exact: true }).waitFor()
    await panel.locator('textarea').fill('No')
    await panel.locator('textarea').press('Enter')
    await page.getByText('An order to look up').first().waitFor()
    await page.getByText('Scenario “Welcome” started').waitFor()
    await page.getByText('You resumed scenario “Welcome”').waitFor()
    await page.getByText('Scenario “Welcome” ended with a handover').waitFor()

    // Its numbers, and a conversation behind one of them.
    await page.goto(`${appServer.origin}/en/app/i/${id}/scenario`)
    await page.getByText('30 days: 1 started, 1 replied, 0 completed, 1 handed over').click()
    const numbers = page.getByRole('complementary', { name: 'Numbers' })
    await page.getByText('1 reached, 0 dropped off').first().waitFor()
    const isStartShown = () =>
      page.evaluate(() => {
        const [start, canvas] = ['.react-flow__node[data-id=_start]', '.react-flow'].map((each) =>
          document.querySelector(each)?.getBoundingClientRect(),
        )
        return !!start && !!canvas && start.left >= canvas.left && start.right <= canvas.right
      })
    await expect.poll(isStartShown).toBe(true)
    await numbers.getByRole('button', { name: 'Handed over: 1', exact: true }).click()
    await numbers.getByRole('link', { name: /#1$/ }).click()
    await page.waitForURL(/\/conversation\//)
    expect([...complaints, ...shopComplaints]).toEqual([])
    await shop.close()
    await context.close()
  },
)
