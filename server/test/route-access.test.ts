import {
  basicRights,
  changeRole,
  createCustomRole,
  deleteConversation,
  eraseContact,
  getContact,
  getConversation,
  leaveTeam,
  listContactTimeline,
  listDrafts,
  listMessages,
  listScheduledMessages,
  roleHas,
  type Right,
  rights,
  type Role,
  type ConversationAccess,
  startBulkAction,
  startContactBulkAction,
  updateMember,
  withholdableRights,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import type { MountedRoute } from '#platform/http/mount.ts'
import { canary, inIntegration, label, mountedRoutes } from './mounted-routes.ts'

const { server, a, workspace, send } = await mountedRoutes()
afterAll(() => server[Symbol.asyncDispose]())
const b = await workspace()

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

test('SEC-10 SEC-11 404: with another workspace’s session nothing of A can be read or changed', async () => {
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

test('SEC-10 404: another visitor’s token reaches nothing of A', async () => {
  for (const mounted of server.mounted.filter(
    ({ guard, route }) => guard === 'visitor' && route.path.includes(':'),
  )) {
    const reply = await send(b.visitor.browser, mounted.route, a.ids)
    expect(reply.statusCode, label(mounted)).toBe(404)
    expect(reply.body).not.toContain(canary)
  }
})

test('SEC-10 404: an unknown id and another workspace’s id get the same response', async () => {
  const route = getConversation
  const absent = await send(b.browser, route, { ...b.ids, conversation_id: crypto.randomUUID() })
  const foreign = await send(b.browser, route, { ...b.ids, conversation_id: a.conversation_id })
  expect(absent.json()).toEqual(foreign.json())
})

test('S3.01 every route of a workspace takes its public key as well as its id', async () => {
  const { ids, browser, integration } = await workspace()
  const byKey = { ...ids, integration_id: integration.public_key }
  const statusOf = async (mounted: MountedRoute, named: typeof ids) =>
    (await send(browser, mounted.route, named)).statusCode
  for (const mounted of server.mounted.filter(inIntegration)) {
    const status = await statusOf(mounted, byKey)
    expect(status, label(mounted)).toBeLessThan(500)
    // A write may change what the next one finds.
    const expected = mounted.route.method === 'GET' ? await statusOf(mounted, ids) : status
    expect(status, label(mounted)).toBe(expected)
  }
})

test('S6.02 403: every role on every route of its own workspace, exactly as in the table of rights', async () => {
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

test('S6.02 403: a custom role without any rights keeps only what every member has, on every route', async () => {
  const { integration_id } = a
  const person = await server.seed.member(integration_id, 'admin')
  const withheld = withholdableRights.filter((right) => roleHas('admin', right))
  const fields = { integration_id, name: 'Reader', base_role: 'admin' as const, withheld }
  const { id: custom_role_id } = await a.browser.call(createCustomRole, fields)
  const given = { integration_id, user_id: person.user.id, role: 'admin', custom_role_id } as const
  await a.browser.call(changeRole, given)
  const ofMembers = server.mounted.filter(
    ({ guard, route }) => guard.startsWith('member:') && route !== leaveTeam,
  )
  for (const mounted of ofMembers) {
    const isAllowed = basicRights.some((right) => mounted.guard === `member:${right}`)
    const reply = await send(person.browser, mounted.route, a.ids, { 'x-integration-id': integration_id })
    expect(reply.statusCode !== 403, label(mounted)).toBe(isAllowed)
  }
})

test('S6.02 404: no route with a conversation works for an agent who can’t see it', async () => {
  const agent = await server.seed.member(a.integration_id, 'agent')
  const see = (conversation_access: ConversationAccess) =>
    a.browser.call(updateMember, {
      integration_id: a.integration_id,
      user_id: agent.user.id,
      conversation_access,
    })
  const mayCall = ({ guard }: MountedRoute) =>
    guard.startsWith('member:') && roleHas('agent', guard.slice('member:'.length) as Right)
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
  for (const conversation_access of ['own', 'team'] as const) {
    await see(conversation_access)
    for (const mounted of ofConversation) {
      const reply = await send(agent.browser, mounted.route, a.ids)
      expect(reply.statusCode, `${conversation_access} ${label(mounted)}`).toBe(404)
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

test('S6.02 404: no route with a contact works for an agent who can’t see them', async () => {
  const agent = await server.seed.member(a.integration_id, 'agent')
  const { integration_id } = a
  const { contact_id } = a.visitor
  const of = { integration_id, contact_id }
  const mayCall = ({ guard }: MountedRoute) =>
    guard.startsWith('member:') && roleHas('agent', guard.slice('member:'.length) as Right)
  const see = (conversation_access: ConversationAccess) =>
    a.browser.call(updateMember, { integration_id, user_id: agent.user.id, conversation_access })
  const ofContact = server.mounted.filter(
    (mounted) => mounted.route.path.includes(':contact_id') && mayCall(mounted),
  )
  expect(ofContact.length).toBeGreaterThanOrEqual(10)
  const existing = async () =>
    JSON.stringify([await a.browser.call(getContact, of), await a.browser.call(listContactTimeline, of)])
  const before = await existing()
  const absent = await send(agent.browser, getContact, { ...a.ids, contact_id: crypto.randomUUID() })
  for (const conversation_access of ['own', 'team'] as const) {
    await see(conversation_access)
    for (const mounted of ofContact) {
      const reply = await send(agent.browser, mounted.route, a.ids)
      expect(reply.statusCode, `${conversation_access} ${label(mounted)}`).toBe(404)
      expect(reply.json()).toEqual(absent.json())
    }
    const bulk = await send(agent.browser, startContactBulkAction, a.ids)
    expect([bulk.statusCode, bulk.json()]).toEqual([404, absent.json()])
    // What the guard lets through shows nothing of them either.
    for (const { route } of server.mounted.filter(
      (mounted) => inIntegration(mounted) && mayCall(mounted) && mounted.route.method === 'GET',
    )) {
      const reply = await send(agent.browser, route, { integration_id })
      expect(reply.body, `${conversation_access} ${route.path}`).not.toContain(contact_id)
    }
  }
  expect(await existing()).toBe(before)
  await see('all')
  expect((await send(agent.browser, getContact, a.ids)).statusCode).toBe(200)
})
