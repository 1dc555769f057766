import { readFile } from 'node:fs/promises'
import type { BrowserContext } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { openBrowser, watchConsole } from './app-server.ts'
import { commonAppServer } from './common-app-server.ts'
import { callAsVisitor, createTestUser, publicKeyOf } from './test-user.ts'

const appServer = commonAppServer()
const browser = await openBrowser()
afterAll(() => browser.close())

/** A workspace with a conversation in each language. */
async function openWorkspace(): Promise<{ context: BrowserContext; origin: string; complaints: string[] }> {
  const context = await browser.newContext({ locale: 'en', viewport: { width: 1440, height: 900 } })
  const complaints = watchConsole(context)
  const id = await createTestUser(appServer, context)
  const public_key = await publicKeyOf(appServer, context, id)
  const { token } = await callAsVisitor<{ token: string }>(appServer, 'POST', 'session', {
    public_key,
    host_origin: appServer.origin,
    locale: 'en',
  })
  for (const locale of ['en', 'sk', 'sk'])
    await callAsVisitor(
      appServer,
      'POST',
      `conversation/${crypto.randomUUID()}/message`,
      { id: crypto.randomUUID(), body: 'Are you open on Sunday?', locale },
      token,
    )
  return { context, origin: `${appServer.origin}/en/app/i/${id}`, complaints }
}

test('S2.03 the dashboard’s chart switches metrics, works by pointer and keyboard, and opens a day', async () => {
  const { context, origin, complaints } = await openWorkspace()
  const page = await context.newPage()
  await page.goto(origin)
  const days = page.getByRole('group', { name: 'Conversations by day' }).getByRole('button')
  await days.last().hover()
  await page.getByText(/^\w{3} \w{3} \d+, \d{4}$/).waitFor()
  await days.last().focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  const list = page.getByRole('dialog', { name: 'Conversations' })
  await list.getByText('3 conversations', { exact: true }).waitFor()
  expect(await list.getByRole('listitem').count()).toBe(3)
  await list.getByRole('button', { name: 'Close' }).click()
  await page.getByText('First reply', { exact: true }).click()
  await page.getByRole('group', { name: 'First reply by day' }).waitFor()
  expect(new URL(page.url()).searchParams.get('chart')).toBe('first_reply')
  await page.getByText('Table', { exact: true }).click()
  await page.getByRole('table', { name: 'First reply by day' }).waitFor()
  expect(complaints).toEqual([])
})

test('a report is filtered, links numbers to conversations, survives a reload and is exported', async () => {
  const { context, origin, complaints } = await openWorkspace()
  const page = await context.newPage()
  await page.goto(origin)
  await page.getByRole('link', { name: 'Reports' }).click()
  await page.getByLabel('Break down by').selectOption('locale')
  await page.getByRole('button', { name: 'Slovak: Conversations, 2' }).click()
  const list = page.getByRole('dialog', { name: 'Conversations' })
  await list.getByText('2 conversations', { exact: true }).waitFor()
  expect(await list.getByRole('listitem').count()).toBe(2)
  await list.getByRole('button', { name: 'Close' }).click()
  await page.getByLabel(/^Language/).selectOption('en')
  await page.getByRole('button', { name: 'Slovak: Conversations, 2' }).waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('button', { name: 'English: Conversations, 1' }).waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('report.csv')
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
  expect(lines.slice(1)).toEqual([expect.stringMatching(/^"en","1","0",/)])
  expect(complaints).toEqual([])
})
