import {
  requestPerson,
  createQuestionSource,
  getAnswerTrace,
  getDataSource,
  listConversations,
  listMessages,
  listVisitorMessages,
  openVisitorSession,
  suggestQuestions,
  tryAssistant,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { assistantServer, shop } from './test/assistant-server.ts'

const { server, knowing, askQuestion } = await assistantServer()
afterAll(() => server[Symbol.asyncDispose]())

test('a question is answered with a verbatim passage and its source', async () => {
  const { visitor } = await knowing(shop)
  const { reply, conversation_id } = await askQuestion(
    visitor.browser,
    'How much does shipping with a courier cost?',
  )
  expect(reply).toMatchObject({ kind: 'answer', author: 'assistant', details: { band: 'answer' } })
  const [citation] = reply.citations
  expect(reply.body).toContain(`${citation?.quote} [1]`)
  expect(shop).toContain(citation?.quote)
  expect(citation?.heading).toContain('Shipping')
  const snapshot = await server.browser().request('GET', citation?.snapshot_url.split('#')[0] ?? '')
  expect(snapshot.statusCode).toBe(200)
  expect(snapshot.body).toContain('orders above 50 EUR')
  const all = await visitor.browser.call(listVisitorMessages, { conversation_id })
  expect(all.map(({ kind }) => kind)).toEqual(['text', 'ai_notice', 'answer'])
})

test('a short section joined to the previous one is cited under its own heading', async () => {
  const { visitor } = await knowing(
    `# Delivery\n\nParcels leave on the same day.\n\n# Warranty\n\nBicycles have a warranty of three years.`,
  )
  const { reply } = await askQuestion(visitor.browser, 'How long is the warranty of bicycles?')
  expect(reply.citations).toMatchObject([
    { heading: 'Warranty', quote: expect.stringContaining('three years') },
  ])
})

test('a greeting is returned and doesn’t notify anyone', async () => {
  const { visitor } = await knowing(shop)
  const { reply } = await askQuestion(visitor.browser, 'Hello!')
  expect(reply).toMatchObject({ kind: 'answer', citations: [], details: {} })
})

test('Slovak without diacritics is answered in Slovak', async () => {
  const { visitor } = await knowing(
    '# Vrátenie tovaru\n\nTovar môžete vrátiť do 30 dní od prevzatia bez udania dôvodu.\n\n# Doprava\n\nKuriér stojí 4,90 €.',
  )
  const { reply } = await askQuestion(visitor.browser, 'ako mozem vratit tovar', undefined, 'sk')
  expect(reply.citations[0]?.quote).toContain('do 30 dní od prevzatia')
})

test('a saved answer is quoted whole', async () => {
  const { browser, integration_id, visitor } = await knowing()
  const source_id = crypto.randomUUID()
  await browser.call(createQuestionSource, {
    integration_id,
    id: source_id,
    question: 'Do you have a loyalty programme?',
    alternatives: ['Can I collect points?'],
    answer: 'Yes. Every euro is a point, and a hundred points are a voucher of 5 EUR.',
  })
  await server.eventually(async () =>
    (await browser.call(getDataSource, { integration_id, source_id })).status === 'ready' ? true : undefined,
  )
  const { reply, conversation_id } = await askQuestion(visitor.browser, 'can I collect points')
  expect(reply.citations[0]?.quote).toBe(
    'Yes. Every euro is a point, and a hundred points are a voucher of 5 EUR.',
  )
  const trace = await browser.call(getAnswerTrace, { integration_id, conversation_id, message_id: reply.id })
  expect(trace?.candidates[0]).toMatchObject({
    title: 'Do you have a loyalty programme?',
    is_saved_answer: true,
  })
  // A question ends what the team reads of it.
  await visitor.browser.call(requestPerson, { conversation_id })
  const messages = await browser.call(listMessages, { integration_id, conversation_id })
  const handed = messages.find(({ kind }) => kind === 'hand_over')
  expect(handed?.details.summary?.split('\n')).toContain(
    'The assistant quoted: Do you have a loyalty programme?',
  )
  expect(handed?.details.summary_facts).toEqual({
    questions: ['can I collect points'],
    quoted_titles: ['Do you have a loyalty programme?'],
    page: null,
  })
})

test('members can see how an answer or hand-over was chosen: search, confidence and passages; visitors can’t', async () => {
  const { browser, integration_id, visitor } = await knowing(shop)
  const notified = server.watch(`private-visitor.${visitor.contact_id}`)
  const { reply, conversation_id } = await askQuestion(
    visitor.browser,
    'How much does shipping with a courier cost?',
  )
  const at = { integration_id, conversation_id }
  const why = (message_id: string) => browser.call(getAnswerTrace, { ...at, message_id })
  const trace = await why(reply.id)
  expect(trace).toMatchObject({ band: 'answer', confidence: expect.any(Number) })
  expect(trace?.terms).toEqual(expect.arrayContaining(['shipping', 'courier', 'cost']))
  const [used, ...others] = trace?.candidates ?? []
  expect(used).toMatchObject({ is_cited: true, is_saved_answer: false })
  expect(used?.text).toContain('3.90 EUR')
  // In the inflected form of the text.
  expect(used?.matched).toEqual(expect.arrayContaining(['shipping', 'courier', 'costs']))
  expect(others.every(({ score }) => score <= (used?.score ?? 0))).toBe(true)

  const passed = await askQuestion(visitor.browser, 'Do you repair wooden sailing boats?', conversation_id)
  expect(passed.reply.kind).toBe('hand_over')
  expect(await why(passed.reply.id)).toMatchObject({ band: 'hand_over' })

  const [message] = await browser.call(listMessages, at)
  expect(await why(message?.id ?? '')).toBeNull()
  await expect(why(crypto.randomUUID())).rejects.toMatchObject({ code: 'not_found' })
  const seen = await visitor.browser.call(listVisitorMessages, { conversation_id })
  expect(JSON.stringify([seen, notified])).not.toContain('"matched"')
  const otherUser = await server.seed.integration()
  await expect(otherUser.browser.call(getAnswerTrace, { ...at, message_id: reply.id })).rejects.toMatchObject(
    {
      code: 'not_found',
    },
  )
})

test('the playground explains an answer and stores nothing', async () => {
  const { browser, integration_id } = await knowing(shop)
  const tried = await browser.call(tryAssistant, {
    integration_id,
    text: 'How much does shipping with a courier cost?',
    locale: 'en',
  })
  expect(tried).toMatchObject({ band: 'answer', citations: [{ number: 1 }] })
  expect(tried.trace.candidates.some(({ is_cited }) => is_cited)).toBe(true)
  expect(tried.trace.terms).toContain('shipping')
  expect((await browser.call(listConversations, { integration_id, view: 'automated' })).items).toEqual([])
})

test('a new visitor sees questions that the content asks and answers, never other headings', async () => {
  const { integration } = await knowing(
    shop,
    '# Questions\n\n## Do you ship abroad?\n\nYes, to Czechia and to Austria, within four working days of the order.\n\n## 2. Is it free?\n\nAbove 50 EUR.',
  )
  const session = await server.browser().call(openVisitorSession, {
    public_key: integration.public_key,
    host_origin: 'https://shop.example',
    locale: 'en',
  })
  expect(session.suggestions).toEqual(['Do you ship abroad?'])
})

test('questions are suggested in one language, or in any if that one has none', async () => {
  const english =
    '# Returns\n\n## May I return a bicycle?\n\nYes, within 30 days of the day you got it from us.\n\n' +
    '## Do you lend helmets?\n\nYes, in all sizes, for three euros a day.'
  const slovak =
    '# Doprava\n\n## Koľko stojí doprava kuriérom?\n\nDoprava kuriérom stojí 3,90 € a nad 50 € je zadarmo.'
  const { browser, integration_id } = await knowing(english, slovak)
  const offered = (locale: 'en' | 'sk') => browser.call(suggestQuestions, { integration_id, locale })
  expect(await offered('sk')).toEqual(['Koľko stojí doprava kuriérom?'])
  const inEnglish = ['May I return a bicycle?', 'Do you lend helmets?']
  expect(await offered('en')).toEqual(inEnglish)
  const alone = await knowing(english)
  expect(
    await alone.browser.call(suggestQuestions, { integration_id: alone.integration_id, locale: 'sk' }),
  ).toEqual(inEnglish)
})

test('a word with a typo in its first letters finds the page', async () => {
  const { visitor } = await knowing(
    '# Accounts\n\nOpen Settings and choose Company to leave us. Your account is kept for 30 days.\n\n# Invoices\n\nYou get one a month.',
  )
  const { reply } = await askQuestion(visitor.browser, 'my acount?')
  expect(reply.citations[0]?.quote).toContain('30 days')
})

test('questions below an introduction are suggested', async () => {
  const page =
    '# Help\n\nEverything that our customers ask, from the first ride to the last one, and how to reach the workshop.\n\n' +
    '## What do you repair?\n\nBrakes, gears and wheels.\n\n## Where are you?\n\nBy the bridge. Is it far? No.'
  const { browser, integration_id } = await knowing(page)
  expect(await browser.call(suggestQuestions, { integration_id, locale: 'en' })).toEqual([
    'What do you repair?',
    'Where are you?',
  ])
})
