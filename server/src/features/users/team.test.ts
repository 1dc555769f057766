import {
  listAuditEntries,
  applyContactsReassigned,
  assignConversation,
  changeRole,
  contactsReassigned,
  getConversation,
  getOffboarding,
  getOwnOffboarding,
  leaveTeam,
  listContacts,
  listContactTimeline,
  listIntegrations,
  listMessages,
  listUsers,
  removeMember,
  type RuleAction,
  saveCannedReply,
  saveMacro,
  saveRule,
  saveSegment,
  saveView,
  scheduleMessage,
  sendMessage,
  sendScheduledMessage,
  sendVisitorMessage,
  setStatus,
  undoBulkAction,
  updateContact,
  hour_ms,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../test/server.ts'

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())
const some = [expect.any(String)]

/** A workspace with an owner, an admin, two agents, and one conversation. */
async function team() {
  const created = await server.seed.conversation()
  const { integration_id } = created
  const admin = await server.seed.member(integration_id, 'admin')
  const agent = await server.seed.member(integration_id, 'agent')
  const newAssignee = await server.seed.member(integration_id, 'agent')
  const roles = async () =>
    new Map((await created.browser.call(listUsers, {})).users.map(({ user_id, role }) => [user_id, role]))
  const events = server.watch(`presence-integration.${integration_id}`, 'TeamChanged')
  return { ...created, admin, agent, newAssignee, roles, events }
}

test('a changed role is announced to the team and applies from the next request on', async () => {
  const { integration_id, conversation_id, admin, agent, roles, events } = await team()
  const send = () =>
    agent.browser.call(sendMessage, { integration_id, conversation_id, id: crypto.randomUUID(), body: 'Hi' })
  await send()
  const changed = await admin.browser.call(changeRole, {
    integration_id,
    user_id: agent.user.id,
    role: 'viewer',
  })
  expect(changed).toMatchObject({ user_id: agent.user.id, role: 'viewer' })
  await expect(send()).rejects.toMatchObject({ code: 'forbidden' })
  expect((await roles()).get(agent.user.id)).toBe('viewer')
  expect(events.map(({ data }) => data)).toEqual([{ integration_id }])
})

test('SEC-18 the owner transfers the workspace, once of twenty concurrent times; no one else can change the owner', async () => {
  const { integration_id, browser, user, admin, agent, roles } = await team()
  const change = (who: typeof browser, user_id: string, role: 'owner' | 'agent') =>
    who.call(changeRole, { integration_id, user_id, role })
  await expect(change(admin.browser, agent.user.id, 'owner')).rejects.toMatchObject({ code: 'forbidden' })
  await expect(change(admin.browser, user.id, 'agent')).rejects.toMatchObject({ errors: { role: some } })
  await expect(change(browser, user.id, 'agent')).rejects.toMatchObject({ errors: { role: some } })
  await expect(change(agent.browser, admin.user.id, 'agent')).rejects.toMatchObject({ code: 'forbidden' })

  const tries = await Promise.allSettled(
    Array.from({ length: 20 }, (_, nth) => change(browser, (nth % 2 === 0 ? admin : agent).user.id, 'owner')),
  )
  // Repeating a change is a no-op and not an error.
  const created = tries.flatMap((each) => (each.status === 'fulfilled' ? [each.value.user_id] : []))
  expect(new Set(created).size).toBe(1)
  const { items } = await browser.call(listAuditEntries, { integration_id })
  expect(items.filter(({ action }) => action === 'owner_changed')).toHaveLength(1)
  const after = await roles()
  expect([...after.values()].filter((role) => role === 'owner')).toHaveLength(1)
  expect(after.get(user.id)).toBe('admin')
})

