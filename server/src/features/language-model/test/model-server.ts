import {
  createTextSource,
  getDataSource,
  type Input,
  tryAssistant,
  updateLanguageModel,
} from '@ozvi/contract'
import { afterAll, beforeEach } from 'vitest'
import { fakeModel, type ModelBehavior } from '../../../../test/fake-model.ts'
import { type Browser, testServer } from '../../../../test/server.ts'

/** The test waits for these limits of the model. */
export const timings = { first_byte_ms: 500, idle_ms: 400, total_ms: 1_200 }

export const help = `# Shipping

Shipping with a courier costs 3.90 EUR. Orders above 50 EUR ship free of charge. Couriers deliver within two working days, and you get a link to follow the parcel by email.

# Returns

You can return goods within 30 days of delivery. Returned goods must not be used. We refund the price within 14 days.`
export const question = 'How much does shipping with a courier cost?'

type Changes = Omit<Input<typeof updateLanguageModel>, 'integration_id'>

/** A server that reaches two fake models, and workspaces that are connected to the first one. */
export async function modelServer() {
  const model = await fakeModel()
  const elsewhere = await fakeModel()
  const server = await testServer({ EGRESS_ALLOW: `${model.host},${elsewhere.host}` }, { model: timings })
  afterAll(async () => {
    await server[Symbol.asyncDispose]()
    model.close()
    elsewhere.close()
  })
  beforeEach(() => {
    model.requests.length = 0
    elsewhere.requests.length = 0
  })

  async function workspace(changes: Changes = {}, body = help) {
    const created = await server.seed.integration()
    const { browser, integration_id, integration } = created
    const source_id = crypto.randomUUID()
    await browser.call(createTextSource, { integration_id, id: source_id, name: 'Help', body })
    await server.eventually(
      async () =>
        (await browser.call(getDataSource, { integration_id, source_id })).status === 'ready' || undefined,
    )
    await browser.call(updateLanguageModel, {
      integration_id,
      base_url: model.base_url,
      chat_model: 'test-model',
      key: model.key,
      ...changes,
    })
    const visitor = await server.seed.visitor(integration.public_key)
    return { ...created, visitor }
  }
  const ask = async (
    { browser, integration_id }: { browser: Browser; integration_id: string },
    behavior: ModelBehavior,
    text = question,
  ) => {
    model.behavior = behavior
    return browser.call(tryAssistant, { integration_id, text, locale: 'en' })
  }
  return { server, model, elsewhere, workspace, ask }
}
