import { afterAll, expect, test, vi } from 'vitest'
import { openBrowser, watchConsole } from './app-server.ts'
import { commonAppServer } from './common-app-server.ts'
import { createTestUser } from './test-user.ts'

const appServer = commonAppServer()
const browser = await openBrowser()
afterAll(() => browser.close())

test(
  'S2.08 S2.09 a scenario is created in the empty list, designed in the outline, tried out and published',
  { timeout: 90_000 },
  async () => {
    const context = await browser.newContext({ locale: 'en', viewport: { width: 900, height: 900 } })
    const complaints = watchConsole(context)
    const id = await createTestUser(appServer, context)
    const list = `${appServer.origin}/en/app/i/${id}/scenario`
    const page = await context.newPage()
    await page.goto(list)
    await page.getByText('No scenarios yet').waitFor()
    await page.getByRole('button', { name: 'New scenario' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Welcome')
    await page.getByRole('dialog').getByRole('button', { name: 'Create scenario' }).click()

    // A message, then the end.
    await page.getByRole('button', { name: 'Add step' }).click()
    await page.getByRole('menuitem', { name: 'Message' }).click()
    await page.getByRole('button', { name: /^1\.\s*Message/ }).click()
    const panel = page.getByRole('dialog')
    await panel.getByLabel('Text (English)').fill('Welcome to the shop')
    await panel.getByLabel('Text (Slovak)').fill('Vitajte v obchode')
    await panel.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Add step', exact: true }).click()
    await page.getByRole('menuitem', { name: 'End' }).click()
    await page.getByRole('button', { name: 'No problems' }).waitFor()

    await page.getByRole('button', { name: 'Test', exact: true }).click()
    await panel.getByRole('button', { name: 'Start test' }).click()
    await panel.frameLocator('iframe').getByText('Welcome to the shop').waitFor()
    await panel.getByText('Completed').waitFor()
    // Saved with the expected end, and run before each publish.
    await panel.getByLabel('Test name').fill('Greets')
    await panel.getByRole('button', { name: 'Save test' }).click()
    await panel.getByRole('heading', { name: 'Saved tests' }).waitFor()
    await panel.getByRole('button', { name: 'Close' }).click()

    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Note').fill('First version')
    await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('Version 1 published', { exact: true }).waitFor()

    // Draft and version come from the server.
    const address = page.url()
    await page.reload()
    expect(page.url()).toBe(address)
    await page.getByRole('list', { name: 'Steps' }).getByText('Welcome to the shop').waitFor()
    await page.getByRole('link', { name: 'Back to scenarios' }).click()
    const row = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Welcome' }) })
    await vi.waitFor(async () => expect(await row.innerText()).toMatch(/Published[^]*Version 1/))
    expect(complaints).toEqual([])
    await page.goto(address)
    await page.getByRole('button', { name: 'More actions: Welcome' }).click()
    await page.getByRole('menuitem', { name: 'Replay past conversations' }).click()
    await panel.getByRole('button', { name: 'Start replay' }).click()
    await panel.getByText('0 conversations done').waitFor()
    await context.close()
  },
)