test('a member who leaves is removed from the list, and their conversations are reassigned with an event in the thread', async () => {
  const { integration_id, conversation_id, browser, admin, agent, newAssignee, roles } = await team()
  const assign = { integration_id, conversation_id, assignee_id: agent.user.id }
  await browser.call(assignConversation, assign)
  await admin.browser.call(removeMember, {
    integration_id,
    user_id: agent.user.id,
    reassign_to: newAssignee.user.id,
  })
  expect((await roles()).has(agent.user.id)).toBe(false)
  const key = { integration_id, conversation_id }
  await expect
    .poll(async () => (await browser.call(getConversation, key)).assignee_id, { timeout: 15_000 })
    .toBe(newAssignee.user.id)
  expect((await browser.call(listMessages, key)).at(-1)).toMatchObject({
    kind: 'event',
    author_id: admin.user.id,
    details: { event: 'assigned', assignee_name: 'agent person' },
  })

  // A member leaves on their own; resolved conversations wait for the team if the customer writes again.
  await browser.call(setStatus, { ...key, status: 'resolved' })
  await newAssignee.browser.call(leaveTeam, { integration_id })
  await expect
    .poll(async () => (await browser.call(getConversation, key)).assignee_id, { timeout: 15_000 })
    .toBeNull()
  expect(await newAssignee.browser.call(listIntegrations, {})).toEqual([])
})

test('old state + events = new state: a leaving member’s contacts are reassigned; the preview lists them and references to the member', async () => {
  const { integration_id, browser, visitor, admin, agent, newAssignee } = await team()
  const { contact_id } = visitor
  const mine = { integration_id, contact_id }
  await browser.call(updateContact, { ...mine, owner_id: agent.user.id })
  const rule = (name: string, more: { actions?: RuleAction[]; filter?: { assignee: string } }) =>
    browser.call(saveRule, {
      integration_id,
      rule_id: crypto.randomUUID(),
      name,
      event: 'customer_message',
      actions: [{ kind: 'set_priority', priority: 'high' }],
      ...more,
    })
  await rule('Gives', { actions: [{ kind: 'assign', assignee_id: agent.user.id }] })
  await rule('Asks', { filter: { assignee: `${agent.user.id},none` } })
  await rule('Other', { actions: [{ kind: 'assign', assignee_id: newAssignee.user.id }] })
  const macro = { integration_id, name: 'Escalate', file_ids: [], is_shared: true }
  const actions = [{ kind: 'assignee' as const, assignee_id: agent.user.id }]
  await browser.call(saveMacro, { ...macro, macro_id: crypto.randomUUID(), actions })
  // personal items are counted, never shown
  const alone = { integration_id, name: 'Mine', is_shared: false }
  const filter = { kind: 'lead' as const }
  await agent.browser.call(saveMacro, { ...macro, ...alone, macro_id: crypto.randomUUID(), actions })
  for (const name of ['One', 'Two'])
    await agent.browser.call(saveView, { ...alone, name, saved_view_id: crypto.randomUUID(), filter: {} })
  await agent.browser.call(saveSegment, { ...alone, saved_view_id: crypto.randomUUID(), filter })
  const words = { shortcut: 'hi', title: 'Hello', body: 'Hello', file_ids: [] }
  await agent.browser.call(saveCannedReply, { ...alone, ...words, canned_reply_id: crypto.randomUUID() })
  const leaving = { integration_id, user_id: agent.user.id }
  const named = (name: string) => ({ id: expect.any(String), name })
  const departure = {
    contacts: 1,
    rules: [named('Gives'), named('Asks')],
    macros: [named('Escalate')],
    scheduled: 0,
    own: { views: 2, segments: 1, macros: 1, canned_replies: 1 },
  }
  expect(await admin.browser.call(getOffboarding, leaving)).toEqual(departure)
  expect(await agent.browser.call(getOwnOffboarding, { integration_id })).toEqual(departure)
  await expect(newAssignee.browser.call(getOffboarding, leaving)).rejects.toMatchObject({ code: 'forbidden' })
  const otherUser = await server.seed.integration()
  for (const query of [leaving, { ...leaving, integration_id: otherUser.integration_id }])
    await expect(otherUser.browser.call(getOffboarding, query)).rejects.toMatchObject({ code: 'not_found' })

  const before = (await browser.call(listContacts, { integration_id })).items
  const channel = contactsReassigned.channel({ integration_id })
  const passed = server.watch(channel, contactsReassigned.name)
  await admin.browser.call(removeMember, { ...leaving, reassign_to: newAssignee.user.id })
  const after = (await browser.call(listContacts, { integration_id })).items
  expect(after[0]).toMatchObject({ owner_id: newAssignee.user.id })
  // The event has the type of the contract.
  const notified = passed.map(({ data }) => data as Parameters<typeof applyContactsReassigned>[1])
  expect(notified.reduce((rows, one) => applyContactsReassigned(rows, one), before)).toEqual(after)
  const { items } = await browser.call(listContactTimeline, { ...mine, kind: 'change' })
  expect(items[0]).toMatchObject({
    actor: { id: admin.user.id },
    changes: [{ field: 'owner_id', before: agent.name, after: newAssignee.name }],
  })
  // Without a new owner they have none.
  await admin.browser.call(removeMember, { integration_id, user_id: newAssignee.user.id, reassign_to: null })
  expect((await browser.call(listContacts, { integration_id })).items[0]).toMatchObject({ owner_id: null })
})

