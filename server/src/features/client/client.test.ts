import {
  openVisitorSession,
  sendVisitorMessage,
  listVisitorConversations,
  endVisitorSession,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../test/server.ts'

const server = await testServer()
afterAll(() => server[Symbol.asyncDispose]())
const open = (public_key: string, host_origin: string, more = {}) =>
  server.browser().call(openVisitorSession, { public_key, host_origin, locale: 'en', ...more })

test('a visit starts without a cookie; its token is told once and resumes it', async () => {
  const { integration } = await server.seed.integration()
  const visitor = server.browser()
  const input = {
    public_key: integration.public_key,
    host_origin: 'https://shop.example',
    locale: 'en' as const,
  }
  const first = await visitor.call(openVisitorSession, input)
  expect(first.token).toMatch(/^[\w-]{43}$/)
  visitor.headers.authorization = `Bearer ${first.token}`
  const conversation_id = crypto.randomUUID()
  await visitor.call(sendVisitorMessage, {
    conversation_id,
    id: crypto.randomUUID(),
    body: 'Hi',
    locale: 'en',
  })
  const again = await visitor.call(openVisitorSession, input)
  expect(again).toMatchObject({
    token: null,
    contact: { id: first.contact.id },
    conversations: [{ id: conversation_id }],
  })
})

test('SEC-19 403: a page that is none of the workspace’s gets no token', async () => {
  const { integration } = await server.seed.integration({ url: 'https://shop.example' })
  for (const origin of ['https://evil.example', 'https://shop.example.evil.example', 'null', '']) {
    await expect(open(integration.public_key, origin), origin).rejects.toMatchObject({
      code: 'domain_not_allowed',
    })
  }
  for (const origin of ['https://shop.example', 'https://www.shop.example', 'http://localhost:3000']) {
    await open(integration.public_key, origin)
  }
})

test('404: a key that names nothing', async () => {
  await expect(open('pk_aaaaaaaaaaaaaaaaaaaa', 'https://shop.example')).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('SEC-10 a token of one workspace starts anew in another', async () => {
  const a = await server.seed.conversation()
  const b = await server.seed.integration()
  const there = await a.visitor.browser.call(openVisitorSession, {
    public_key: b.integration.public_key,
    host_origin: 'https://shop.example',
    locale: 'en',
  })
  expect(there.conversations).toEqual([])
  expect(there.contact.id).not.toBe(a.visitor.contact_id)
})

test('SEC-26 a typed address shows no other visitor’s conversations', async () => {
  const { integration } = await server.seed.conversation()
  const other = await server.seed.visitor(integration.public_key)
  await other.browser.request('PUT', '/api/visitor/contact', { email: 'eva@example.com', name: 'Eva' })
  expect(await other.browser.call(listVisitorConversations, {})).toEqual([])
})

test('SEC-28 an ended visit opens nothing any more', async () => {
  const { visitor } = await server.seed.conversation()
  await visitor.browser.call(endVisitorSession, {})
  await expect(visitor.browser.call(listVisitorConversations, {})).rejects.toMatchObject({
    code: 'unauthenticated',
  })
})

test('a visitor’s calls need no CSRF token, and a cookie is nothing to them', async () => {
  const { visitor, browser } = await server.seed.conversation()
  const reply = await browser.request('GET', '/api/visitor/conversation')
  expect(reply.statusCode).toBe(401)
  const bare = await server.app.inject({
    method: 'PUT',
    url: '/api/visitor/contact',
    headers: { authorization: visitor.browser.headers.authorization ?? '' },
    payload: { name: 'Eva' },
  })
  expect(bare.statusCode).toBe(200)
})

test('conversations of the preview page are marked as tests', async () => {
  const { integration, browser, integration_id } = await server.seed.integration()
  const session = await open(integration.public_key, server.config.app_url, { is_preview: true })
  const visitor = server.browser()
  visitor.headers.authorization = `Bearer ${session.token}`
  await visitor.call(sendVisitorMessage, {
    conversation_id: crypto.randomUUID(),
    id: crypto.randomUUID(),
    body: 'Hi',
    locale: 'en',
  })
  const reply = await browser.request('GET', `/api/integration/${integration_id}/conversation?view=automated`)
  expect(reply.json().data.items).toMatchObject([{ is_test: true }])
})
