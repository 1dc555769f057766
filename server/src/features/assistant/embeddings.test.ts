import {
  answerFromRange,
  createTextSource,
  deleteDataSource,
  type EmbeddingProgress,
  embeddingsProgressed,
  getDataSource,
  getEmbeddingProgress,
  getLanguageModel,
  type Input,
  testLanguageModel,
  tryAssistant,
  updateAssistantSettings,
  updateDataSource,
  updateLanguageModel,
} from '@ozvi/contract'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { type EmbeddingBehavior, fails, fakeModel, sendVectors, vectorOf } from '../../../test/fake-model.ts'
import { type Browser, testServer } from '../../../test/server.ts'
import { queueDue } from './embed-passages.ts'

const model = await fakeModel()
const timings = { first_byte_ms: 500, idle_ms: 400, total_ms: 1_200 }
const server = await testServer({ EGRESS_ALLOW: model.host }, { model: timings })
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  model.close()
})
beforeEach(() => model.reset())

/** Each a source, and one passage. */
const house = [
  'Pets are welcome on the ground floor.',
  'Breakfast with coffee, tea and rolls is from seven until ten in the morning.',
  'Cars stay in the garage across the street for nine euros.',
  'Keys wait at reception from three in the afternoon.',
  'The password of the wireless network is printed on every card.',
  'Sauna and pool close at nine in the evening.',
]
/** Long enough for several requests. */
const rules = Array.from(
  { length: 100 },
  (_, at) => `# Rule ${at}\n\nParagraph ${at}. ${'We are glad to tell you more. '.repeat(30)}`,
).join('\n\n')
const isOfRules = ({ input }: { input: string[] }) => input.some((text) => text.includes('Rule'))
/** Has no word in common with the passage that answers it. */
const question = 'May a terrier join us?'

const idle: EmbeddingBehavior = { respond: () => {} }
type Workspace = { browser: Browser; integration_id: string }
async function addText({ browser, integration_id }: Workspace, body: string) {
  const source_id = crypto.randomUUID()
  await browser.call(createTextSource, { integration_id, id: source_id, name: 'Help', body })
  await server.eventually(
    async () =>
      (await browser.call(getDataSource, { integration_id, source_id })).status === 'ready' || undefined,
  )
  return source_id
}
type Changes = Omit<Input<typeof updateLanguageModel>, 'integration_id'>
const connect = ({ browser, integration_id }: Workspace, changes: Changes = {}) =>
  browser.call(updateLanguageModel, {
    integration_id,
    base_url: model.base_url,
    chat_model: 'test-model',
    embedding_model: 'test-embedding',
    key: model.key,
    ...changes,
  })
const progressOf = ({ browser, integration_id }: Workspace) =>
  browser.call(getEmbeddingProgress, { integration_id })
const complete = (workspace: Workspace) =>
  server.eventually(async () => {
    const progress = await progressOf(workspace)
    return progress.version > 0 && progress.passages > 0 && progress.embedded === progress.passages
      ? progress
      : undefined
  })
const failed = (workspace: Workspace, failure: string) =>
  server.eventually(async () => {
    const progress = await progressOf(workspace)
    return progress.failure === failure ? progress : undefined
  })
async function addHouse(workspace: Workspace, texts = house) {
  const ids: string[] = []
  for (const text of texts) ids.push(await addText(workspace, text))
  return ids[0] ?? ''
}
async function embedded(texts = house, changes: Changes = {}) {
  const created = await server.seed.integration()
  const source_id = await addHouse(created, texts)
  await connect(created, changes)
  await complete(created)
  return { ...created, source_id }
}
const ask = ({ browser, integration_id }: Workspace, text = question, source_id?: string) =>
  browser.call(tryAssistant, { integration_id, text, locale: 'en', source_id })
const vectorsOf = ({ integration_id }: Workspace) =>
  server.ctx.db
    .selectFrom('passage_vector')
    .where('integration_id', '=', integration_id)
    .selectAll()
    .execute()