test('a conversation that a call in progress assigned to a removed member is passed on a minute later', async () => {
  const { integration_id, conversation_id, browser, admin, agent } = await team()
  const key = { integration_id, conversation_id }
  await admin.browser.call(removeMember, { integration_id, user_id: agent.user.id, reassign_to: null })
  const jobs = `select id from pgboss.job where name = 'conversations.pass_on'
    and data ->> 'from_user_id' = $1 and state in ('created', 'retry', 'active')`
  const waiting = async () => (await server.database.pool.query(jobs, [agent.user.id])).rows.length
  await server.eventually(async () => (await waiting()) === 1 || undefined)
  // As a call does that found them before they were removed.
  await server.ctx.transaction((tx) =>
    tx
      .updateTable('conversation')
      .set({ assignee_id: agent.user.id })
      .where('id', '=', conversation_id)
      .execute(),
  )
  expect(await browser.call(getConversation, key)).toMatchObject({ assignee_id: agent.user.id })
  await server.database.pool.query(`update pgboss.job set start_after = now() where id in (${jobs})`, [
    agent.user.id,
  ])
  await expect.poll(async () => (await browser.call(getConversation, key)).assignee_id).toBeNull()
})

test('a reply scheduled by a former member is sent in their name, and doesn’t take over', async () => {
  const { integration_id, conversation_id, browser, admin, agent } = await team()
  const key = { integration_id, conversation_id }
  const later = { ...key, id: crypto.randomUUID(), body: 'As promised' }
  const send_at = new Date(Date.now() + hour_ms).toISOString()
  await agent.browser.call(scheduleMessage, { ...later, send_at })
  const leaving = { integration_id, user_id: agent.user.id }
  expect(await admin.browser.call(getOffboarding, leaving)).toMatchObject({ scheduled: 1 })
  await admin.browser.call(removeMember, { ...leaving, reassign_to: null })
  await browser.call(sendScheduledMessage, { ...key, message_id: later.id })
  expect(await browser.call(getConversation, key)).toMatchObject({
    assignee_id: null,
    handler: 'team',
    status: 'waiting',
  })
  expect((await browser.call(listMessages, key)).at(-1)).toMatchObject({
    body: 'As promised',
    author_id: agent.user.id,
  })
})

