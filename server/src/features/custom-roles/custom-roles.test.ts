import {
  acceptInvitation,
  addSsoDomain,
  applyCustomRoleDeleted,
  applyCustomRoleSaved,
  assignConversation,
  changeRole,
  createApiKey,
  createCustomRole,
  createTag,
  type CustomRole,
  customRolesMax,
  deleteCustomRole,
  getConversation,
  getIntegration,
  inviteUser,
  listAuditEntries,
  listCustomRoles,
  listUsers,
  removeMember,
  resendInvitation,
  sendMessage,
  updateCustomRole,
  updateMember,
  updateSingleSignOn,
  verifySsoDomain,
  type WithholdableRight,
} from '@ozvi/contract'
import { RawClient } from '#platform/realtime/test/raw-client.ts'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../test/server.ts'
import { openRealtimePort } from '../../../test/realtime-port.ts'

const server = await testServer({}, { isAnswering: false })
const { port, close } = await openRealtimePort(server)
const sockets: RawClient[] = []
afterAll(async () => {
  for (const socket of sockets) socket.drop()
  close()
  await server[Symbol.asyncDispose]()
})
const some = [expect.any(String)]
const forbidden = { code: 'forbidden' }

/** A workspace with one conversation, and ways to make roles and to give them. */
async function shop() {
  const created = await server.seed.conversation()
  const { browser, integration_id } = created
  const role = (base_role: CustomRole['base_role'], ...withheld: WithholdableRight[]) =>
    browser.call(createCustomRole, {
      integration_id,
      name: `Role ${crypto.randomUUID().slice(0, 8)}`,
      base_role,
      withheld,
    })
  /** A new member with a custom role. */
  async function member(custom: CustomRole) {
    const person = await server.seed.member(integration_id, custom.base_role)
    await browser.call(changeRole, {
      integration_id,
      user_id: person.user.id,
      role: custom.base_role,
      custom_role_id: custom.id,
    })
    return person
  }
  return { ...created, role, member, at: { integration_id, conversation_id: created.conversation_id } }
}

test('REL-04 old state + events = new state: roles are created, changed and deleted', async () => {
  const { browser, integration_id, role } = await shop()
  const events = server.watch(`presence-integration.${integration_id}`)
  const before = await browser.call(listCustomRoles, { integration_id })
  const support = await role('agent', 'knowledge.suggest')
  const office = await role('admin', 'contacts.erase', 'contacts.export', 'contacts.erase')
  await browser.call(updateCustomRole, {
    integration_id,
    role_id: support.id,
    name: 'Support',
    withheld: ['conversations.answer'],
  })
  await browser.call(deleteCustomRole, { integration_id, role_id: office.id })
  // Each event has the type of its kind.
  const after = [...events, ...events].reduce<CustomRole[]>((list, { event, data }) => {
    if (event === 'CustomRoleSaved') return applyCustomRoleSaved(list, data as CustomRole)
    if (event === 'CustomRoleDeleted') return applyCustomRoleDeleted(list, data as { id: string })
    return list
  }, before)
  expect(office.withheld).toEqual(['contacts.erase', 'contacts.export'])
  expect(after).toEqual(await browser.call(listCustomRoles, { integration_id }))
  expect(after[0]).toMatchObject({ name: 'Support', withheld: ['conversations.answer'], version: 2 })
  const { items } = await browser.call(listAuditEntries, { integration_id })
  expect(items.slice(0, 4).map(({ action, subject }) => [action, subject])).toEqual([
    ['custom_role_deleted', office.name],
    ['custom_role_changed', 'Support'],
    ['custom_role_created', office.name],
    ['custom_role_created', support.name],
  ])
})

test('403 S6.02 a withheld right is denied from the next request on, and returned when the role is deleted', async () => {
  const { browser, integration_id, role, member } = await shop()
  const custom = await role('editor', 'tags.manage')
  const editor = await member(custom)
  const tag = () => editor.browser.call(createTag, { integration_id, name: crypto.randomUUID() })
  await expect(tag()).rejects.toMatchObject(forbidden)
  expect(await editor.browser.call(getIntegration, { integration_id })).toMatchObject({
    role: 'editor',
    custom_role: { id: custom.id, name: custom.name, withheld: ['tags.manage'] },
  })
  await browser.call(updateCustomRole, { integration_id, role_id: custom.id, withheld: [] })
  await tag()
  await browser.call(updateCustomRole, { integration_id, role_id: custom.id, withheld: ['tags.manage'] })
  await expect(tag()).rejects.toMatchObject(forbidden)
  await browser.call(deleteCustomRole, { integration_id, role_id: custom.id })
  await tag()
  const { users } = await browser.call(listUsers, {})
  expect(users.find(({ user_id }) => user_id === editor.user.id)).toMatchObject({
    role: 'editor',
    custom_role: null,
  })
})

