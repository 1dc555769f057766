import { AxeBuilder } from '@axe-core/playwright'
import { afterAll, expect, test } from 'vitest'
import { openBrowser, watchConsole } from './app-server.ts'
import { commonAppServer } from './common-app-server.ts'
import { messagesOf } from './interface-texts.ts'
import { callerIn, createTestUser, publicKeyOf } from './test-user.ts'

const appServer = commonAppServer()
const browser = await openBrowser()
afterAll(() => browser.close())

const greeting = { en: 'Looking for a bike?', sk: 'Hľadáte bicykel?' }
const flow = {
  trigger: { kind: 'page_opened', page: { match: 'any' } },
  locales: ['en', 'sk'],
  start_step_id: 'hello',
  steps: [
    { id: 'hello', kind: 'message', text: greeting, next: 'bye' },
    { id: 'bye', kind: 'end' },
  ],
}
const editors = [
  { locale: 'en', viewport: { width: 1440, height: 900 }, difference: 'Added group 2 to the audience' },
  { locale: 'sk', viewport: { width: 390, height: 844 }, difference: 'Príjemcovia: pridaná skupina 2' },
] as const

test.for(editors)(
  'a scenario starts for visitors in one of two groups, built in the editor in $locale, and for no one else',
  { timeout: 120_000 },
  async ({ locale, viewport, difference }) => {
    const context = await browser.newContext({ locale, viewport })
    const complaints = watchConsole(context)
    const id = await createTestUser(appServer, context)
    const call = callerIn(appServer, context)
    const scenario_id = crypto.randomUUID()
    const path = `/api/integration/${id}/scenario/${scenario_id}`
    await call('PUT', path, { name: 'Bikes', flow })
    await call('POST', `${path}/publish`, {})

    const t = messagesOf(locale, 'scenarios')
    const page = await context.newPage()
    await page.goto(`${appServer.origin}/${locale}/app/i/${id}/scenario/${scenario_id}`)
    await page
      .getByRole('button', { name: t('start'), exact: true })
      .first()
      .click()
    const audience = page.getByRole('region', { name: t('audience'), exact: true })
    const group = (number: string) => audience.getByRole('region', { name: t('group', { number }) })
    const set = async (number: string, condition: string, subject: string, value: string) => {
      const field = (name: string) =>
        group(number).getByLabel(t(name, { number: condition }), { exact: true })
      await field('condition_field').selectOption(subject)
      if (subject === 'page') await field('condition_value').fill(value)
      else await field('condition_value').selectOption(value)
    }
    // With the keyboard: a second group, whose buttons come next.
    await audience.getByRole('button', { name: t('group_add') }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await set('1', '1', 'locale', 'en')
    await group('1')
      .getByRole('button', { name: t('condition_add') })
      .click()
    await set('1', '2', 'page', '/preview')
    await group('1').getByLabel(t('match')).selectOption('all')
    await set('2', '1', 'page', 'plan=pro')
    await audience.getByLabel(t('match')).first().selectOption('any')
    await audience.getByText(t('joined_any'), { exact: true }).waitFor()
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: t('publish'), exact: true }).click()
    const dialog = page.getByRole('dialog', { name: t('publish_title') })
    await dialog.getByText(difference).waitFor()
    await dialog.getByRole('button', { name: t('publish'), exact: true }).click()
    await page.getByText(t('published', { version: '2' }), { exact: true }).waitFor()

    const key = await publicKeyOf(appServer, context, id)
    const visitors = [
      { locale: 'en', plan: '', isIn: true },
      { locale: 'sk', plan: '&plan=pro', isIn: true },
      { locale: 'sk', plan: '', isIn: false },
    ] as const
    for (const visitor of visitors) {
      const shop = await browser.newContext({ locale: visitor.locale, viewport })
      const problems = watchConsole(shop)
      const statuses: number[] = []
      await shop.route(`**/scenario/${scenario_id}.json*`, async (route) => {
        const response = await route.fetch()
        statuses.push(response.status())
        await route.fulfill({ response })
      })
      const visit = await shop.newPage()
      await visit.goto(`${appServer.origin}/${visitor.locale}/preview/shop?key=${key}${visitor.plan}`)
      await expect
        .poll(() => ({ visitor, statuses, problems }))
        .toEqual({ visitor, statuses: [visitor.isIn ? 200 : 204], problems: [] })
      const shown = visit.getByText(greeting[visitor.locale])
      await expect.poll(() => shown.count()).toBe(visitor.isIn ? 1 : 0)
      await shop.close()
    }
    expect(complaints).toEqual([])
    await context.close()
  },
)
