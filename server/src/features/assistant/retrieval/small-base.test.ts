import {
  createQuestionSource,
  createTextSource,
  getDataSource,
  type Locale,
  tryAssistant,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../../test/server.ts'

/* What a newcomer tries first: one short text, and a question about it. */

const server = await testServer()
afterAll(() => server[Symbol.asyncDispose]())

async function knowing(
  source: { name: string; body: string } | { question: string; answer: string; alternatives: string[] },
) {
  const { browser, integration_id } = await server.seed.integration()
  const id = crypto.randomUUID()
  if ('body' in source) await browser.call(createTextSource, { integration_id, id, ...source })
  else await browser.call(createQuestionSource, { integration_id, id, ...source })
  await server.eventually(async () =>
    (await browser.call(getDataSource, { integration_id, source_id: id })).status === 'ready'
      ? true
      : undefined,
  )
  return async (text: string, locale: Locale) =>
    (await browser.call(tryAssistant, { integration_id, text, locale })).band
}

test.each([
  {
    source: { name: 'Refunds', body: 'Refunds are paid within 12 business days to the original card.' },
    locale: 'en' as const,
    there: ['When will I get my refund?', 'How long do refunds take?', 'refund time'],
    absent: ['Do you sell bicycles?', 'What is the capital of France?', 'How do I reset my password?'],
  },
  {
    source: { name: 'Opening hours', body: 'Our office is open Monday to Friday from 9 am to 5 pm.' },
    locale: 'en' as const,
    there: ['What are your opening hours?', 'When are you open?', 'Are you open on Monday?'],
    absent: ['Do you ship to Canada?'],
  },
  {
    source: { name: 'Contact', body: 'Write to Main Street 12, Brno. Phone +420 777 123 456.' },
    locale: 'en' as const,
    there: ['where are you', 'Where can I find you?'],
    absent: ['what is it', 'who are you'],
  },
  {
    source: { name: 'Kontakt', body: 'Naša predajňa je na Veveří 12 v Brne.' },
    locale: 'sk' as const,
    there: ['kde ste?', 'Kde sídlite?'],
    absent: ['čo to je?'],
  },
  {
    source: { name: 'Warranty', body: 'Without a receipt we cannot accept a complaint.' },
    locale: 'en' as const,
    there: ['Can I complain without a receipt?'],
    absent: ['No, it is not'],
  },
  {
    source: { name: 'Adresa', body: 'Naša adresa je Veveří 12 v Brne.' },
    locale: 'sk' as const,
    there: ['kde ste?'],
    absent: ['môže byť'],
  },
  {
    source: { name: 'Vrátenie', body: 'Tovar môžete vrátiť do 30 dní od prevzatia.' },
    locale: 'sk' as const,
    there: ['Ako môžem vrátiť tovar?', 'vratenie tovaru'],
    absent: ['Máte psov?', 'Koľko stojí doprava?'],
  },
  {
    source: { name: 'Server', body: 'The option `requestTimeout` ends a slow request after 30 seconds.' },
    locale: 'en' as const,
    there: ['request timeout', 'What does requestTimeout do?', 'request_timeout', 'reqest timeout'],
    absent: ['Do you sell bicycles?'],
  },
  {
    source: {
      question: 'What is your refund policy?',
      answer: 'You can get a refund within 14 days.',
      alternatives: ['Can I get my money back?'],
    },
    locale: 'en' as const,
    there: ['What is your refund policy?', 'refund policy', 'Can I get my money back?'],
    absent: ['When do you open?'],
  },
])(
  'content of one text answers what it contains and nothing else: $source',
  async ({ source, locale, there, absent }) => {
    const askQuestion = await knowing(source)
    for (const text of there) expect(['answer', 'may_help'], text).toContain(await askQuestion(text, locale))
    for (const text of absent) expect(await askQuestion(text, locale), text).toBe('hand_over')
  },
)

test('a question on a new subject gets the same answer inside a conversation as at its start', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const gear =
    '| Gear | 1 day | Weekend | Deposit |\n|---|---|---|---|\n| Sony A7 | €45 | €80 | €600 |\n| Canon R6 | €42 | €75 | €550 |'
  const texts = {
    Prices: `${gear}\n\nStudents get 15 % off with an ISIC card on weekdays.`,
    Renting: '## Documents you need\n\nBring an identity card, and a passport if you are from abroad.',
    Questions: '## Can I extend my rental?\n\nYes, if nobody else has booked the gear.',
    Contact: 'Main Street 12, Brno. Monday to Friday 8:00–18:00.\n\nPhone +420 777 123 456.',
  }
  for (const [name, body] of Object.entries(texts)) {
    const id = crypto.randomUUID()
    await browser.call(createTextSource, { integration_id, id, name, body })
    await server.eventually(
      async () =>
        (await browser.call(getDataSource, { integration_id, source_id: id })).status === 'ready' ||
        undefined,
    )
  }
  const history = [
    { role: 'user' as const, text: 'how much is the sony for a weekend' },
    { role: 'assistant' as const, text: texts.Prices },
  ]
  const ask = (text: string, said: typeof history) =>
    browser.call(tryAssistant, { integration_id, text, locale: 'en', history: said })
  for (const said of [[], history]) {
    const { band, citations } = await ask('what do i have to bring', said)
    expect(band).not.toBe('hand_over')
    expect(citations[0]?.quote).toContain('identity card')
  }
  expect((await ask('do you sell bicycles', history)).band).toBe('hand_over')
  // It has only words that ask, like a follow-up, but its own subject.
  expect((await ask('where are you?', history)).citations[0]?.quote).toContain('Main Street')
  expect((await ask('and how much?', history)).citations[0]?.quote ?? '').not.toContain('Main Street')
  for (const text of ['who are you', 'what do you do'])
    expect((await ask(text, history)).citations, text).toEqual([])
  // The FAQ has an answer that begins with “Yes”.
  for (const text of ['yes', 'ok']) expect((await ask(text, history)).band, text).toBe('small_talk')
  const offered = [
    { role: 'user' as const, text: 'student discount?' },
    {
      role: 'assistant' as const,
      text: `${texts.Prices}\n\nIf this isn’t what you need, I can connect you with a person.`,
    },
  ]
  expect(await ask('yes please', offered)).toMatchObject({ band: 'hand_over', reason: 'asked_for_human' })
})

test('“no” is small talk and doesn’t match “without” in the content', async () => {
  const askQuestion = await knowing({
    name: 'Warranty',
    body: 'Without a receipt we cannot accept a complaint.',
  })
  expect(await askQuestion('no', 'en')).toBe('small_talk')
})