test('403 S6.02 open sockets stay open when a role is renamed; when a right is withheld they are authorized again, and no longer send', async () => {
  const { browser, integration_id, at, role, member } = await shop()
  const custom = await role('agent')
  const agent = await member(custom)
  const channel = `presence-conversation.${at.conversation_id}`
  async function join() {
    const socket = await RawClient.connect(port, {
      path: `/app/${server.ctx.secrets.realtime.key}?protocol=7`,
    })
    sockets.push(socket)
    const reply = await agent.browser.request('POST', '/api/broadcasting/auth', {
      socket_id: socket.id,
      channel_name: channel,
    })
    socket.send({ event: 'pusher:subscribe', data: { channel, ...reply.json<object>() } })
    await socket.waitFor('pusher_internal:subscription_succeeded', channel)
    return socket
  }
  const before = await join()
  await browser.call(updateCustomRole, {
    integration_id,
    role_id: custom.id,
    name: 'First line',
    withheld: [],
  })
  await before.flush()
  expect(before.closed).toBeUndefined()
  await browser.call(updateCustomRole, {
    integration_id,
    role_id: custom.id,
    withheld: ['conversations.answer'],
  })
  expect(await before.waitForClose()).toBe(4200)
  const after = await join()
  after.send({ event: 'client-typing', channel, data: {} })
  const { data } = await after.waitFor('pusher:error')
  expect(JSON.stringify(data)).toContain('may not send client events')
  await expect(
    agent.browser.call(sendMessage, { ...at, id: crypto.randomUUID(), body: 'Hello' }),
  ).rejects.toMatchObject(forbidden)
})

test('a role that can no longer reply leaves no open conversation with its members, and none is assigned to them', async () => {
  const { browser, integration_id, at, role, member } = await shop()
  const custom = await role('agent')
  const agent = await member(custom)
  await browser.call(assignConversation, { ...at, assignee_id: agent.user.id })
  await browser.call(updateCustomRole, {
    integration_id,
    role_id: custom.id,
    withheld: ['conversations.answer'],
  })
  await expect
    .poll(async () => (await browser.call(getConversation, at)).assignee_id, { timeout: 15_000 })
    .toBeNull()
  await expect(browser.call(assignConversation, { ...at, assignee_id: agent.user.id })).rejects.toMatchObject(
    { errors: { assignee_id: some } },
  )
})

test('404 SEC-10 another workspace’s role can’t be changed, deleted, given or invited to', async () => {
  const { browser, integration_id, role } = await shop()
  const other = await shop()
  const theirs = await other.role('agent', 'knowledge.suggest')
  const agent = await server.seed.member(integration_id, 'agent')
  const of = { integration_id, role_id: theirs.id }
  const given = { role: 'agent', custom_role_id: theirs.id } as const
  const missing = { code: 'not_found' }
  await expect(browser.call(updateCustomRole, { ...of, name: 'Mine' })).rejects.toMatchObject(missing)
  await expect(browser.call(deleteCustomRole, of)).rejects.toMatchObject(missing)
  await expect(
    browser.call(changeRole, { integration_id, user_id: agent.user.id, ...given }),
  ).rejects.toMatchObject(missing)
  await expect(browser.call(inviteUser, { email: 'a@example.com', ...given })).rejects.toMatchObject(missing)
  expect(await browser.call(listCustomRoles, { integration_id })).toEqual([])
  expect(await other.browser.call(listCustomRoles, other.at)).toEqual([theirs])
  const own = await role('viewer', 'reports.see')
  await expect(
    browser.call(changeRole, {
      integration_id,
      user_id: agent.user.id,
      role: 'agent',
      custom_role_id: own.id,
    }),
  ).rejects.toMatchObject({ errors: { role: some } })
})

test('422 S6.02 unknown rights, rights outside the built-in role, taken names, an owner and too many roles are rejected', async () => {
  const { browser, integration_id, user, role } = await shop()
  const path = `/api/integration/${integration_id}/role`
  const send = async (body: object) => {
    const reply = await browser.request('POST', path, body)
    return [reply.statusCode, Object.keys(reply.json<{ errors: object }>().errors)]
  }
  const fields = { name: 'Helper', base_role: 'agent', withheld: [] }
  expect(await send({ ...fields, withheld: ['everything'] })).toEqual([422, ['withheld.0']])
  expect(await send({ ...fields, withheld: ['__proto__'] })).toEqual([422, ['withheld.0']])
  expect(await send({ ...fields, withheld: ['workspace.see'] })).toEqual([422, ['withheld.0']])
  expect(await send({ ...fields, withheld: ['billing.manage'] })).toEqual([422, ['withheld']])
  const many = Array.from({ length: 10_000 }, () => 'tags.manage')
  expect(await send({ ...fields, withheld: many })).toEqual([422, ['withheld']])
  expect(await send({ ...fields, base_role: 'owner' })).toEqual([422, ['base_role']])
  expect(await send({ ...fields, name: ' ' })).toEqual([422, ['name']])
  expect(await send({ ...fields, name: 'x'.repeat(41) })).toEqual([422, ['name']])
  expect(await send({ ...fields, name: 'Admin' })).toEqual([422, ['name']])
  const custom = await role('agent')
  expect(await send({ ...fields, name: custom.name.toUpperCase() })).toEqual([422, ['name']])
  await expect(
    browser.call(changeRole, { integration_id, user_id: user.id, role: 'agent', custom_role_id: custom.id }),
  ).rejects.toMatchObject({ errors: { role: some } })
  const results = await Promise.allSettled(Array.from({ length: 200 }, () => role('viewer')))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(customRolesMax - 1)
  expect(await browser.call(listCustomRoles, { integration_id })).toHaveLength(customRolesMax)
})

