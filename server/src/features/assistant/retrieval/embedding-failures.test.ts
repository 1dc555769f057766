import { deleteDataSource, getLanguageModel, testLanguageModel, updateLanguageModel } from '@ozvi/contract'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { type EmbeddingBehavior, fails, sendVectors, vectorOf } from '../../../../test/fake-model.ts'
import { queueDue } from './embed-passages.ts'
import { house, idle, isOfRules, rules, embeddingServer } from '../test/embedding-server.ts'

const fixture = await embeddingServer()
const { model, server, addText, connect, progressOf, complete, failed, addHouse, embedded, ask, vectorsOf } =
  fixture
afterAll(fixture.close)
beforeEach(() => model.reset())

const noVectors = ({ input }: { input: string[] }) => input.map(() => [0, 0, 0])
const hostile: [string, EmbeddingBehavior, string][] = [
  ['has fewer vectors than texts', ({ input }) => input.slice(1).map(vectorOf), 'unreadable'],
  [
    'has vectors of different dimensions',
    ({ input }) => input.map((text, index) => vectorOf(text).slice(index)),
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
  'a test request whose response %s reports it',
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

test('REL-22 requests count toward the monthly limit, and embedding stops there', async () => {
  const created = await server.seed.integration()
  await addText(created, rules)
  await connect(created, { requests_max: 1 })
  expect((await failed(created, 'limit_reached')).embedded).toBe(64)
  // Other workspaces of this file may be retried in the meantime.
  expect(model.embeddings.filter(isOfRules)).toHaveLength(1)
  const { browser, integration_id } = created
  expect(await browser.call(getLanguageModel, { integration_id })).toMatchObject({ requests: 1 })
  await browser.call(updateLanguageModel, { integration_id, requests_max: 100 })
  await complete(created)
})

test('REL-22 nothing is retried once the failed passages are removed', async () => {
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

test('REL-22 an answer waits at most 300 ms for the question’s embedding, then continues without it', async () => {
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
