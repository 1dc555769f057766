import {
  answerConfidenceRange,
  deleteDataSource,
  type EmbeddingProgress,
  embeddingsProgressed,
  getEmbeddingProgress,
  tryAssistant,
  updateAssistantSettings,
  updateDataSource,
  updateLanguageModel,
} from '@ozvi/contract'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { vectorOf } from '../../../../test/fake-model.ts'
import { house, idle, question, embeddingServer } from '../test/embedding-server.ts'

const fixture = await embeddingServer()
const { model, server, addText, connect, progressOf, complete, addHouse, embedded, ask, vectorsOf } = fixture
afterAll(fixture.close)
beforeEach(() => model.reset())

test('a question without common words finds the passage by meaning, as a possible answer', async () => {
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
  const [first] = after.trace.candidates.filter(({ is_cited }) => is_cited)
  expect(first).toMatchObject({ meaning_rank: 1 })
  expect(first?.text).toContain(after.citations[0]?.quote.split('\n')[0])
})

test('meaning alone never gives full confidence, regardless of the thresholds', async () => {
  const created = await embedded()
  const { browser, integration_id } = created
  await browser.call(updateAssistantSettings, {
    integration_id,
    answer_confidence_min: answerConfidenceRange.min,
  })
  expect((await ask(created)).band).toBe('may_help')
})

test('confident keyword results stay, and semantic results respect sources and their switch', async () => {
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

test('old state + events = new state for the progress; removing a source removes its vectors', async () => {
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

test('a question is sent without personal data, and once', async () => {
  const created = await embedded()
  model.embeddings.length = 0
  const text = `${question} Write to eva@example.com or +421 905 123 456.`
  await ask(created, text)
  await ask(created, text)
  expect(model.embeddings).toMatchObject([{ input: [`${question} Write to [email] or [phone].`] }])
})

test('a question also searched without its conversation is embedded once', async () => {
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

test('greetings, thanks, anger and requests for a person aren’t sent', async () => {
  const created = await embedded()
  model.embeddings.length = 0
  for (const text of ['Good morning team', 'Thanks for your help', 'This is useless', 'I want a human'])
    await ask(created, text)
  expect(model.embeddings).toEqual([])
})
