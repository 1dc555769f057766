import { afterAll, expect, test } from 'vitest'
import { openBrowser, watchConsole } from './app-server.ts'
import { commonAppServer } from './common-app-server.ts'
import { callerIn, createTestUser } from './test-user.ts'

const appServer = commonAppServer()
const browser = await openBrowser()
afterAll(() => browser.close())

const flow = {
  trigger: { kind: 'conversation_started' },
  locales: ['en', 'sk'],
  variables: [
    { name: 'email', type: 'text' },
    { name: 'state', type: 'text' },
  ],
  start_step_id: 'email',
  steps: [
    {
      id: 'email',
      kind: 'question',
      text: { en: 'Your email?', sk: 'Váš e-mail?' },
      answer: 'email',
      save_as: { variable: 'email' },
      next: 'topic',
    },
    {
      id: 'topic',
      kind: 'buttons',
      text: { en: 'What is it about?', sk: 'O čo ide?' },
      buttons: [
        { id: 'order', text: { en: 'My order', sk: 'Moja objednávka' }, next: 'fetch' },
        { id: 'other', text: { en: 'Something else', sk: 'Niečo iné' }, next: 'ask' },
      ],
    },
    {
      id: 'fetch',
      kind: 'http_request',
      url: 'https://shop.example/order',
      map: [{ path: 'state', variable: 'state' }],
      ok: 'sent',
      failed: 'person',
    },
    {
      id: 'sent',
      kind: 'branch',
      cases: [
        {
          id: 'yes',
          conditions: [{ subject: 'variable', name: 'state', operator: 'is', value: 'sent' }],
          next: 'ask',
        },
      ],
      otherwise: 'person',
    },
    { id: 'ask', kind: 'assistant', answered: 'person', not_found: 'person' },
    { id: 'person', kind: 'hand_over', reason: '{{email}}' },
  ],
}

const texts = {
  en: {
    test: 'Test',
    start: 'Start test',
    persona: 'Customer and circumstances',
    language: 'Language',
    chat: 'Test chat',
    invalid: 'This doesn’t look like an email address.',
    order: 'My order',
    body: 'Response body',
    ok: 'Succeed (200)',
    answers: 'Assistant answers',
    answer: 'The assistant’s answer appears here.',
    effects: 'What the scenario does',
    over: 'Handed over',
    problem: 'The assistant has no content to answer from, so it won’t find an answer.',
    problems: '1 problem',
  },
  sk: {
    test: 'Vyskúšať',
    start: 'Spustiť skúšku',
    persona: 'Zákazník a okolnosti',
    language: 'Jazyk',
    chat: 'Skúšobný chat',
    invalid: 'Toto nevyzerá ako e-mailová adresa.',
    order: 'Moja objednávka',
    body: 'Telo odpovede',
    ok: 'Podarí sa (200)',
    answers: 'Asistent odpovie',
    answer: 'Tu bude odpoveď asistenta.',
    effects: 'Čo scenár robí',
    over: 'Odovzdaný tímu',
    problem: 'Asistent nemá obsah, z ktorého by odpovedal, preto odpoveď nenájde.',
    problems: '1 problém',
  },
}

test.each([
  ['en', 1440],
  ['sk', 390],
] as const)(
  'a draft is tried out in the customer’s own chat, with mocked answers, in %s at a width of %i',
  { timeout: 90_000 },
  async (locale, width) => {
    const text = texts[locale]
    const context = await browser.newContext({ locale, viewport: { width, height: 900 } })
    const complaints = watchConsole(context)
    const id = await createTestUser(appServer, context)
    const call = callerIn(appServer, context)
    const scenario_id = crypto.randomUUID()
    await call('PUT', `/api/integration/${id}/scenario/${scenario_id}`, { name: 'Order', flow })
    const page = await context.newPage()
    const requests: string[] = []
    page.on('request', (request) => requests.push(`${request.method()} ${request.url()}`))
    await page.goto(`${appServer.origin}/${locale}/app/i/${id}/scenario/${scenario_id}`)

    // Without content, the step is marked, but the draft can be published.
    await page.getByRole('button', { name: text.problems, exact: true }).click()
    await page.getByText(text.problem).waitFor()
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: text.test, exact: true }).click()
    await page.getByText(text.persona).click()
    await page.getByLabel(text.language, { exact: true }).selectOption(locale)
    await page.getByRole('button', { name: text.start }).click()
    const chat = page.frameLocator(`iframe[title="${text.chat}"]`)
    await chat
      .locator('.theirs')
      .getByText(flow.steps[0]?.text?.[locale] ?? '')
      .waitFor()
    const write = async (words: string) => {
      await chat.locator('textarea').fill(words)
      await chat.locator('.composer button').last().click()
    }
    await write('eva')
    await chat.getByText(text.invalid).waitFor()
    await write('eva@example.com')
    await chat.getByRole('button', { name: text.order }).click()
    await page.getByLabel(text.body).fill('{"state":"sent"}')
    await page.getByRole('button', { name: text.ok }).click()
    await page.getByRole('button', { name: text.answers }).click()
    await chat.getByText(text.answer).waitFor()
    await chat.locator('.hand-over').waitFor()
    await page.getByRole('status').getByText(text.over).waitFor()
    await page.getByRole('list', { name: text.effects }).getByText('eva@example.com').waitFor()
    await page.getByText('sent', { exact: true }).waitFor()
    // The customer’s part sends nothing to the server.
    expect(requests.filter((each) => each.includes('/api/visitor'))).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  },
)