test('a question without a word in common finds the passage by its meaning, as a possible answer', async () => {
  const created = await server.seed.integration()
  await addHouse(created)
  const before = await ask(created)
  expect(before.band).toBe('hand_over')
  expect(before.trace.candidates.some(({ text }) => text.includes('Pets are welcome'))).toBe(false)

  await connect(created)
  await complete(created)
  const after = await ask(created)
  expect(after.band).toBe('may_help')
  expect(after.citations[0]?.quote).toContain('Pets are welcome on the ground floor.')
  const [first] = after.trace.candidates.filter(({ is_used }) => is_used)
  expect(first).toMatchObject({ meaning_rank: 1 })
  expect(first?.text).toContain(after.citations[0]?.quote.split('\n')[0])
})

test('meaning alone is never sure, however low the confidence is from which the assistant answers', async () => {
  const created = await embedded()
  const { browser, integration_id } = created
  await browser.call(updateAssistantSettings, { integration_id, answer_from: answerFromRange.min })
  expect((await ask(created)).band).toBe('may_help')
})

test('what the words find with certainty stays, and a source and its switch limit the meaning as well', async () => {
  const created = await embedded()
  const { browser, integration_id, source_id } = created
  const asked = await ask(created, 'When does breakfast start, and is there coffee and tea?')
  expect(asked.citations[0]?.quote).toContain('coffee, tea and rolls')
  const other_id = await addText(created, 'Write to the reception, please.')
  await complete(created)
  expect((await ask(created, question, other_id)).citations).toEqual([])
  await browser.call(updateDataSource, { integration_id, source_id, is_enabled: false })
  await server.eventually(async () => (await ask(created)).citations.length === 0 || undefined)
  await browser.call(updateDataSource, { integration_id, source_id, is_enabled: true })
  await server.eventually(async () => (await ask(created)).citations.length === 1 || undefined)
})

