import {
  createQuestionSource,
  getUsage,
  listDataSources,
  listVisitorMessages,
  openVisitorSession,
  sendVisitorMessage,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { type Browser, testServer } from '../../../test/server.ts'

const server = await testServer()
afterAll(() => server[Symbol.asyncDispose]())
const id = (): string => crypto.randomUUID()

async function uploadFile(browser: Browser, integration_id: string) {
  const form = new FormData()
  form.set('id', id())
  form.set('file', new File(['Otvárame o ôsmej.'], 'hodiny.txt'))
  const body = new Response(form)
  const reply = await browser.request(
    'POST',
    `/api/integration/${integration_id}/data-source/file`,
    Buffer.from(await body.arrayBuffer()),
    { 'content-type': body.headers.get('content-type') ?? '' },
  )
  expect(reply.statusCode).toBe(200)
}

/** Asks a question and waits for the sourced answer. */
async function askQuestion(visitor: Browser, started?: string) {
  const conversation_id = started ?? id()
  const answers = async () =>
    (await visitor.call(listVisitorMessages, { conversation_id })).filter(
      ({ kind, citations }) => kind === 'answer' && citations.length > 0,
    ).length
  const before = started ? await answers() : 0
  await visitor.call(sendVisitorMessage, {
    conversation_id,
    id: id(),
    body: 'Ako vrátim tovar?',
    locale: 'sk',
  })
  await server.eventually(async () => ((await answers()) > before ? true : undefined))
  return conversation_id
}

test('a self-hosted installation has no limits, and its usage is counted: members, pages, answered conversations', async () => {
  const { browser, integration_id, integration, email, password } = await server.seed.integration()
  await server.seed.member(integration_id, 'agent')
  await uploadFile(browser, integration_id)
  await browser.call(createQuestionSource, {
    integration_id,
    id: id(),
    question: 'Ako vrátim tovar?',
    answer: 'Do 14 dní, na našej adrese.',
  })
  await server.eventually(async () => {
    const sources = await browser.call(listDataSources, { integration_id })
    return sources.every(({ status }) => status === 'ready') || undefined
  })
  const none = { members: null, indexed_items: null, assistant_conversations: null }
  expect(await browser.call(getUsage, { integration_id })).toMatchObject({
    plan: 'self_hosted',
    limits: none,
    members: 2,
    indexed_items: 1, // a saved answer is neither a page nor a file
    assistant_conversations: 0,
  })

  const visit = {
    public_key: integration.public_key,
    host_origin: 'https://shop.example',
    locale: 'sk' as const,
  }
  const come = async (more = {}) => {
    const visitor = server.browser()
    const { token } = await visitor.call(openVisitorSession, { ...visit, ...more })
    visitor.headers.authorization = `Bearer ${token}`
    return visitor
  }
  const counted = async () => (await browser.call(getUsage, { integration_id })).assistant_conversations
  const visitor = await come()
  const conversation_id = await askQuestion(visitor)
  await askQuestion(visitor, conversation_id)
  expect(await counted()).toBe(1)
  await askQuestion(await come({ is_preview: true }))
  expect(await counted()).toBe(1)
  await askQuestion(await come())
  expect(await counted()).toBe(2)

  const month = new Date()
  const next_ms = Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1) - Date.now()
  await server.later(next_ms, async () => {
    const again = await server.signIn(email, password)
    expect(await again.call(getUsage, { integration_id })).toMatchObject({ assistant_conversations: 0 })
  })
})

test('S6.02 404 and 403: only owners and admins of a workspace see its usage', async () => {
  const a = await server.seed.integration()
  const b = await server.seed.integration()
  const { integration_id } = a
  await expect(b.browser.call(getUsage, { integration_id })).rejects.toMatchObject({ code: 'not_found' })
  const admin = await server.seed.member(integration_id, 'admin')
  const editor = await server.seed.member(integration_id, 'editor')
  expect(await admin.browser.call(getUsage, { integration_id })).toMatchObject({ members: 3 })
  await expect(editor.browser.call(getUsage, { integration_id })).rejects.toMatchObject({ code: 'forbidden' })
})
