import {
  createTextSource,
  getDataSource,
  getEmbeddingProgress,
  type Input,
  tryAssistant,
  updateLanguageModel,
} from '@ozvi/contract'
import { type EmbeddingBehavior, fakeModel } from '../../../../test/fake-model.ts'
import { type Browser, testServer } from '../../../../test/server.ts'

/** Each a source, and one passage. */
export const house = [
  'Pets are welcome on the ground floor.',
  'Breakfast with coffee, tea and rolls is from seven until ten in the morning.',
  'Cars stay in the garage across the street for nine euros.',
  'Keys wait at reception from three in the afternoon.',
  'The password of the wireless network is printed on every card.',
  'Sauna and pool close at nine in the evening.',
]
/** Long enough for several requests. */
export const rules = Array.from(
  { length: 100 },
  (_, index) => `# Rule ${index}\n\nParagraph ${index}. ${'We are glad to tell you more. '.repeat(30)}`,
).join('\n\n')
export const isOfRules = ({ input }: { input: string[] }) => input.some((text) => text.includes('Rule'))
/** Has no word in common with the passage that answers it. */
export const question = 'May a terrier join us?'

export const idle: EmbeddingBehavior = { respond: () => {} }

type Workspace = { browser: Browser; integration_id: string }
type Changes = Omit<Input<typeof updateLanguageModel>, 'integration_id'>

/** A server whose workspaces can embed their texts with a fake model. */
export async function embeddingServer() {
  const model = await fakeModel()
  const timings = { first_byte_ms: 500, idle_ms: 400, total_ms: 1_200 }
  const server = await testServer({ EGRESS_ALLOW: model.host }, { model: timings })
  async function addText({ browser, integration_id }: Workspace, body: string) {
    const source_id = crypto.randomUUID()
    await browser.call(createTextSource, { integration_id, id: source_id, name: 'Help', body })
    await server.eventually(
      async () =>
        (await browser.call(getDataSource, { integration_id, source_id })).status === 'ready' || undefined,
    )
    return source_id
  }
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

  return {
    model,
    server,
    addText,
    connect,
    progressOf,
    complete,
    failed,
    addHouse,
    embedded,
    ask,
    vectorsOf,
    async close() {
      await server[Symbol.asyncDispose]()
      model.close()
    },
  }
}
