import {
  acceptAnswer,
  assignConversation,
  createQuestionSource,
  declineSuggestion,
  deleteConversation,
  dismissQuestion,
  listUnansweredQuestions,
  listVisitorMessages,
  sendVisitorMessage,
  setStatus,
  suggestAnswer,
  unansweredChanged,
  updateMember,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { type Browser, testServer } from '../../../../test/server.ts'

const server = await testServer()
afterAll(() => server[Symbol.asyncDispose]())

/** A workspace whose assistant has no content, with visitors who ask it. */
async function shop() {
  const created = await server.seed.integration()
  const { integration_id, browser: owner, integration } = created
  const list = (who: Browser = owner) => who.call(listUnansweredQuestions, { integration_id })
  const query = async (who?: Browser) => (await list(who)).items.map(({ question }) => question)
  /** Asked by a new visitor by default. @returns when the assistant has handed it over */
  async function askQuestion(body: string, by?: Browser, locale: 'en' | 'sk' = 'en') {
    const visitor = by ?? (await server.seed.visitor(integration.public_key)).browser
    const conversation_id = crypto.randomUUID()
    await visitor.call(sendVisitorMessage, { conversation_id, id: crypto.randomUUID(), body, locale })
    await server.eventually(async () =>
      (await visitor.call(listVisitorMessages, { conversation_id })).find(({ kind }) => kind === 'hand_over'),
    )
    return conversation_id
  }
  const events = server.watch(unansweredChanged.channel({ integration_id }), unansweredChanged.name)
  const notified = () => events.length
  return { ...created, owner, list, query, askQuestion, notified }
}
const answer = 'Yes, for 12 EUR.'

test('S2.03 questions with the same words are grouped with all wordings, the most frequent first', async () => {
  const { askQuestion, list, integration } = await shop()
  await askQuestion('Can I pay with Bitcoin?')
  const nagging = (await server.seed.visitor(integration.public_key)).browser
  await askQuestion('Do you ship to Norway?', nagging)
  await askQuestion('Ship to Norway', nagging)
  const last = await askQuestion('do you do shipping to norway')
  await askQuestion('Where is parcel GB-12345?')
  await askQuestion('Where is my parcel GB-67890?')
  await askQuestion('Máte aj darčekové poukážky?', undefined, 'sk')
  expect(await list()).toMatchObject({
    total: 4,
    items: [
      { question: 'Where is my parcel GB-67890?', others: ['Where is parcel GB-12345?'], people: 2 },
      {
        question: 'do you do shipping to norway',
        others: ['Ship to Norway', 'Do you ship to Norway?'],
        people: 2,
        conversation_id: last,
      },
      { question: 'Máte aj darčekové poukážky?', others: [], people: 1 },
      { question: 'Can I pay with Bitcoin?', others: [], people: 1 },
    ],
  })
})
test('S2.03 questions with the same meaning are grouped, and one answer covers all', async () => {
  const { askQuestion, list, owner, integration_id } = await shop()
  await askQuestion('How do I cancel my subscription?')
  await askQuestion('Where can I terminate the subscription')
  await askQuestion('Can I cancel my order?')
  await askQuestion('Ako vrátim tovar?', undefined, 'sk')
  await askQuestion('Dá sa tovar vrátiť späť?', undefined, 'sk')
  const { items, total } = await list()
  expect(total).toBe(3)
  expect(items.map(({ question, others, people }) => [question, others, people])).toEqual([
    ['Dá sa tovar vrátiť späť?', ['Ako vrátim tovar?'], 2],
    ['Where can I terminate the subscription', ['How do I cancel my subscription?'], 2],
    ['Can I cancel my order?', [], 1],
  ])
  const add = (question: string, unanswered_id?: string) =>
    owner.call(createQuestionSource, {
      integration_id,
      id: crypto.randomUUID(),
      question,
      alternatives: [],
      answer,
      ...(unanswered_id && { unanswered_id }),
    })
  await add('Ending a contract', items[1]?.id)
  expect((await list()).items.map(({ question }) => question)).not.toContain(items[1]?.question)
  // A wording that isn't the first of its group is answered separately.
  await add('Dá sa tovar vrátiť späť?')
  expect((await list()).items.map(({ question }) => question)).toEqual([
    'Ako vrátim tovar?',
    'Can I cancel my order?',
  ])
})
test('a question leaves the list once the assistant has an answer, in any wording', async () => {
  const { askQuestion, list, query, owner, integration_id, notified } = await shop()
  for (const body of ['Do you ship to Norway?', 'Can I pay with Bitcoin?', 'Is there a student discount?'])
    await askQuestion(body)
  const before = notified()
  const add = (question: string, more: object = {}) =>
    owner.call(createQuestionSource, {
      integration_id,
      id: crypto.randomUUID(),
      question,
      alternatives: [],
      answer,
      ...more,
    })
  await add('Payments', { alternatives: ['Pay with bitcoin?'] })
  expect(await query()).toEqual(['Is there a student discount?', 'Do you ship to Norway?'])
  const norway = (await list()).items.find(({ question }) => question.includes('Norway'))
  await add('Where do you deliver?', { unanswered_id: norway?.id })
  expect(await query()).toEqual(['Is there a student discount?'])
  expect(notified() - before).toBe(2)
})
test('S6.02 an agent suggests the answer: the question is hidden until the decision, returns when declined, and is resolved when accepted', async () => {
  const { askQuestion, list, query, owner, integration_id } = await shop()
  await askQuestion('Do you ship to Norway?')
  const agent = await server.seed.member(integration_id, 'agent')
  const unanswered_id = (await list(agent.browser)).items[0]?.id
  const suggest = async (suggestion_id: string) => {
    const words = { question: 'Where do you deliver?', alternatives: [], answer }
    await agent.browser.call(suggestAnswer, { integration_id, suggestion_id, ...words, unanswered_id })
    return { integration_id, suggestion_id }
  }
  const declined = await suggest(crypto.randomUUID())
  expect(await list(agent.browser)).toEqual({ items: [], total: 0 })
  await owner.call(declineSuggestion, declined)
  expect(await query()).toEqual(['Do you ship to Norway?'])
  const accepted = await suggest(crypto.randomUUID())
  await owner.call(acceptAnswer, { ...accepted, question: 'Deliveries', alternatives: [], answer })
  expect(await query()).toEqual([])
})
test('a dismissed question is hidden until it is restored or asked again', async () => {
  const { askQuestion, list, query, owner, integration_id } = await shop()
  await askQuestion('Do you ship to Norway?')
  const question_id = (await list()).items[0]?.id ?? ''
  const dismiss = (is_dismissed: boolean) =>
    owner.call(dismissQuestion, { integration_id, question_id, is_dismissed })
  await dismiss(true)
  await dismiss(true)
  expect(await query()).toEqual([])
  await dismiss(false)
  expect(await query()).toEqual(['Do you ship to Norway?'])
  await dismiss(true)
  await askQuestion('do you ship to Norway')
  expect((await list()).items).toMatchObject([{ question: 'do you ship to Norway', people: 1 }])
})
test('spam, deleted conversations and those an agent can’t see aren’t listed', async () => {
  const { askQuestion, query, owner, integration_id } = await shop()
  const at = (conversation_id: string) => ({ integration_id, conversation_id })
  const spam = await askQuestion('Buy cheap watches?')
  const doomed = await askQuestion('Is my secret safe?')
  const janasConversation = await askQuestion('Can I pay with Bitcoin?')
  await askQuestion('Do you ship to Norway?')
  await owner.call(setStatus, { ...at(spam), status: 'spam' })
  await owner.call(deleteConversation, at(doomed))
  expect(await query()).toEqual(['Do you ship to Norway?', 'Can I pay with Bitcoin?'])
  const { browser: agent, user } = await server.seed.member(integration_id, 'agent')
  await owner.call(updateMember, { integration_id, user_id: user.id, conversation_access: 'own' })
  await owner.call(assignConversation, { ...at(janasConversation), assignee_id: user.id })
  expect(await query(agent)).toEqual(['Can I pay with Bitcoin?'])
})
test('404: another workspace’s question can be neither dismissed nor answered by its id', async () => {
  const [one, other] = [await shop(), await shop()]
  await one.askQuestion('Do you ship to Norway?')
  const question_id = (await one.list()).items[0]?.id ?? ''
  const { integration_id } = other
  await expect(
    other.owner.call(dismissQuestion, { integration_id, question_id, is_dismissed: true }),
  ).rejects.toMatchObject({ code: 'not_found' })
  await other.owner.call(createQuestionSource, {
    integration_id,
    id: crypto.randomUUID(),
    question: 'Anything else',
    answer,
    unanswered_id: question_id,
  })
  expect(await one.query()).toEqual(['Do you ship to Norway?'])
})
