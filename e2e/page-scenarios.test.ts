import { afterAll, expect, test } from 'vitest'
import { openBrowser, watchConsole } from './app-server.ts'
import { commonAppServer } from './common-app-server.ts'
import { callerIn, createTestUser } from './test-user.ts'

const appServer = commonAppServer()
const browser = await openBrowser()
afterAll(() => browser.close())

const flow = {
  trigger: { kind: 'manual' },
  locales: ['en', 'sk'],
  start_step_id: 'menu',
  steps: [
    {
      id: 'menu',
      kind: 'buttons',
      text: { en: 'Looking for the right bike?', sk: 'Hľadáte správny bicykel?' },
      buttons: [
        { id: 'yes', text: { en: 'Yes, advise me', sk: 'Áno, poraďte mi' }, next: 'rate' },
        { id: 'no', text: { en: 'Just looking', sk: 'Len si prezerám' }, next: 'bye' },
      ],
    },
    {
      id: 'rate',
      kind: 'question',
      text: { en: 'How much do you ride?', sk: 'Ako často jazdíte?' },
      answer: 'rating',
      next: 'thanks',
    },
    { id: 'thanks', kind: 'message', text: { en: 'Thank you!', sk: 'Ďakujeme!' }, next: 'bye' },
    { id: 'bye', kind: 'end' },
  ],
}
const visitors = [
  {
    locale: 'en',
    viewport: { width: 1440, height: 900 },
    button: 'Yes, advise me',
    score: '4 – Good',
    thanks: 'Thank you!',
  },
  {
    locale: 'sk',
    viewport: { width: 390, height: 844 },
    button: 'Áno, poraďte mi',
    score: '4 – Dobré',
    thanks: 'Ďakujeme!',
  },
] as const

test(
  'an editor chooses a page trigger, and visitors on a desktop and a phone answer beside the launcher',
  { timeout: 120_000 },
  async () => {
    const context = await browser.newContext({ locale: 'en', viewport: { width: 1440, height: 900 } })
    const complaints = watchConsole(context)
    const id = await createTestUser(appServer, context)
    const call = callerIn(appServer, context)
    const scenario_id = crypto.randomUUID()
    await call('PUT', `/api/integration/${id}/scenario/${scenario_id}`, { name: 'Bikes', flow })
    const reply = await context.request.get(`${appServer.origin}/api/integration/${id}`)
    // Returned by every call of the contract.
    const { data } = (await reply.json()) as { data: { public_key: string } }

    const page = await context.newPage()
    await page.goto(`${appServer.origin}/en/app/i/${id}/scenario/${scenario_id}`)
    await page
      .getByRole('button', { name: /^Start/ })
      .first()
      .click()
    await page.getByLabel('Starts', { exact: true }).selectOption('page_opened')
    await page.getByLabel('Pages', { exact: true }).selectOption('contains')
    await page.getByLabel('Page address').fill('/preview')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('Version 1 published', { exact: true }).waitFor()

    for (const { locale, viewport, button, score, thanks } of visitors) {
      const shop = await browser.newContext({ locale, viewport })
      const shopComplaints = watchConsole(shop)
      const visit = await shop.newPage()
      await visit.goto(`${appServer.origin}/${locale}/preview?key=${data.public_key}`)
      const site = visit.frameLocator('iframe')
      await site.getByRole('button', { name: button }).waitFor()
      await site.getByRole('button', { name: button }).click()
      const panel = site.frameLocator('iframe')
      await panel.getByRole('button', { name: score }).click()
      await panel.getByText(thanks).waitFor()
      expect(shopComplaints).toEqual([])
      await shop.close()
    }
    expect(complaints).toEqual([])
    await context.close()
  },
)
