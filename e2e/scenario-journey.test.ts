import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Locale } from '@ozvi/contract'
import type { FrameLocator, Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { openBrowser, startAppServer, watchConsole } from './app-server.ts'
import { messagesOf } from './interface-texts.ts'
import { callerIn, createTestUser, publicKeyOf } from './test-user.ts'

/*
 * A scenario from an empty editor to a rollback: built, tested, published, met by visitors, changed, replayed,
 * published again and rolled back.
 */

const requests: string[] = []
const shop = createServer((request, response) => {
  requests.push(request.url ?? '')
  response.setHeader('content-type', 'application/json').end('{"days":3}')
})
await once(shop.listen(0, '127.0.0.1'), 'listening')
// It listens on a port.
const shopHost = `127.0.0.1:${(shop.address() as AddressInfo).port}`
const appServer = await startAppServer({ EGRESS_ALLOW: shopHost })
const browser = await openBrowser()
afterAll(async () => {
  await browser.close()
  await appServer.stop()
  shop.close()
})

const desktop = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

const customers = {
  en: {
    name: 'Delivery',
    question: 'What would you like to know?',
    other: 'Čo by ste chceli vedieť?',
    changed: 'How can we help you today?',
    limit: 'Write at least 5 characters.',
    word: 'delivery',
    asks: 'How long does delivery take?',
    answer: 'Delivery takes three working days.',
    reason: 'Asked about delivery',
    version: 'First version',
    difference: 'Changed the question (English) in step 1',
  },
  sk: {
    name: 'Doručenie',
    question: 'Čo by ste chceli vedieť?',
    other: 'What would you like to know?',
    changed: 'S čím vám dnes pomôžeme?',
    limit: 'Napíšte aspoň 5 znakov.',
    word: 'doručenie',
    asks: 'Ako dlho trvá doručenie?',
    answer: 'Doručenie trvá tri pracovné dni.',
    reason: 'Otázka o doručení',
    version: 'Prvá verzia',
    difference: 'Krok 1, zmenené: otázka',
  },
} as const

/** The editor as a person uses it: on the canvas with a panel beside it, or on a phone in the outline. */
function editorOf(page: Page, locale: Locale, isPhone: boolean) {
  const t = messagesOf(locale, 'scenarios')
  const ui = messagesOf(locale, 'ui')
  const panel = isPhone
    ? page.getByRole('dialog')
    : page.getByRole('complementary').filter({ has: page.getByRole('heading') })
  const field = (label: string) => panel.getByLabel(label, { exact: true })
  const other = locale === 'en' ? 'sk' : 'en'
  const language = (of: Locale) => new Intl.DisplayNames(locale, { type: 'language' }).of(of) ?? of
  return {
    t,
    panel,
    field,
    async close() {
      await panel
        .getByRole('button', { name: ui('close') })
        .first()
        .click()
      await panel.waitFor({ state: 'detached' })
    },
    /** Adds a step at an edge of the step that is open, and opens it. */
    async addAt(edge: string, kind: string) {
      await panel.getByRole('button', { name: t('add_at', { name: edge }), exact: true }).click()
      await page.getByRole('menuitem', { name: t(`step_${kind}`), exact: true }).click()
      await panel.getByPlaceholder(t(`step_${kind}`), { exact: true }).waitFor()
    },
    async open(number: number, kind: string) {
      if (isPhone) {
        if (await panel.isVisible()) await this.close()
        await page
          .getByRole('list', { name: t('steps') })
          .getByRole('button', { name: new RegExp(`^${number}\\.\\s*${t(`step_${kind}`)}`) })
          .click()
      } else {
        await page.getByRole('button', { name: t('fit'), exact: true }).click()
        await page.getByRole('group', { name: `${number}. ${t(`step_${kind}`)}`, exact: true }).click()
      }
      await panel.getByPlaceholder(t(`step_${kind}`), { exact: true }).waitFor()
    },
    async connect(edge: string, number: number, kind: string, reason: string) {
      await field(edge).selectOption({ label: `${number}. ${t(`step_${kind}`)}: ${reason}` })
    },
    async write(text: string, translation: string) {
      await field(`${t('text_label')} (${language(locale)})`).fill(text)
      await field(`${t('text_label')} (${language(other)})`).fill(translation)
    },
    async menu(name: string, item: string) {
      if (isPhone && (await panel.isVisible())) await this.close()
      await page.getByRole('button', { name: t('actions_named', { name }), exact: true }).click()
      await page.getByRole('menuitem', { name: item, exact: true }).click()
    },
    async publish(note: string, version: number, difference?: string) {
      if (isPhone && (await panel.isVisible())) await this.close()
      await page.getByRole('button', { name: t('publish'), exact: true }).click()
      const dialog = page.getByRole('dialog', { name: t('publish_title') })
      if (difference) await dialog.getByText(difference).waitFor()
      await dialog.getByLabel(t('version_note')).fill(note)
      await dialog.getByRole('button', { name: t('publish'), exact: true }).click()
      await page.getByText(t('published', { version: String(version) }), { exact: true }).waitFor()
    },
  }
}
type Editor = ReturnType<typeof editorOf>

/** Question → branch → request → assistant → handover; everything else goes to the team as well. */
async function build(page: Page, editor: Editor, locale: Locale, isPhone: boolean) {
  const { t, panel, field, addAt, connect } = editor
  const { question, other, word, reason } = customers[locale]
  await page.getByRole('button', { name: t('start'), exact: true }).click()
  await field(t('variable_name')).fill('topic')
  await panel.getByRole('button', { name: t('variable_add'), exact: true }).click()
  if (isPhone) {
    await editor.close()
    await page.getByRole('button', { name: t('add_step'), exact: true }).click()
    await page.getByRole('menuitem', { name: t('step_question'), exact: true }).click()
    await editor.open(1, 'question')
  } else
    await page
      .getByRole('navigation', { name: t('add_step') })
      .getByRole('button', { name: t('step_question'), exact: true })
      .click()
  await editor.write(question, other)
  await field(t('limit_min_text')).fill('5')
  await field(t('limit_max_text')).fill('2')
  await panel.getByText(t('problem_limits_reversed')).waitFor()
  await field(t('limit_max_text')).fill('0')
  await panel.getByText(t('limit_invalid_text')).waitFor()
  await field(t('limit_max_text')).fill('')
  await field(t('save_variable')).selectOption('topic')

  await addAt(t('edge_next'), 'branch')
  await field(t('condition_field', { number: '1' })).selectOption('variable:topic')
  await field(t('condition_operator', { number: '1' })).selectOption('contains')
  await field(t('condition_value', { number: '1' })).fill(word)
  await addAt(t('case', { number: '1' }), 'http_request')
  await field(t('http_url')).fill(`http://${shopHost}/days`)
  await addAt(t('edge_ok'), 'assistant')
  await addAt(t('edge_answered'), 'hand_over')
  await field(t('reason')).fill(reason)
  await editor.open(2, 'branch')
  await connect(t('edge_otherwise'), 5, 'hand_over', reason)
  await editor.open(3, 'http_request')
  await connect(t('edge_failed'), 5, 'hand_over', reason)
  await editor.open(4, 'assistant')
  await connect(t('edge_not_found'), 5, 'hand_over', reason)
  await editor.close()
}

async function testDraft(page: Page, editor: Editor, locale: Locale) {
  const { t, panel, field } = editor
  const { question, limit, asks, reason } = customers[locale]
  // Without content, the step is listed, but the draft can be published.
  await page.getByRole('button', { name: new RegExp(`^1 ${t('problems').slice(0, 6)}`, 'i') }).click()
  await panel
    .getByRole('list', { name: t('problems_advice') })
    .getByText(t('problem_content_missing'))
    .waitFor()
  await editor.close()
  await page.getByRole('button', { name: t('test'), exact: true }).click()
  await panel.getByText(t('test_persona')).click()
  await field(t('test_language')).selectOption(locale)
  await field(t('subject_hours')).selectOption('closed')
  await field(t('test_time')).fill('22:30')
  await panel.getByRole('button', { name: t('test_start'), exact: true }).click()
  const chat = page.frameLocator(`iframe[title="${t('test_chat')}"]`)
  await chat.locator('.theirs').getByText(question).waitFor()
  const write = async (text: string) => {
    await chat.locator('textarea').fill(text)
    await chat.locator('.composer button').last().click()
  }
  await write('Eh')
  await chat.getByText(limit).waitFor()
  await write(asks)
  await panel.getByLabel(t('test_response'), { exact: true }).fill('{"days":3}')
  await panel.getByRole('button', { name: t('test_ok'), exact: true }).click()
  await panel.getByRole('button', { name: t('outcome_answered'), exact: true }).click()
  await chat.getByText(t('test_answer')).waitFor()
  await chat.locator('.hand-over').waitFor()
  await panel.getByRole('status').getByText(t('run_handed_over')).waitFor()
  await panel
    .getByRole('list', { name: t('test_effects') })
    .getByText(reason)
    .waitFor()
  await editor.close()
}

/** A visitor opens the chat, asks, and ends with the team. */
async function meet(locale: Locale, viewport: typeof desktop, key: string, question: string) {
  const { asks, answer } = customers[locale]
  const context = await browser.newContext({ locale, viewport })
  const complaints = watchConsole(context)
  const page = await context.newPage()
  await page.goto(`${appServer.origin}/${locale}/preview?key=${key}`)
  const site = page.frameLocator('iframe')
  await site.locator('#ozvi .launcher').click()
  const chat: FrameLocator = site.frameLocator('iframe')
  await chat.locator('.ask').click()
  const write = async (text: string) => {
    await chat.locator('textarea').fill(text)
    await chat.locator('textarea').press('Enter')
  }
  await write('Hello')
  await chat.getByText(question).waitFor()
  await write(asks)
  await chat.getByText(answer).first().waitFor()
  await chat.locator('.hand-over').waitFor()
  expect(complaints).toEqual([])
  await context.close()
}

test.each([
  ['en', 'a desktop', desktop],
  ['sk', 'a phone', phone],
] as const)(
  'a scenario is built from nothing, tested, published, met by visitors, changed, replayed and rolled back, in %s on %s',
  { timeout: 120_000 },
  async (locale, _, viewport) => {
    const isPhone = viewport === phone
    const text = customers[locale]
    const tests = messagesOf(locale, 'scenario-tests')
    const context = await browser.newContext({ locale, viewport })
    const complaints = watchConsole(context)
    const id = await createTestUser(appServer, context)
    const key = await publicKeyOf(appServer, context, id)
    const page = await context.newPage()
    const visitorCalls: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/visitor')) visitorCalls.push(request.url())
    })
    requests.splice(0)
    const editor = editorOf(page, locale, isPhone)
    const { t, panel } = editor

    await page.goto(`${appServer.origin}/${locale}/app/i/${id}/scenario`)
    await page
      .getByRole('button', { name: t('create'), exact: true })
      .first()
      .click()
    await page.getByRole('dialog').getByLabel(t('name'), { exact: true }).fill(text.name)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('create_confirm') })
      .click()
    await build(page, editor, locale, isPhone)
    await testDraft(page, editor, locale)
    // The customer’s part of the test sends nothing to the server.
    expect(visitorCalls).toEqual([])
    expect(requests).toEqual([])
    await editor.publish(text.version, 1)

    const source = { id: crypto.randomUUID(), question: text.asks, answer: text.answer }
    await callerIn(appServer, context)('POST', `/api/integration/${id}/data-source/question`, source)
    await meet(locale, desktop, key, text.question)
    await meet(locale, phone, key, text.question)
    expect(requests.splice(0)).toEqual(['/days', '/days'])

    await editor.open(1, 'question')
    await editor.write(text.changed, text.other)
    await editor.menu(text.name, tests('replay_menu'))
    await panel.getByRole('button', { name: tests('replay_start'), exact: true }).click()
    await panel.getByText(tests('only_started', { count: '2' })).waitFor()
    await panel.getByText(tests('conversation', { number: '1' })).waitFor()

    await editor.publish(text.changed, 2, text.difference)
    await meet(locale, viewport, key, text.changed)
    await editor.menu(text.name, t('versions'))
    await panel.getByRole('button', { name: t('roll_back_named', { version: '1' }) }).click()
    const dialog = page.getByRole('dialog', { name: t('roll_back_title', { version: '1' }) })
    // The texts change back.
    const line = dialog.getByRole('listitem').filter({ hasText: text.difference })
    await line.getByText(`${text.changed} → ${text.question}`).waitFor()
    await dialog.getByRole('button', { name: t('roll_back'), exact: true }).click()
    await page
      .getByText(t('rolled_back', { version: '1' }), { exact: true })
      .first()
      .waitFor()
    await panel.getByText(t('version', { version: '3' })).waitFor()
    await meet(locale, viewport, key, text.question)
    expect(complaints).toEqual([])
    await context.close()
  },
)
