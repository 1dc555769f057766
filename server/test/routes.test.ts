import {
  requestPerson,
  contactDataPath,
  createTag,
  deleteConversation,
  eraseContact,
  getContact,
  getConversation,
  importErrorsPath,
  leaveTeam,
  listContactTimeline,
  listDrafts,
  listMessages,
  listScheduledMessages,
  can,
  type Right,
  rights,
  type Role,
  type Route,
  type ConversationAccess,
  sendMessage,
  startBulkAction,
  startContactBulkAction,
  updateContact,
  updateMember,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import type { MountedRoute } from '#platform/http/mount.ts'
import { bodyOf } from './route-bodies.ts'
import { type Browser, testServer } from './server.ts'

/*
 * Rules that hold for every route, tried on every route: a route added tomorrow is tried tomorrow. They are one file,
 * since all of them walk the one table of routes, with the same two workspaces.
 */

const server = await testServer()
afterAll(() => server[Symbol.asyncDispose]())
const canary = 'CANARY-of-workspace-A'
const password = 'correct horse battery'

type Ids = Record<string, string>
const fill = (path: string, ids: Ids) =>
  path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? crypto.randomUUID())
const send = (who: Browser, route: Route, ids: Ids, headers: Record<string, string> = {}) =>
  who.request(
    route.method,
    fill(route.path, ids),
    route.method === 'GET' ? undefined : (bodyOf[route.path]?.(here) ?? {}),
    {
      'sec-fetch-site': 'same-origin',
      ...headers,
    },
  )

async function workspace() {
  const created = await server.seed.conversation()
  const { integration_id, conversation_id, browser, visitor } = created
  await browser.call(updateContact, { integration_id, contact_id: visitor.contact_id, name: canary })
  await browser.call(sendMessage, { integration_id, conversation_id, id: crypto.randomUUID(), body: canary })
  await visitor.browser.call(requestPerson, { conversation_id })
  const tag = await browser.call(createTag, { integration_id, name: canary })
  return {
    ...created,
    ids: {
      integration_id,
      conversation_id,
      contact_id: visitor.contact_id,
      assignee_id: created.user.id,
      tag_id: tag.id,
    } as Ids,
  }
}
const a = await workspace()
const b = await workspace()
const here = { conversation_id: a.conversation_id, contact_id: a.visitor.contact_id }
const inIntegration = ({ route }: MountedRoute) => route.path.includes(':integration_id')
const isPublic = ({ guard }: MountedRoute) => guard === 'public'
const label = ({ route }: MountedRoute) => `${route.method} ${route.path}`
const state = async () =>
  JSON.stringify([
    await a.browser.call(getConversation, {
      integration_id: a.integration_id,
      conversation_id: a.conversation_id,
    }),
  ])

/** What a workspace has of its conversation. */
const everything = () => {
  const of = { integration_id: a.integration_id, conversation_id: a.conversation_id }
  return Promise.all([
    a.browser.call(getConversation, of),
    a.browser.call(listMessages, of),
    a.browser.call(listScheduledMessages, of),
    a.browser.call(listDrafts, of),
  ])
}

test('SEC-12 401: without a session or token only the listed public routes answer', async () => {
  const open = [
    '/api/auth/sign-up',
    '/api/auth/sign-in',
    '/api/auth/verify-email',
    '/api/auth/email/undo',
    '/api/auth/passkey',
    '/api/auth/passkey/start',
    '/api/auth/password/forgot',
    '/api/auth/password/reset',
    '/api/auth/password/reset/show',
    '/api/invitation/show',
    '/api/contact-mails/stop',
    '/api/notification-mails/stop',
    '/api/reply-link/message',
    '/api/reply-link/open',
    '/api/visitor/session',
  ]
  expect(
    server.mounted
      .filter(isPublic)
      .map(({ route }) => route.path)
      .sort(),
  ).toEqual(open.sort())
  for (const mounted of server.mounted.filter((each) => !isPublic(each))) {
    const reply = await send(server.browser(), mounted.route, a.ids)
    expect(reply.statusCode, label(mounted)).toBe(401)
  }
})

