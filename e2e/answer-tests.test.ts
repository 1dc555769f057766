import { afterAll, expect, test } from 'vitest'
import { openBrowser, watchConsole } from './app-server.ts'
import { commonAppServer } from './common-app-server.ts'
import { callerIn, createTestUser } from './test-user.ts'

const appServer = commonAppServer()
const browser = await openBrowser()
afterAll(() => browser.close())

test('tests are pasted, run with live progress, and each number opens its list', async () => {
  const context = await browser.newContext({ locale: 'en', viewport: { width: 1440, height: 900 } })
  const complaints = watchConsole(context)
  const page = await context.newPage()
  const integration_id = await createTestUser(appServer, context)
  const sources = `/api/integration/${integration_id}/data-source`
  const id = crypto.randomUUID()
  await callerIn(appServer, context)('POST', `${sources}/text`, {
    id,
    name: 'Returns',
    body: 'You can return goods within 45 days of delivery.',
  })
  // Tests also run by themselves when the content has changed: this run and the one that is started below may overlap.
  const isIndexed = async () => {
    const source = await context.request.get(`${appServer.origin}${sources}/${id}`, {
      headers: { accept: 'application/json' },
    })
    return (await source.text()).includes('"ready"')
  }
  await expect.poll(isIndexed).toBe(true)
  await page.goto(`${appServer.origin}/en/app/i/${integration_id}/settings/answer-tests`)
  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByLabel('Paste cells')
    .fill(
      'Question\tText\nHow many days do I have to return goods?\twithin 45 days\nHow many days can goods be returned?\twithin 10 days\nEmpty?\t\n',
    )
  await dialog.getByRole('button', { name: 'Check rows' }).click()
  await dialog.getByText('Row 4: a page or a text is missing').waitFor()
  await dialog.getByRole('button', { name: 'Import 2 tests' }).click()
  await page.getByText('2 tests imported', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Run tests' }).click()
  await page.getByText('1 of 2 passed').waitFor()
  await page.getByText('Failed 1', { exact: true }).click()
  const rows = page.getByRole('table', { name: 'Tests' }).getByRole('row')
  await rows.getByText('the expected words are missing').waitFor()
  await expect.poll(() => rows.count()).toBe(2) // with the header
  await page.getByText('Passed 1', { exact: true }).click()
  await rows.getByText('You can return goods within 45 days').waitFor()
  await expect.poll(() => rows.count()).toBe(2)
  expect(complaints).toEqual([])
})