test('403 S6.02 members can’t give rights that they don’t have, to others or to themselves', async () => {
  const { browser: owner, integration_id, role, member } = await shop()
  const custom = await role('admin', 'contacts.export', 'tags.manage')
  const lead = await member(custom)
  lead.browser.headers['x-integration-id'] = integration_id
  const admin = await server.seed.member(integration_id, 'admin')
  const agent = await server.seed.member(integration_id, 'agent')
  const give = (user_id: string, given: 'admin' | 'viewer', custom_role_id: string | null = null) =>
    lead.browser.call(changeRole, { integration_id, user_id, role: given, custom_role_id })
  const of = { integration_id, role_id: custom.id }
  await expect(give(lead.user.id, 'admin')).rejects.toMatchObject(forbidden)
  await expect(give(agent.user.id, 'admin')).rejects.toMatchObject(forbidden)
  await expect(give(admin.user.id, 'viewer')).rejects.toMatchObject(forbidden)
  const remove = { integration_id, user_id: admin.user.id }
  await expect(lead.browser.call(removeMember, remove)).rejects.toMatchObject(forbidden)
  await expect(lead.browser.call(updateCustomRole, { ...of, withheld: [] })).rejects.toMatchObject(forbidden)
  await expect(lead.browser.call(deleteCustomRole, of)).rejects.toMatchObject(forbidden)
  const wider = { integration_id, name: 'Wider', base_role: 'admin' as const, withheld: [] }
  await expect(lead.browser.call(createCustomRole, wider)).rejects.toMatchObject(forbidden)
  const invited = { email: 'wider@example.com', role: 'admin' } as const
  await expect(lead.browser.call(inviteUser, invited)).rejects.toMatchObject(forbidden)
  const { id: invitation_id } = await owner.call(inviteUser, invited)
  const again = { integration_id, invitation_id }
  await expect(lead.browser.call(resendInvitation, again)).rejects.toMatchObject(forbidden)
  const limited = { integration_id, user_id: admin.user.id, conversation_access: 'own' } as const
  await expect(lead.browser.call(updateMember, limited)).rejects.toMatchObject(forbidden)
  await expect(
    lead.browser.call(createApiKey, { integration_id, name: 'Key', scopes: ['contacts:write'] }),
  ).rejects.toMatchObject(forbidden)
  const sso = { integration_id, default_role: 'admin' } as const
  await expect(lead.browser.call(updateSingleSignOn, sso)).rejects.toMatchObject(forbidden)
  const added = { integration_id, name: `${crypto.randomUUID()}.example.com` }
  const { domains } = await lead.browser.call(addSsoDomain, added)
  await owner.call(updateSingleSignOn, sso)
  // Anyone who signs in at the new provider, or with an address of the new domain, would become an admin.
  const moved = { integration_id, issuer: 'https://login.example.com', client_id: 'x' }
  await expect(lead.browser.call(updateSingleSignOn, moved)).rejects.toMatchObject(forbidden)
  const domain = { integration_id, name: 'example.com' }
  await expect(lead.browser.call(addSsoDomain, domain)).rejects.toMatchObject(forbidden)
  const verified = { integration_id, domain_id: domains[0]?.id ?? '' }
  await expect(lead.browser.call(verifySsoDomain, verified)).rejects.toMatchObject(forbidden)
  await lead.browser.call(updateSingleSignOn, { integration_id, is_on: false })
  await expect(agent.browser.call(createCustomRole, wider)).rejects.toMatchObject(forbidden)
  // What they have, they can give.
  expect(await give(agent.user.id, 'admin', custom.id)).toMatchObject({ custom_role: { id: custom.id } })
})

test('S7.09 an invited person joins with the custom role of the invitation', async () => {
  const { browser, integration_id, role } = await shop()
  const custom = await role('editor', 'tags.manage')
  const person = await server.seed.user()
  const invitation = await browser.call(inviteUser, {
    email: person.email,
    role: 'editor',
    custom_role_id: custom.id,
  })
  expect(invitation).toMatchObject({ role: 'editor', custom_role: { id: custom.id, name: custom.name } })
  const joined = await person.browser.call(acceptInvitation, { invitation_id: invitation.id })
  expect(joined).toMatchObject({ id: integration_id, custom_role: { name: custom.name } })
  const { items } = await browser.call(listAuditEntries, { integration_id })
  expect(items[0]).toMatchObject({ action: 'member_joined', details: { role: custom.name } })
  await expect(person.browser.call(createTag, { integration_id, name: 'Mine' })).rejects.toMatchObject(
    forbidden,
  )
})
