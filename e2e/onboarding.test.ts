import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Locale } from '@ozvi/contract'
import type { Locator, Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { openBrowser, startAppServer, watchConsole } from './app-server.ts'
import { serveSite } from './site/serve.ts'
import { openCustomerSite } from './customer-site.ts'

/*
 * From a new account to the first answered message, on a desktop in English and on a phone in Slovak, until the
 * visitor is in the list of contacts.
 */

const site = await serveSite()
const appServer = await startAppServer({ EGRESS_ALLOW: site.host })
const browser = await openBrowser()
const shop = await openCustomerSite()
const shopHost = new URL(shop.url).host
afterAll(async () => {
  await browser.close()
  await appServer.stop()
  await site.close()
  shop.close()
})

const messagesOf = (locale: Locale, feature: string) => {
  const file = path.join(import.meta.dirname, `../app/locales/${locale}/${feature}.json`)
  // A flat file of messages per feature.
  const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  return (key: string, values: Record<string, string> = {}): string =>
    (texts[key] ?? `no ${key}`).replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
}
const panelWords = async (locale: Locale): Promise<Record<string, string>> =>
  // Each dictionary file exports its locale's messages under the locale's name.
  ((await import(`../widget/src/panel/messages/${locale}.ts`)) as Record<string, Record<string, string>>)[
    locale
  ] ?? {}

/** Clicks and filled fields, as a new customer would count them, and the time since the first. */
function countEffort() {
  let count = 0
  const started_at = performance.now()
  const counted = <T>(action: Promise<T>) => {
    count++
    return action
  }
  return {
    click: (control: Locator) => counted(control.click()),
    fill: (field: Locator, text: string) => counted(field.fill(text)),
    press: (field: Locator, key: string) => counted(field.press(key)),
    openLink: (page: Page, url: string) => counted(page.goto(url)),
    total: () => ({ count, duration_ms: performance.now() - started_at }),
  }
}

async function signUp(
  page: Page,
  locale: Locale,
  email: string,
  effort: ReturnType<typeof countEffort>,
): Promise<void> {
  const auth = messagesOf(locale, 'auth')
  await page.goto(`${appServer.origin}/${locale}/auth/create-account`)
  await effort.fill(page.getByLabel(auth('name'), { exact: true }), 'Eva Nováková')
  await effort.fill(page.getByLabel(auth('email'), { exact: true }), email)
  await effort.fill(page.getByLabel(auth('password'), { exact: true }), 'correct horse battery')
  await effort.click(page.getByRole('button', { name: auth('create_account') }))
  await page.waitForURL('**/verify-email**')
  await effort.openLink(page, await appServer.mailedLink(email))
  await page.waitForURL(`**/${locale}/app`)
}

test.each([
  ['en', { width: 1440, height: 900 }],
  ['sk', { width: 390, height: 844 }],
] as const)(
  'S2.02 S2.04 S2.05 S4.01 S7.08 setup leads, in %s, from a new account with at most 12 clicks and fields to a sourced answer, then to the chat on a page and its visitor among the contacts',
  { timeout: 240_000 },
  async (locale, viewport) => {
    shop.lang = locale
    const t = messagesOf(locale, 'onboarding')
    const installed = messagesOf(locale, 'integrations')
    const client = messagesOf(locale, 'client')
    const contacts = messagesOf(locale, 'contacts')
    const panel = await panelWords(locale)
    const team = await browser.newContext({ locale, viewport })
    const customer = await browser.newContext({ locale, viewport: { width: 1200, height: 900 } })
    const complaints = [watchConsole(team), watchConsole(customer)]
    const page = await team.newPage()
    /** Another browser would resume there. */
    const savedStep = (step: string) =>
      page.waitForResponse(
        (reply) => reply.url().endsWith('/onboarding') && reply.request().postDataJSON()?.step === step,
      )
    const effort = countEffort()
    const continueToNext = () => effort.click(page.getByRole('link', { name: t('continue'), exact: true }))

    await signUp(page, locale, `eva-setup-${locale}-${crypto.randomUUID()}@example.com`, effort)
    await effort.click(page.getByRole('link', { name: messagesOf(locale, 'integrations')('create') }))

    // website: the name comes from the site, the rest from the URL
    await effort.fill(
      page.getByLabel(t('url'), { exact: true }),
      locale === 'sk' ? `${site.host}/sk/` : site.host,
    )
    await page.keyboard.press('Tab')
    await page.getByText(t(`speaks_${locale}`)).waitFor()
    expect(await page.getByLabel(t('name'), { exact: true }).inputValue()).toBe('Green Bean')
    const isAtKnowledge = savedStep('knowledge')
    await effort.click(page.getByRole('button', { name: t('read_website') }))

    // content: pages are read with progress; the URL names the workspace, so it can be left and resumed
    await page.getByRole('heading', { name: t('knowledge_title') }).waitFor()
    const id = new URL(page.url()).searchParams.get('integrationId') ?? ''
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    await page.getByText(site.host).first().waitFor()
    await isAtKnowledge
    await page.goto(`${appServer.origin}/${locale}/app/onboarding`)
    await page.getByRole('heading', { name: t('knowledge_title') }).waitFor()
    await continueToNext()

    // try: a question of one's own, answered with its source as soon as the page is read
    const question = page.getByLabel(t('own_question'), { exact: true })
    const answer = page
      .getByRole('log', { name: t('answers') })
      .getByRole('article')
      .filter({ has: page.getByRole('button', { name: /1/ }) })
    const text = locale === 'sk' ? 'Koľko stojí kuriér?' : 'How do I validate a request body?'
    await effort.fill(question, text)
    await effort.press(question, 'Enter')
    await expect
      .poll(
        async () => {
          // Asked again while the page isn't read yet.
          if ((await answer.count()) === 0) {
            await question.fill(text)
            await question.press('Enter')
          }
          return answer
            .first()
            .waitFor({ timeout: 5_000 })
            .then(
              () => true,
              () => false,
            )
        },
        { timeout: 120_000 },
      )
      .toBe(true)
    const { count, duration_ms } = effort.total()
    expect(count).toBeLessThanOrEqual(12)
    expect(duration_ms).toBeLessThanOrEqual(3 * 60_000)
    const isAtLook = savedStep('look')
    await continueToNext()

    // appearance: previewed next to the form if there is space, saved with the step, resumed like the others
    await page.getByRole('heading', { name: t('look_title') }).waitFor()
    await isAtLook
    await page.goto(`${appServer.origin}/${locale}/app/onboarding`)
    await page.getByRole('button', { name: client('site_color') }).click()
    expect(await page.getByLabel(client('color'), { exact: true }).inputValue()).toBe('#0f5132')
    await page.getByLabel(client(`greeting_${locale}`), { exact: true }).fill('Green Bean!')
    if (viewport.width > 1000)
      await page
        .frameLocator(`iframe[src*="/preview/shop"]`)
        .frameLocator('iframe')
        .getByText('Green Bean!')
        .waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await page.getByLabel(client(`greeting_${locale}`), { exact: true }).press('Enter')

    // install: the snippet is added to a page, and the first visitor who opens it is detected
    await page.getByText(installed('not_seen')).waitFor()
    // only one chat: the workspace's own, in the preview
    expect(await page.locator('script[data-key]').count()).toBe(0)
    shop.tag = await page.locator('code').first().innerText()
    const visit = await customer.newPage()
    await visit.goto(shop.url)
    await page.getByText(installed('seen', { host: shopHost })).waitFor()
    await continueToNext()

    // team, and the end
    await page.getByRole('button', { name: t('finish') }).click()
    await page.getByRole('heading', { name: t('done_title') }).waitFor()
    await page.getByRole('link', { name: t('to_inbox') }).click()
    await page.waitForURL(`**/app/i/${id}/conversation`)

    // the visitor enters a name and is among the contacts
    await visit.getByRole('button').last().click()
    const chat = visit.frameLocator('iframe')
    await chat.getByText('Green Bean!').first().waitFor()
    await chat
      .getByText(panel.ask ?? '')
      .first()
      .click()
    const composer = chat.getByPlaceholder(panel.write ?? '')
    await composer.fill('Hello from the shop')
    await composer.press('Enter')
    await page
      .getByRole('navigation')
      .getByRole('link', { name: messagesOf(locale, 'shell')('contacts') })
      .filter({ visible: true })
      .click()
    const name = page.getByRole('link', { name: contacts('visitor').trim() })
    await name.first().click()
    await page.getByRole('link', { name: /Hello from the shop/ }).waitFor()
    expect(await page.title()).toContain('Green Bean')

    // the URL activates another workspace
    await page.goto(
      `${appServer.origin}/${locale}/app/onboarding/install?integrationId=${crypto.randomUUID()}`,
    )
    await page.waitForURL(`**/${locale}/app`)
    await page.goto(`${appServer.origin}/${locale}/app/onboarding/install?integrationId=${id}`)
    await page.getByText(installed('seen', { host: shopHost })).waitFor()

    const expected = /could not be activated|404|403/
    expect(complaints.flat().filter((complaint) => !expected.test(complaint))).toEqual([])
    await team.close()
    await customer.close()
  },
)