test('404 403 422: members who can’t remove, members who can’t be removed, and invalid new assignees', async () => {
  const { integration_id, browser, user, admin, agent, newAssignee } = await team()
  const otherUser = await server.seed.integration()
  const remove = (who: typeof browser, user_id: string, reassign_to: string | null = null) =>
    who.call(removeMember, { integration_id, user_id, reassign_to })
  await expect(remove(agent.browser, newAssignee.user.id)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(remove(otherUser.browser, newAssignee.user.id)).rejects.toMatchObject({ code: 'not_found' })
  await expect(remove(browser, otherUser.user.id)).rejects.toMatchObject({ code: 'not_found' })
  await expect(remove(admin.browser, user.id)).rejects.toMatchObject({ errors: { user_id: some } })
  await expect(remove(browser, user.id)).rejects.toMatchObject({ errors: { user_id: some } })
  for (const none of [otherUser.user.id, agent.user.id])
    await expect(remove(browser, agent.user.id, none)).rejects.toMatchObject({
      errors: { reassign_to: some },
    })
})

test('SEC-05 a member who is removed while sending is rejected from then on', async () => {
  const { integration_id, conversation_id, browser, agent } = await team()
  const sends: { is_late: boolean; is_sent: boolean }[] = []
  const late = () => sends.filter(({ is_late }) => is_late)
  let is_removed = false
  const sending = Promise.all(
    Array.from({ length: 6 }, async () => {
      while (late().length < 20) {
        const is_late = is_removed
        const message = { integration_id, conversation_id, id: crypto.randomUUID(), body: 'Hello' }
        const is_sent = await agent.browser.call(sendMessage, message).then(
          () => true,
          () => false,
        )
        sends.push({ is_late, is_sent })
      }
    }),
  )
  await expect.poll(() => sends.length).toBeGreaterThan(12)
  await browser
    .call(removeMember, { integration_id, user_id: agent.user.id })
    .finally(() => (is_removed = true))
  await sending
  expect(sends.filter(({ is_late, is_sent }) => !is_late && is_sent).length).toBeGreaterThan(6)
  expect(late().length).toBeGreaterThanOrEqual(20)
  expect(late().filter(({ is_sent }) => is_sent)).toEqual([])
  await expect(
    agent.browser.call(sendMessage, { integration_id, conversation_id, id: crypto.randomUUID(), body: 'x' }),
  ).rejects.toMatchObject({ code: 'not_found' })
})

test('a member whose new role can’t reply hands over open conversations, and one undo returns them', async () => {
  const { integration_id, conversation_id, browser, visitor, admin, agent, newAssignee, roles } = await team()
  const key = { integration_id, conversation_id }
  const resolved = { integration_id, conversation_id: crypto.randomUUID() }
  const question = { id: crypto.randomUUID(), body: 'Second', locale: 'en' } as const
  await visitor.browser.call(sendVisitorMessage, { ...resolved, ...question })
  for (const each of [key, resolved])
    await browser.call(assignConversation, { ...each, assignee_id: agent.user.id })
  await browser.call(setStatus, { ...resolved, status: 'resolved' })
  const change = { integration_id, user_id: agent.user.id }
  const read = (each: typeof key) => browser.call(getConversation, each)
  const assignees = async () => [(await read(key)).assignee_id, (await read(resolved)).assignee_id]

  // Changing to a role that can reply reassigns nothing.
  const promoted = await admin.browser.call(changeRole, {
    ...change,
    role: 'editor',
    reassign_to: newAssignee.user.id,
  })
  expect(promoted.reassigned).toBeNull()
  const demoted = await admin.browser.call(changeRole, {
    ...change,
    role: 'viewer',
    reassign_to: newAssignee.user.id,
  })
  expect(demoted.reassigned).toMatchObject({ total: 1 })
  await expect.poll(assignees).toEqual([newAssignee.user.id, agent.user.id])
  expect((await browser.call(listMessages, key)).at(-1)).toMatchObject({
    author_id: admin.user.id,
    details: { event: 'assigned', assignee_name: newAssignee.name },
  })
  await expect(
    browser.call(assignConversation, { ...key, assignee_id: agent.user.id }),
  ).rejects.toMatchObject({ errors: { assignee_id: ['This person’s role can’t reply to customers.'] } })

  await admin.browser.call(changeRole, { ...change, role: 'editor' })
  const bulk_action_id = demoted.reassigned?.id ?? ''
  await admin.browser.call(undoBulkAction, { integration_id, bulk_action_id })
  await expect.poll(assignees).toEqual([agent.user.id, agent.user.id])

  // Without a new assignee they return to the team.
  await admin.browser.call(changeRole, { ...change, role: 'viewer' })
  await expect.poll(assignees).toEqual([null, agent.user.id])
  expect((await roles()).get(agent.user.id)).toBe('viewer')
})

test('422 open conversations can’t be assigned to members who can’t reply, on a role change or a removal', async () => {
  const { integration_id, admin, agent, newAssignee, roles } = await team()
  const viewer = await server.seed.member(integration_id, 'viewer')
  const person = { integration_id, user_id: agent.user.id }
  const invalid = { errors: { reassign_to: some } }
  for (const reassign_to of [viewer.user.id, agent.user.id, crypto.randomUUID()]) {
    const role = 'viewer'
    await expect(admin.browser.call(changeRole, { ...person, role, reassign_to })).rejects.toMatchObject(
      invalid,
    )
    await expect(admin.browser.call(removeMember, { ...person, reassign_to })).rejects.toMatchObject(invalid)
  }
  expect((await roles()).get(agent.user.id)).toBe('agent')
  expect((await roles()).has(newAssignee.user.id)).toBe(true)
})