test('SEC-12 a route without a policy stops the boot', () => {
  expect(() => server.app.get('/unguarded', async () => 'x')).toThrow()
})

test('S7.01 SEC-04 409: an unverified person gets no further than the calls about the address', async () => {
  const { browser } = await server.seed.user({ is_verified: false })
  const free = ['/api/user', '/api/auth/sign-out', '/api/auth/verify-email/resend', '/api/auth/email']
  for (const mounted of server.mounted.filter(
    ({ guard }) => guard.startsWith('member') || guard === 'verified',
  )) {
    const reply = await send(browser, mounted.route, a.ids)
    expect(reply.statusCode, label(mounted)).toBe(409)
  }
  expect(
    server.mounted
      .filter(({ guard }) => guard === 'signed-in')
      .map(({ route }) => route.path)
      .sort(),
  ).toEqual(free.sort())
})

const imported = await server.ctx.transaction((tx) =>
  tx
    .insertInto('contact_import')
    .values({
      integration_id: a.integration_id,
      file_name: 'people.csv',
      encoding: 'utf-8',
      delimiter: ',',
      header: '["email"]',
      by_id: a.user.id,
      by_name: a.user.name,
      rows_total: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow(),
)
/** Routes outside the contract, each with its own check. */
const doors = [
  ['POST', '/api/broadcasting/auth'],
  ['POST', '/broadcasting/user-auth'],
  ['GET', `/api/integration/${a.integration_id}/contact-export`],
  ['GET', contactDataPath(a.integration_id, a.visitor.contact_id)],
  ['GET', importErrorsPath(a.integration_id, imported.id)],
  ['GET', `/api/integration/${a.integration_id}/audit-log-export`],
] as const
const knock = (who: Browser, [method, url]: (typeof doors)[number]) =>
  who.request(
    method,
    url,
    method === 'GET'
      ? undefined
      : { socket_id: '1.1', channel_name: `presence-integration.${a.integration_id}` },
  )
test('SEC-04 every other door has the same lock: unverified 409, expired or nobody 401, no member 403 or 404', async () => {
  const unverified = await server.seed.user({ is_verified: false })
  const otherUser = await server.seed.user()
  const person = await server.seed.member(a.integration_id, 'admin')
  for (const door of doors) {
    expect((await knock(person.browser, door)).statusCode, door[1]).toBe(200)
    expect((await knock(unverified.browser, door)).statusCode, door[1]).toBe(409)
    expect((await knock(server.browser(), door)).statusCode, door[1]).toBe(401)
    const isAboutWorkspace = !door[1].includes('user-auth')
    const asStranger = (await knock(otherUser.browser, door)).statusCode
    expect(isAboutWorkspace ? [403, 404] : [200], door[1]).toContain(asStranger)
  }
  await server.later(31 * 24 * 60 * 60 * 1000, async () => {
    for (const door of doors) expect((await knock(person.browser, door)).statusCode, door[1]).toBe(401)
    expect((await send(person.browser, getConversation, a.ids)).statusCode).toBe(401)
  })
})

test('SEC-17 419 comes after 401 and before everything that follows', async () => {
  for (const mounted of server.mounted.filter(
    ({ credential, route }) => credential === 'cookie' && route.method !== 'GET',
  )) {
    const reply = await send(a.browser, mounted.route, a.ids, { 'x-xsrf-token': 'forged' })
    expect(reply.statusCode, label(mounted)).toBe(419)
  }
})

test('SEC-10 SEC-11 404: with another workspace’s session nothing of A is reached, shown or changed', async () => {
  const before = await state()
  for (const mounted of server.mounted.filter(inIntegration)) {
    const attempts = [
      a.ids, // A's ids whole
      { ...a.ids, integration_id: a.integration.public_key },
      ...Object.keys(a.ids)
        .filter((name) => name !== 'integration_id' && mounted.route.path.includes(`:${name}`))
        .map((name) => ({ ...b.ids, [name]: a.ids[name] ?? '' })), // one of A's among B's own
    ]
    for (const ids of attempts) {
      const reply = await send(b.browser, mounted.route, ids)
      expect(reply.statusCode, `${label(mounted)} ${JSON.stringify(ids)}`).toBe(404)
      expect(reply.body).not.toContain(canary)
    }
  }
  expect(await state()).toBe(before)
})

test('SEC-10 404: with another visitor’s token nothing of A is reached', async () => {
  for (const mounted of server.mounted.filter(
    ({ guard, route }) => guard === 'visitor' && route.path.includes(':'),
  )) {
    const reply = await send(b.visitor.browser, mounted.route, a.ids)
    expect(reply.statusCode, label(mounted)).toBe(404)
    expect(reply.body).not.toContain(canary)
  }
})

test('SEC-10 404: an absent id and another’s id get the same answer', async () => {
  const route = getConversation
  const absent = await send(b.browser, route, { ...b.ids, conversation_id: crypto.randomUUID() })
  const foreign = await send(b.browser, route, { ...b.ids, conversation_id: a.conversation_id })
  expect(absent.json()).toEqual(foreign.json())
})

test('S6.02 403: every role on every route of its own workspace, exactly as the table of rights says', async () => {
  const roles: Role[] = ['admin', 'editor', 'agent', 'viewer']
  const isOfMembers = ({ guard, route }: MountedRoute) => guard.startsWith('member:') && route !== leaveTeam
  const leaving = server.mounted.filter(({ route }) => route === leaveTeam)
  for (const role of roles) {
    const person = await server.seed.member(a.integration_id, role)
    // Leaving comes last.
    for (const mounted of [...server.mounted.filter(isOfMembers), ...leaving]) {
      // Guards of members are named after their right.
      const right = mounted.guard.slice('member:'.length) as Right
      const isAllowed = (rights[right] as readonly Role[]).includes(role)
      // Erased or deleted items would be missing for the routes that follow.
      const ids = { ...a.ids }
      if (mounted.route === eraseContact) ids['contact_id'] = crypto.randomUUID()
      if (mounted.route === deleteConversation) ids['conversation_id'] = crypto.randomUUID()
      const reply = await send(person.browser, mounted.route, ids, { 'x-integration-id': a.integration_id })
      expect(reply.statusCode !== 403, `${role} ${label(mounted)}`).toBe(isAllowed)
    }
  }
})

test('S6.02 404: no route with a conversation does anything for an agent who does not see it', async () => {
  const agent = await server.seed.member(a.integration_id, 'agent')
  const see = (sees: ConversationAccess) =>
    a.browser.call(updateMember, { integration_id: a.integration_id, user_id: agent.user.id, sees })
  const mayCall = ({ guard }: MountedRoute) =>
    guard.startsWith('member:') && can('agent', guard.slice('member:'.length) as Right)
  const ofConversation = server.mounted.filter(
    (mounted) => mounted.route.path.includes(':conversation_id') && mayCall(mounted),
  )
  expect(ofConversation.length).toBeGreaterThan(30)
  const isPut = async () => JSON.stringify(await everything())
  const before = await isPut()
  const absent = await send(agent.browser, getConversation, {
    ...a.ids,
    conversation_id: crypto.randomUUID(),
  })
  for (const sees of ['own', 'team'] as const) {
    await see(sees)
    for (const mounted of ofConversation) {
      const reply = await send(agent.browser, mounted.route, a.ids)
      expect(reply.statusCode, `${sees} ${label(mounted)}`).toBe(404)
      // It is indistinguishable from one that never existed.
      expect(reply.json()).toEqual(absent.json())
    }
    const bulk = await send(agent.browser, startBulkAction, a.ids)
    expect([bulk.statusCode, bulk.json()]).toEqual([404, absent.json()])
  }
  expect(await isPut()).toBe(before)
  await see('all')
  expect((await send(agent.browser, getConversation, a.ids)).statusCode).toBe(200)
})

test('S6.02 404: no route with a contact does anything for an agent who does not see them', async () => {
  const agent = await server.seed.member(a.integration_id, 'agent')
  const { integration_id } = a
  const { contact_id } = a.visitor
  const of = { integration_id, contact_id }
  const mayCall = ({ guard }: MountedRoute) =>
    guard.startsWith('member:') && can('agent', guard.slice('member:'.length) as Right)
  const see = (sees: ConversationAccess) =>
    a.browser.call(updateMember, { integration_id, user_id: agent.user.id, sees })
  const ofContact = server.mounted.filter(
    (mounted) => mounted.route.path.includes(':contact_id') && mayCall(mounted),
  )
  expect(ofContact.length).toBeGreaterThanOrEqual(10)
  const existing = async () =>
    JSON.stringify([await a.browser.call(getContact, of), await a.browser.call(listContactTimeline, of)])
  const before = await existing()
  const absent = await send(agent.browser, getContact, { ...a.ids, contact_id: crypto.randomUUID() })
  for (const sees of ['own', 'team'] as const) {
    await see(sees)
    for (const mounted of ofContact) {
      const reply = await send(agent.browser, mounted.route, a.ids)
      expect(reply.statusCode, `${sees} ${label(mounted)}`).toBe(404)
      expect(reply.json()).toEqual(absent.json())
    }
    const bulk = await send(agent.browser, startContactBulkAction, a.ids)
    expect([bulk.statusCode, bulk.json()]).toEqual([404, absent.json()])
    // What the guard lets through shows nothing of them either.
    for (const { route } of server.mounted.filter(
      (mounted) => inIntegration(mounted) && mayCall(mounted) && mounted.route.method === 'GET',
    )) {
      const reply = await send(agent.browser, route, { integration_id })
      expect(reply.body, `${sees} ${route.path}`).not.toContain(contact_id)
    }
  }
  expect(await existing()).toBe(before)
  await see('all')
  expect((await send(agent.browser, getContact, a.ids)).statusCode).toBe(200)
})

test('SEC-05 a removed member is out at once', async () => {
  const person = await server.seed.member(a.integration_id, 'agent')
  expect((await send(person.browser, getConversation, a.ids)).statusCode).toBe(200)
  await server.ctx.transaction((tx) =>
    tx.deleteFrom('member').where('user_id', '=', person.user.id).execute(),
  )
  expect((await send(person.browser, getConversation, a.ids)).statusCode).toBe(404)
  for (const door of doors.filter(([, url]) => !url.includes('user-auth'))) {
    expect([403, 404], door[1]).toContain((await knock(person.browser, door)).statusCode)
  }
})

test('SEC-13 what is not the caller’s to set is set by no write: ids, keys, roles, authors, numbers, times', async () => {
  const { browser, integration_id, conversation_id, visitor, user } = await server.seed.conversation()
  const id = crypto.randomUUID()
  const theirs = {
    id,
    integration_id: a.integration_id,
    public_key: 'pk_mine',
    role: 'viewer',
    created_at: '2020-01-01T00:00:00.000Z',
    onboarded_at: '2020-01-01T00:00:00.000Z',
    user_id: a.user.id,
    contact_id: a.visitor.contact_id,
    plan: 'business',
    author: 'assistant',
    author_id: a.user.id,
    kind: 'note',
    seq: 99,
    prev: 98,
    citations: [{ number: 1 }],
    seen_seq: 99,
    first_seen_at: '2020-01-01T00:00:00.000Z',
    is_online: false,
  }
  const put = async (who: Browser, method: string, url: string, body: object) =>
    (await who.request(method, url, { ...theirs, ...body })).json().data
  const own = await put(browser, 'PUT', '/api/integration', { name: 'New', url: 'https://x.example' })
  expect(own).toMatchObject({ role: 'owner', onboarded_at: null })
  expect([own.id, own.public_key, own.created_at]).not.toEqual(
    expect.arrayContaining([expect.stringMatching(`${id}|pk_mine|^2020`)]),
  )
  const before = (await browser.request('GET', `/api/integration/${integration_id}`)).json().data
  const renamed = await put(browser, 'PUT', `/api/integration/${integration_id}`, { name: 'Renamed' })
  expect(renamed).toEqual({ ...before, name: 'Renamed' })

  const contact = `/api/integration/${integration_id}/contact/${visitor.contact_id}`
  const existing = (await browser.request('GET', contact)).json().data
  const named = await put(browser, 'PUT', contact, { name: 'Jana' })
  expect({ ...named, last_seen_at: '' }).toEqual({ ...existing, name: 'Jana', last_seen_at: '' })

  const message = { id: crypto.randomUUID(), body: 'Hi', locale: 'en' }
  const sent = await put(
    visitor.browser,
    'POST',
    `/api/visitor/conversation/${conversation_id}/message`,
    message,
  )
  expect(sent).toMatchObject({ id: message.id, author: 'contact', kind: 'text', citations: [] })
  const reply = await put(
    browser,
    'POST',
    `/api/integration/${integration_id}/conversation/${conversation_id}/message`,
    { id: crypto.randomUUID(), body: 'Hello', kind: 'text' },
  )
  expect(reply).toMatchObject({ author: 'member', author_id: user.id, kind: 'text', citations: [] })
  for (const { seq, prev } of [sent, reply]) expect([seq < 90, prev < seq]).toEqual([true, true])
})

test('SEC-14 422: odd values in every field of every public form are refused, never a 500', async () => {
  const odd = [
    "'; select pg_sleep(2); --",
    { $ne: 1 },
    ['a'],
    { __proto__: { x: 1 } },
    'a\0b',
    '\ud800',
    1e308,
    null,
    true,
  ]
  const forms = {
    '/api/auth/sign-up': ['name', 'email', 'password'],
    '/api/auth/sign-in': ['email', 'password'],
    '/api/auth/verify-email': ['token'],
    '/api/auth/password/reset': ['token', 'password'],
  }
  for (const [url, fields] of Object.entries(forms)) {
    for (const field of fields) {
      for (const value of odd) {
        const body = {
          name: 'X',
          email: `o-${crypto.randomUUID()}@example.com`,
          password,
          token: 'x',
          [field]: value,
        }
        const reply = await server.browser().request('POST', url, body)
        expect([200, 422], `${url} ${field} ${JSON.stringify(value)}`).toContain(reply.statusCode)
      }
    }
  }
})

test('S3.01 every path of a workspace takes its id and its public key alike, and answers in data', async () => {
  const { id, public_key } = a.integration
  const read = server.mounted.filter((mounted) => inIntegration(mounted) && mounted.route.method === 'GET')
  expect(read.length).toBeGreaterThan(5)
  for (const mounted of read) {
    const by = async (integration_id: string) => {
      const reply = await send(a.browser, mounted.route, { ...a.ids, integration_id })
      return { status: reply.statusCode, body: reply.json() }
    }
    const byId = await by(id)
    expect(await by(public_key), label(mounted)).toEqual(byId)
    const isRefused = byId.status === 404 || byId.status === 422
    expect('data' in byId.body, `${label(mounted)} ${byId.status}`).toBe(!isRefused)
  }
  expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  expect(public_key).toMatch(/^pk_\w{8,}$/)
  const { data } = (await a.browser.request('GET', '/api/user')).json()
  // The whole workspace, the same in each place.
  expect(data.active_integration).toEqual(
    (await a.browser.request('GET', `/api/integration/${id}`)).json().data,
  )
  expect(data.integrations).toEqual([data.active_integration])
  const nobody = await server.seed.user()
  expect((await nobody.browser.request('GET', '/api/user')).json().data.active_integration).toBeNull()
})

test('S2.24 404: an unknown call names its path, in the words of the specification in every language', async () => {
  const reply = await server.browser().request('GET', '/api/nothing/here?x=1')
  expect(reply.statusCode).toBe(404)
  expect(reply.json()).toMatchObject({ code: 'page_not_found', message: 'Page not found: /api/nothing/here' })
  const slovak = await server.browser().request('GET', '/api/nothing', undefined, { 'accept-language': 'sk' })
  expect(slovak.json()).toMatchObject({ message: 'Page not found: /api/nothing' })
})