test('SEC-10 SEC-40 vectors of another workspace are never found', async () => {
  const secret = await embedded(house.map((text) => text.replace('ground floor', 'secret floor')))
  const created = await embedded(house.map((text) => text.replace('Pets', 'Parcels')))
  const asked = await ask(created)
  expect(JSON.stringify(asked)).not.toContain('secret floor')
  expect(JSON.stringify(await ask(secret))).toContain('secret floor')
  const foreign = { integration_id: secret.integration_id }
  await expect(created.browser.call(getEmbeddingProgress, foreign)).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('old progress and its events are the new progress; a removed source takes its vectors along', async () => {
  const created = await embedded()
  const { browser, integration_id, source_id } = created
  const events = server.watch(embeddingsProgressed.channel({ integration_id }), embeddingsProgressed.name)
  const before = await progressOf(created)
  await addText(created, 'Write to the reception, please.')
  const after = await server.eventually(async () => {
    const progress = await complete(created)
    return progress.embedded > before.embedded ? progress : undefined
  })
  await server.eventually(
    () => events.some(({ data }) => (data as EmbeddingProgress).version === after.version) || undefined,
  )
  const newest = events
    .map(({ data }) => data as EmbeddingProgress)
    .reduce((current, next) => (next.version < current.version ? current : next), before)
  expect(newest).toEqual(after)
  await browser.call(deleteDataSource, { integration_id, source_id })
  await server.eventually(async () => (await vectorsOf(created)).length === before.embedded || undefined)
})

test('another model embeds everything again; without one the vectors are deleted', async () => {
  const created = await embedded()
  const { browser, integration_id } = created
  model.embedding = ({ input }) => input.map((text) => [...vectorOf(text), 1, 1])
  await browser.call(updateLanguageModel, { integration_id, embedding_model: 'larger-embedding' })
  await server.eventually(async () => {
    const vectors = await vectorsOf(created)
    return (vectors.length > 0 && vectors.every(({ vector }) => vector.length === 66)) || undefined
  })
  await complete(created)
  expect((await ask(created)).band).toBe('may_help')
  expect(model.embeddings.at(-1)?.model).toBe('larger-embedding')
  await browser.call(updateLanguageModel, { integration_id, embedding_model: '' })
  await server.eventually(async () => (await vectorsOf(created)).length === 0 || undefined)
  expect(await progressOf(created)).toMatchObject({ is_on: false, passages: 0, embedded: 0 })
})

test('without an embedding model answers are the same as without any model, and nothing is sent', async () => {
  const plain = await server.seed.integration()
  const connected = await server.seed.integration()
  await addHouse(plain)
  await addHouse(connected)
  await connect(connected, { embedding_model: '' })
  model.behavior = () => 'NO_ANSWER'
  for (const text of [question, 'When is breakfast?', 'How much is parking in the garage?']) {
    const [one, other] = [await ask(plain, text), await ask(connected, text)]
    expect(other.body).toBe(one.body)
    expect({ ...other.trace, model: undefined, took_ms: 0 }).toEqual({
      ...one.trace,
      model: undefined,
      took_ms: 0,
    })
  }
  expect(model.embeddings).toEqual([])
  expect(await progressOf(connected)).toMatchObject({ is_on: false })
})

const noVectors = ({ input }: { input: string[] }) => input.map(() => [0, 0, 0])
const hostile: [string, EmbeddingBehavior, string][] = [
  ['has fewer vectors than texts', ({ input }) => input.slice(1).map(vectorOf), 'unreadable'],
  [
    'has vectors of different dimensions',
    ({ input }) => input.map((text, at) => vectorOf(text).slice(at)),
    'unreadable',
  ],
  [
    'has values that are not numbers',
    {
      respond: (reply, request) =>
        sendVectors(
          reply,
          request,
          request.input.map(() => [null, 1, 2]),
        ),
    },
    'unreadable',
  ],
  [
    'has numbers that are not finite',
    {
      respond: (reply, request) =>
        sendVectors(
          reply,
          request,
          request.input.map(() => [Number.NaN, 1, 2]),
          'base64',
        ),
    },
    'unreadable',
  ],
  ['has vectors without a direction', noVectors, 'unreadable'],
  [
    'has no vectors',
    {
      respond: (reply) => reply.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[null]}'),
    },
    'unreadable',
  ],
  [
    'is garbage',
    {
      respond: (reply) =>
        reply.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[{"embed'),
    },
    'unreadable',
  ],
  [
    'is a page',
    { respond: (reply) => reply.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hello</h1>') },
    'unreadable',
  ],
  [
    'never ends',
    {
      respond: (reply) =>
        reply
          .writeHead(200, { 'content-type': 'application/json' })
          .end(`{"data":[${'1,'.repeat(5_000_000)}`),
    },
    'unreadable',
  ],
  ['does not come', idle, 'timeout'],
  ['is an error', fails(500, 'server_error'), 'server_error'],
  ['rejects the model', fails(404, 'model_not_found'), 'not_found'],
]
test.each(hostile)(
  'REL-22 a response that %s stores nothing, and words are still searched',
  async (_, behavior, failure) => {
    const created = await server.seed.integration()
    await addHouse(created)
    model.embedding = behavior
    await connect(created)
    await failed(created, failure)
    expect(await vectorsOf(created)).toEqual([])
    expect((await ask(created, 'When is breakfast, with coffee and tea?')).citations[0]?.quote).toContain(
      'coffee',
    )
  },
)

test.each(hostile.filter(([, behavior]) => typeof behavior !== 'function'))(
  'a test request whose response %s says so',
  async (_, behavior, failure) => {
    const created = await server.seed.integration()
    await connect(created)
    model.embedding = behavior
    const { integration_id } = created
    const tested = await created.browser.call(testLanguageModel, { integration_id })
    expect(tested).toMatchObject({ failure: null, embedding: { failure, dimension: null } })
  },
)

test('vectors in base64 are read, and the test names their dimension', async () => {
  model.embedding = {
    respond: (reply, request) => sendVectors(reply, request, request.input.map(vectorOf), 'base64'),
  }
  const created = await embedded()
  expect((await ask(created)).band).toBe('may_help')
  expect(
    await created.browser.call(testLanguageModel, { integration_id: created.integration_id }),
  ).toMatchObject({
    failure: null,
    embedding: { failure: null, dimension: 64 },
  })
})

test('REL-22 a rate limit is waited for, and the rest continues where it stopped', async () => {
  const created = await server.seed.integration()
  await addText(created, rules)
  let requests = 0
  model.embedding = {
    respond: (reply, request) =>
      isOfRules(request) && ++requests === 2
        ? fails(429, 'rate_limit_exceeded').respond(reply)
        : sendVectors(reply, request, request.input.map(vectorOf)),
  }
  await connect(created)
  const stopped = await failed(created, 'rate_limited')
  expect(stopped.embedded).toBe(64)
  await server.later(10_000, () => queueDue(server.ctx))
  expect(requests).toBe(2)
  await server.later(61_000, async () => {
    await queueDue(server.ctx)
    await complete(created)
  })
  expect(await progressOf(created)).toMatchObject({ failure: null })
  const sent = model.embeddings.flatMap(({ input }) => input).filter((text) => text.includes('Rule'))
  expect(sent).toHaveLength(stopped.passages + 64)
})

test('REL-22 requests count toward the monthly limit, at which embedding stops', async () => {
  const created = await server.seed.integration()
  await addText(created, rules)
  await connect(created, { requests_max: 1 })
  expect((await failed(created, 'limit_reached')).embedded).toBe(64)
  // Other workspaces of this file may be retried meanwhile.
  expect(model.embeddings.filter(isOfRules)).toHaveLength(1)
  const { browser, integration_id } = created
  expect(await browser.call(getLanguageModel, { integration_id })).toMatchObject({ requests: 1 })
  await browser.call(updateLanguageModel, { integration_id, requests_max: 100 })
  await complete(created)
})

test('REL-22 nothing is tried again once the passages that failed are removed', async () => {
  const created = await embedded()
  const { browser, integration_id } = created
  model.embedding = fails(500, 'server_error')
  const source_id = await addText(created, 'Write to the reception, please.')
  const { passages } = await failed(created, 'server_error')
  await browser.call(deleteDataSource, { integration_id, source_id })
  await server.eventually(async () => (await progressOf(created)).passages < passages || undefined)
  await server.later(61_000, async () => {
    await queueDue(server.ctx)
    await server.eventually(async () => (await progressOf(created)).failure === null || undefined)
  })
  const index = server.ctx.db.selectFrom('embedding_index').where('integration_id', '=', integration_id)
  expect(await index.select('retry_at').executeTakeFirst()).toEqual({ retry_at: null })
})

test('a model that rejects long passages gets shorter ones', async () => {
  model.embedding = {
    respond: (reply, request) =>
      request.input.some(({ length }) => length > 512)
        ? fails(400, 'context_length_exceeded').respond(reply)
        : sendVectors(reply, request, request.input.map(vectorOf)),
  }
  const created = await embedded([...house, 'A long text about nothing. '.repeat(40)])
  expect((await ask(created)).band).toBe('may_help')
})

test('REL-22 an answer waits at most 300 ms for the meaning of its question, then not at all', async () => {
  const created = await embedded()
  model.embedding = idle
  const took: number[] = []
  for (let round = 0; round < 6; round++) {
    const asked = await ask(created, `When is breakfast, with coffee and tea? ${round}`)
    expect(asked.citations[0]?.quote).toContain('coffee')
    took.push(asked.trace.took_ms)
  }
  expect(Math.max(...took)).toBeLessThan(2_000)
  // The endpoint isn't asked for a minute.
  const requests = model.embeddings.length
  await ask(created, 'Is there coffee?')
  expect(model.embeddings).toHaveLength(requests)
  model.embedding = ({ input }) => input.map(vectorOf)
  await server.later(61_000, async () => expect((await ask(created)).band).toBe('may_help'))
})

test('a question is sent without personal data, and once', async () => {
  const created = await embedded()
  model.embeddings.length = 0
  const text = `${question} Write to eva@example.com or +421 905 123 456.`
  await ask(created, text)
  await ask(created, text)
  expect(model.embeddings).toMatchObject([{ input: [`${question} Write to [email] or [phone].`] }])
})

test('a question that is also searched for without the conversation is sent and waited for once', async () => {
  const { browser, integration_id } = await embedded()
  model.embedding = idle
  const history = [
    { role: 'user' as const, text: 'When is breakfast?' },
    { role: 'assistant' as const, text: 'From seven until ten in the morning.' },
  ]
  const text = 'Do penguins juggle violins on Tuesdays?'
  await browser.call(tryAssistant, { integration_id, text, locale: 'en', history })
  expect(model.embeddings.filter(({ input }) => input.includes(text))).toHaveLength(1)
})

test('a greeting, thanks, anger and the wish for a person are not sent', async () => {
  const created = await embedded()
  model.embeddings.length = 0
  for (const text of ['Good morning team', 'Thanks for your help', 'This is useless', 'I want a human'])
    await ask(created, text)
  expect(model.embeddings).toEqual([])
})
