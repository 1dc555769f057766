import type { Locale } from '@ozvi/contract'
import type { FrameLocator, Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { callerIn } from './test-user.ts'
import { messagesOf } from './interface-texts.ts'
import { openBrowser, startNewAppServer, watchConsole } from './app-server.ts'
import { serveSite } from './site/serve.ts'

/*
 * The product's main flow for a new customer: sign up, verify, create a workspace, import the website, ask, get a
 * quoted answer with its source, ask what the website doesn't answer, and get a live reply from a person.
 */

const site = await serveSite()
const appServer = await startNewAppServer({ EGRESS_ALLOW: site.host })
const browser = await openBrowser()
afterAll(async () => {
  await browser.close()
  await appServer.stop()
  await site.close()
})

const panelWords = async (locale: Locale): Promise<Record<string, string>> =>
  // Each dictionary file exports its locale's messages under the locale's name.
  ((await import(`../widget/src/panel/messages/${locale}.ts`)) as Record<string, Record<string, string>>)[
    locale
  ] ?? {}

const questions = {
  en: {
    question: 'What is the default bodyLimit?',
    answer: /1048576/,
    page: /^http:\/\/localhost:\d+\/fastify\//,
    absent: 'Which wine goes with grilled salmon tonight?',
    reply: 'Hello, Eva here. I will find out for you.',
    thanks: 'Thank you, Eva',
  },
  sk: {
    question: 'Koľko stojí kuriér?',
    answer: /3,90 €/,
    page: /^http:\/\/localhost:\d+\/sk\/doprava/,
    absent: 'Aké víno sa hodí k dnešnému lososovi?',
    reply: 'Dobrý deň, tu Eva. Zistím to pre vás.',
    thanks: 'Ďakujem, Eva',
  },
} as const

/** The widget's panel inside the preview's shop. */
const panelOf = (page: Page): FrameLocator => page.frameLocator('iframe').frameLocator('iframe')

async function signUp(page: Page, locale: Locale, email: string): Promise<void> {
  const auth = messagesOf(locale, 'auth')
  await page.goto(`${appServer.origin}/${locale}/auth/create-account`)
  await page.getByLabel(auth('name'), { exact: true }).fill('Eva Nováková')
  await page.getByLabel(auth('email'), { exact: true }).fill(email)
  await page.getByLabel(auth('password'), { exact: true }).fill('correct horse battery')
  await page.getByRole('button', { name: auth('create_account') }).click()
  await page.waitForURL('**/verify-email**')
  await page.goto(await appServer.mailedLink(email))
  await page.waitForURL(`**/${locale}/app`)
}

async function makeWorkspace(page: Page, locale: Locale): Promise<string> {
  const picker = messagesOf(locale, 'integrations')
  await page.goto(`${appServer.origin}/${locale}/app?create=1`)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(picker('name'), { exact: true }).fill('Green Bean')
  await dialog
    .getByLabel(picker('url'), { exact: true })
    .fill(locale === 'sk' ? `${site.origin}/sk/` : site.origin)
  await dialog.getByRole('button', { name: picker('create') }).click()
  await page.waitForURL('**/app/i/**')
  return /\/app\/i\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? ''
}

async function readWebsite(page: Page, locale: Locale, integration_id: string): Promise<void> {
  const sources = messagesOf(locale, 'data-sources')
  await page.goto(`${appServer.origin}/${locale}/app/i/${integration_id}/settings/data-sources`)
  await page
    .getByRole('button', { name: sources('add') })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: sources('add_now'), exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText(sources('status_fetching')).first().waitFor()
  await page.getByText(sources('status_ready'), { exact: true }).first().waitFor({ timeout: 120_000 })
}

test.each(['en', 'sk'] as const)(
  'S1.01 S1.07 S2.01 S2.06 S2.07 S2.12 S2.15 SEC-50 the main job, in %s, from sign-up to a live answer by a person, and to an erasure',
  { timeout: 240_000 },
  async (locale) => {
    const panel = await panelWords(locale)
    const inbox = messagesOf(locale, 'conversations')
    const question = questions[locale]
    const team = await browser.newContext({ locale, viewport: { width: 1440, height: 900 } })
    const customer = await browser.newContext({ locale, viewport: { width: 1440, height: 900 } })
    const complaints = [watchConsole(team), watchConsole(customer)]
    const desk = await team.newPage()

    await signUp(desk, locale, `eva-${locale}-${crypto.randomUUID()}@example.com`)
    const integration_id = await makeWorkspace(desk, locale)
    await readWebsite(desk, locale, integration_id)
    const key = await desk.evaluate(async (id) => {
      const reply = await fetch(`/api/integration/${id}`, { headers: { accept: 'application/json' } })
      // The contract's own response.
      const { data } = (await reply.json()) as { data: { public_key: string } }
      return data.public_key
    }, integration_id)

    // a visitor asks a question that a page answers
    const page = await customer.newPage()
    await page.goto(`${appServer.origin}/${locale}/preview?key=${key}`)
    await page.frameLocator('iframe').getByRole('button').last().click()
    const chat = panelOf(page)
    const composer = chat.getByPlaceholder(panel.write ?? '')
    await chat
      .getByText(panel.ask ?? '')
      .first()
      .click()
    await composer.fill(question.question)
    await composer.press('Enter')
    const log = chat.getByRole('log')
    await log.getByText(question.answer).first().waitFor()

    // and the source opens at the passage
    await log.getByRole('button', { name: /1/ }).first().click()
    const link = chat.getByRole('link', { name: panel.open_page ?? '' })
    const href = (await link.getAttribute('href')) ?? ''
    expect(href).toMatch(question.page)
    expect(href).toContain('#:~:text=')
    const [source] = await Promise.all([customer.waitForEvent('page'), link.click()])
    await source.waitForLoadState()
    expect(await source.locator('main').innerText()).toMatch(question.answer)
    await source.close()
    await page.keyboard.press('Escape')

    // a question without an answer is handed over with a reason
    await composer.fill(question.absent)
    await composer.press('Enter')
    await desk.goto(`${appServer.origin}/${locale}/app/i/${integration_id}/conversation`)
    await desk.getByText(question.absent).first().click()
    await desk.getByText(inbox('reason_nothing_found')).first().waitFor()

    // live in both directions
    await desk.getByPlaceholder(inbox('reply_placeholder')).fill(question.reply)
    await desk.keyboard.press('Enter')
    await log.getByText(question.reply).waitFor()
    await composer.fill(question.thanks)
    await composer.press('Enter')
    await desk.getByRole('log').getByText(question.thanks).waitFor()

    expect(complaints.flat()).toEqual([])

    // Erased: the team's page closes, and the visitor's chat starts over.
    const contacts = await team.request.get(`${appServer.origin}/api/integration/${integration_id}/contact`)
    // Returned by every call of the contract.
    const { data } = (await contacts.json()) as { data: { items: { id: string }[] } }
    const [contact] = data.items
    await callerIn(appServer, team)(
      'POST',
      `/api/integration/${integration_id}/contact/${contact?.id}/erase`,
      {},
    )
    await desk.getByText(inbox('absent')).waitFor()
    await chat
      .getByText(panel.ask ?? '')
      .first()
      .waitFor()
    expect(await log.count()).toBe(0)
    await team.close()
    await customer.close()
  },
)
