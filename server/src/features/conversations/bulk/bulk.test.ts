import {
  applyConversationChanged,
  assignConversation,
  type BulkAction,
  bulkActionChanged,
  applyBulkActionChanged,
  applyConversationDeleted,
  blockContact,
  type BulkChange,
  type Conversation,
  conversationChanged,
  conversationDeleted,
  createConversationField,
  createTag,
  getBulkAction,
  getContact,
  listAuditEntries,
  listConversations,
  listIncomplete,
  listMessages,
  markSeen,
  sendVisitorMessage,
  setConversationFields,
  setPriority,
  setStatus,
  setTags,
  startBulkAction,
  undoBulkAction,
  hour_ms,
} from '@ozvi/contract'
import { expect, test } from 'vitest'
import { bulkScene } from './test/bulk-scene.ts'

const { server, workspace } = await bulkScene()

test('REL-04 old state + events = new state for a bulk action', async () => {
  const { browser, integration_id, ids, key, all, start, undo } = await workspace(3)
  const emitted = server.watch(conversationChanged.channel({ integration_id }))
  await browser.call(markSeen, { ...key(ids[0]), seq: 9 })
  const previous = await all()
  const action = await start({ kind: 'status', status: 'resolved' }, { conversation_ids: ids })
  const after = await all()
  expect(after.map(({ status }) => status)).toEqual(['resolved', 'resolved', 'resolved'])
  const rows = () =>
    emitted
      .filter(({ event }) => event === 'ConversationChanged')
      .map(({ data }) => data as Conversation)
      .reduce(applyConversationChanged, previous)
  expect(rows()).toEqual(after)
  // Messages that were read stay read: only events were added.
  expect(after.map(({ seen_seq, last_seq }) => seen_seq === last_seq)).toEqual([false, false, true])
  const events = (await browser.call(listMessages, key(ids[0]))).filter(({ kind }) => kind === 'event')
  expect(events.at(-1)).toMatchObject({ details: { event: 'status_changed', status: 'resolved' } })

  await undo(action)
  const back = await all()
  expect(rows()).toEqual(back)
  expect(back.map(({ status }) => status)).toEqual(['open', 'open', 'open'])
  for (const { waiting_since } of back) expect(waiting_since).not.toBeNull()
  const progress = emitted
    .filter(({ event }) => event === bulkActionChanged.name)
    .map(({ data }) => data as BulkAction)
  expect(progress.reduce(applyBulkActionChanged)).toEqual(
    await browser.call(getBulkAction, { integration_id, bulk_action_id: action.id }),
  )
})

test('each bulk change is made and undone for every conversation, and unaffected ones stay', async () => {
  const { browser, integration_id, user, ids, key, read, start, undo } = await workspace(2)
  const tags = await Promise.all(
    ['Late', 'Refund'].map((name) => browser.call(createTag, { integration_id, name })),
  )
  const [late = '', refund = ''] = tags.map(({ id }) => id)
  const until = new Date(Date.now() + hour_ms).toISOString()
  await browser.call(setPriority, { ...key(ids[0]), priority: 'high' })
  await browser.call(setTags, { ...key(ids[0]), add: [late] })
  await browser.call(setStatus, { ...key(ids[1]), status: 'snoozed', snoozed_until: until })
  const seen = ['status', 'snoozed_until', 'assignee_id', 'team_id', 'priority', 'tag_ids'] as const
  const state = async () =>
    Promise.all(
      [0, 1].map(async (index) => {
        const row = await read(index)
        return seen.map((field) => row[field])
      }),
    )
  const previous = await state()
  const changes: [BulkChange, number][] = [
    [{ kind: 'priority', priority: 'high' }, 1],
    [{ kind: 'tags', add: [late, refund], remove: [] }, 2],
    [{ kind: 'assignee', assignee_id: user.id }, 2],
    [{ kind: 'status', status: 'spam' }, 2],
  ]
  for (const [change, changed] of changes) {
    const action = await start(change, { conversation_ids: ids })
    expect(action, change.kind).toMatchObject({ total: 2, done: 2, changed })
    expect(await state(), change.kind).not.toEqual(previous)
    await undo(action)
    expect(await state(), change.kind).toEqual(previous)
  }
})

test('a bulk action changes all conversations of the filter, loaded or not, and no others', async () => {
  const { user, browser, ids, key, all, start } = await workspace(3)
  await browser.call(assignConversation, { ...key(ids[1]), assignee_id: user.id })
  const action = await start(
    { kind: 'status', status: 'resolved' },
    { list: { view: 'all', assignee: 'none' } },
  )
  expect(action).toMatchObject({ total: 2, changed: 2 })
  expect((await all()).filter(({ status }) => status === 'open').map(({ id }) => id)).toEqual([ids[1]])
})

test('two members at once: nothing is lost, and an undo keeps later changes of the other', async () => {
  const { browser, integration_id, ids, key, all, start, undo } = await workspace(3)
  const jana = await server.seed.member(integration_id, 'agent')
  const [mine, janasConversation] = await Promise.all([
    start({ kind: 'priority', priority: 'high' }, { conversation_ids: ids }),
    jana.browser.call(startBulkAction, {
      integration_id,
      id: crypto.randomUUID(),
      change: { kind: 'assignee', assignee_id: jana.user.id },
      conversation_ids: ids,
    }),
  ])
  const run = { integration_id, bulk_action_id: janasConversation.id }
  await expect.poll(async () => (await jana.browser.call(getBulkAction, run)).state).toBe('done')
  for (const row of await all()) expect(row).toMatchObject({ priority: 'high', assignee_id: jana.user.id })
  for (const id of ids) {
    const thread = await browser.call(listMessages, key(id))
    expect(thread.map(({ seq }) => seq)).toEqual(thread.map((_, position) => position + 1))
  }
  await jana.browser.call(setPriority, { ...key(ids[0]), priority: 'urgent' })
  expect(await undo(mine)).toMatchObject({ total: 3, done: 3, changed: 1 })
  expect((await all()).map(({ priority }) => priority).toSorted()).toEqual(['none', 'none', 'urgent'])
  await expect(
    jana.browser.call(undoBulkAction, { integration_id, bulk_action_id: mine.id }),
  ).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('undoing a running action stops it and reverts what it has changed', async () => {
  const { browser, integration_id, visitor } = await workspace(0)
  const rows = Array.from({ length: 300 }, (_, index) => ({
    integration_id,
    id: crypto.randomUUID(),
    number: 100 + index,
    contact_id: visitor.contact_id,
    subject: 'Old',
    locale: 'en' as const,
    handler: 'team' as const,
  }))
  await server.ctx.transaction((tx) => tx.insertInto('conversation').values(rows).execute())
  const action = await browser.call(startBulkAction, {
    integration_id,
    id: crypto.randomUUID(),
    change: { kind: 'priority', priority: 'high' },
    conversation_ids: rows.map(({ id }) => id),
  })
  const run = { integration_id, bulk_action_id: action.id }
  const now = () => browser.call(getBulkAction, run)
  await expect.poll(async () => (await now()).done, { interval: 5 }).toBeGreaterThan(0)
  const undoing = await browser.call(undoBulkAction, run)
  expect(undoing.state).toBe('undoing')
  expect(undoing.total).toBeLessThan(rows.length)
  await expect.poll(async () => (await now()).state, { timeout: 30_000 }).toBe('undone')
  expect(await now()).toMatchObject({ changed: 0, done: undoing.total })
  const high = await browser.call(listConversations, { integration_id, priority: 'high' })
  expect(high.items).toEqual([])
})

test('conversations that can’t be resolved list their empty required fields, which are filled in for all; one undo reverts both', async () => {
  const { browser, integration_id, ids, key, read, start, undo } = await workspace(3)
  const field = async (name: string, is_required: boolean) =>
    (await browser.call(createConversationField, { integration_id, name, type: 'text', is_required })).id
  const [order, topic] = [await field('Order', true), await field('Topic', false)]
  const city = await field('City', true)
  await browser.call(setConversationFields, { ...key(ids[0]), fields: { [order]: 'GB-1', [city]: 'Nitra' } })
  await browser.call(setConversationFields, { ...key(ids[1]), fields: { [city]: 'Trnava' } })
  const resolved = { kind: 'status', status: 'resolved' } as const
  const first = await start(resolved, { conversation_ids: ids })
  expect(first).toMatchObject({ total: 3, changed: 1, incomplete: 2 })
  const run = { integration_id, bulk_action_id: first.id }
  expect(await browser.call(listIncomplete, run)).toEqual({
    conversation_ids: ids.slice(1),
    fields: [
      { id: order, name: 'Order' },
      { id: city, name: 'City' },
    ],
  })
  const again = (fields: Record<string, string>) =>
    browser.call(startBulkAction, {
      integration_id,
      id: crypto.randomUUID(),
      change: { ...resolved, fields },
      left_by: first.id,
    })
  await expect(again({ [crypto.randomUUID()]: 'x' })).rejects.toMatchObject({ code: 'invalid_input' })
  const { id } = await again({ [order]: 'none', [city]: 'unknown' })
  const now = () => browser.call(getBulkAction, { integration_id, bulk_action_id: id })
  await expect.poll(async () => (await now()).state).toBe('done')
  expect(await now()).toMatchObject({ total: 2, changed: 2, incomplete: 0 })
  const nothing = { conversation_ids: [], fields: [] }
  expect(await browser.call(listIncomplete, { integration_id, bulk_action_id: id })).toEqual(nothing)
  const leftOver = { integration_id, id: crypto.randomUUID(), change: resolved, left_by: id }
  await expect(browser.call(startBulkAction, leftOver)).rejects.toMatchObject({ code: 'not_found' })
  expect(await read(1)).toMatchObject({ status: 'resolved', fields: { [order]: 'none', [city]: 'Trnava' } })
  expect(await read(2)).toMatchObject({ status: 'resolved', fields: { [order]: 'none', [city]: 'unknown' } })
  await browser.call(setConversationFields, { ...key(ids[2]), fields: { [city]: 'Zvolen', [topic]: 'x' } })
  await undo(await now())
  expect(await read(1)).toMatchObject({ status: 'open', fields: { [city]: 'Trnava' } })
  expect(await read(2)).toMatchObject({ status: 'open', fields: { [city]: 'Zvolen', [topic]: 'x' } })
  const other = await workspace(0)
  const theirs = { integration_id: other.integration_id, bulk_action_id: first.id }
  await expect(other.browser.call(listIncomplete, theirs)).rejects.toMatchObject({ code: 'not_found' })
})

test('a repeated request is the same action, and 422 names the field of an unknown or missing value', async () => {
  const { browser, integration_id, ids, start } = await workspace(1)
  const change = { kind: 'priority', priority: 'low' } as const
  const action = await start(change, { conversation_ids: ids })
  const { id } = action
  const again = await browser.call(startBulkAction, { integration_id, id, change, conversation_ids: ids })
  expect(again).toEqual(action)
  const rejected: [BulkChange, string][] = [
    [{ kind: 'assignee', assignee_id: crypto.randomUUID() }, 'assignee_id'],
    [{ kind: 'team', team_id: crypto.randomUUID() }, 'team_id'],
    [{ kind: 'tags', add: [crypto.randomUUID()], remove: [] }, 'add'],
    [{ kind: 'status', status: 'snoozed' }, 'snoozed_until'],
  ]
  for (const [each, field] of rejected) {
    const run = { integration_id, id: crypto.randomUUID(), change: each, conversation_ids: ids }
    await expect(browser.call(startBulkAction, run)).rejects.toMatchObject({
      code: 'invalid_input',
      errors: { [field]: [expect.any(String)] },
    })
  }
  const neither = { integration_id, id: crypto.randomUUID(), change }
  await expect(browser.call(startBulkAction, neither)).rejects.toMatchObject({
    errors: { conversation_ids: [expect.any(String)] },
  })
})

test('REL-04 SEC-52 only owners and admins delete many permanently; each deletion is emitted and recorded', async () => {
  const { browser, integration_id, ids, key, all, start, undo } = await workspace(3)
  const field = { integration_id, name: 'Sum', type: 'number' } as const
  const { id: sum } = await browser.call(createConversationField, field)
  for (const id of ids.slice(0, 2))
    await browser.call(setConversationFields, { ...key(id), fields: { [sum]: 7 } })
  const list = { view: 'all', fields: `${sum}.greater.5` } as const
  const change = { kind: 'delete' } as const
  const agent = await server.seed.member(integration_id, 'agent')
  const run = { integration_id, id: crypto.randomUUID(), change, list }
  await expect(agent.browser.call(startBulkAction, run)).rejects.toMatchObject({ code: 'forbidden' })
  const events = server.watch(conversationDeleted.channel({ integration_id }), conversationDeleted.name)
  const previous = await all()
  const action = await start(change, { list })
  expect(action).toMatchObject({ total: 2, done: 2, changed: 2 })
  const after = await all()
  expect(after.map(({ id }) => id)).toEqual([ids[2]])
  // The event has the type of the contract.
  const notified = events.map(({ data }) => data as { conversation_id: string })
  expect(notified).toHaveLength(2)
  expect(notified.reduce(applyConversationDeleted, previous)).toEqual(after)
  const { items } = await browser.call(listAuditEntries, { integration_id })
  const lines = items.filter((line) => line.action === 'conversation_deleted')
  expect(lines.map(({ subject }) => subject).toSorted()).toEqual(['#1', '#2'])
  for (const { ip_prefix } of lines) expect(ip_prefix).not.toBe('')
  // A deletion can't be undone, and other bulk actions skip deleted conversations.
  expect(await undo(action)).toMatchObject({ changed: 2 })
  expect(await all()).toEqual(after)
  expect(await start(change, { conversation_ids: ids })).toMatchObject({ total: 1, changed: 1 })
})

test('several customers are blocked, each once, and one undo restores them', async () => {
  const { browser, integration_id, visitor, ids, start, undo } = await workspace(2)
  const { contact_id } = visitor
  const agent = await server.seed.member(integration_id, 'agent')
  const blocked = async () => (await browser.call(getContact, { integration_id, contact_id })).blocked
  const until = new Date(Date.now() + hour_ms).toISOString()
  const past = new Date(Date.now() - 1_000).toISOString()
  const change = { kind: 'block', until: null, reason: 'Insults' } as const
  await expect(
    browser.call(startBulkAction, {
      integration_id,
      id: crypto.randomUUID(),
      change: { ...change, until: past },
      conversation_ids: ids,
    }),
  ).rejects.toMatchObject({ code: 'invalid_input', errors: { until: [expect.any(String)] } })
  await agent.browser.call(blockContact, { integration_id, contact_id, until, reason: 'Noise' })
  const first = await blocked()
  const action = await start(change, { conversation_ids: ids })
  // Both conversations have the same contact.
  expect(action).toMatchObject({ total: 2, done: 2, changed: 1 })
  expect(await blocked()).toMatchObject({ until: null, reason: 'Insults' })
  const body = { conversation_id: ids[0] ?? '', id: crypto.randomUUID(), body: 'Hey', locale: 'en' } as const
  await expect(visitor.browser.call(sendVisitorMessage, body)).rejects.toMatchObject({ code: 'blocked' })
  // A longer block isn't shortened.
  expect(await start({ ...change, until }, { conversation_ids: ids })).toMatchObject({ changed: 0 })
  await undo(action)
  expect(await blocked()).toEqual(first)
  const again = await start(change, { conversation_ids: ids })
  await browser.call(blockContact, { integration_id, contact_id, until: null, reason: 'Threats' })
  expect(await undo(again)).toMatchObject({ changed: 1 })
  expect(await blocked()).toMatchObject({ reason: 'Threats' })
  const { items } = await browser.call(listAuditEntries, { integration_id })
  expect(items.filter((line) => line.action === 'contact_blocked')).toHaveLength(5)
})

test('SEC-10 404: another workspace’s conversations are skipped, and its actions aren’t found', async () => {
  const a = await workspace(1)
  const b = await workspace(1)
  const action = await a.start({ kind: 'priority', priority: 'low' }, { conversation_ids: a.ids })
  const change = { kind: 'status', status: 'spam' } as const
  const { integration_id } = b
  const run = { integration_id, id: crypto.randomUUID(), change }
  await expect(b.browser.call(startBulkAction, { ...run, conversation_ids: a.ids })).rejects.toMatchObject({
    code: 'not_found',
  })
  expect(await b.start(change, { conversation_ids: [...a.ids, ...b.ids] })).toMatchObject({ total: 1 })
  expect(await a.read(0)).toMatchObject({ status: 'open' })
  await expect(
    b.browser.call(getBulkAction, { integration_id, bulk_action_id: action.id }),
  ).rejects.toMatchObject({
    code: 'not_found',
  })
})

test(
  'more than a thousand conversations of a view are changed in one action with one undo, while other requests are served',
  { timeout: 240_000 },
  async () => {
    const { browser, integration_id, user, visitor, ids, all, read } = await workspace(2)
    const count = 1_240
    await server.ctx.transaction((tx) =>
      tx
        .insertInto('conversation')
        .values(
          Array.from({ length: count }, (_, index) => ({
            integration_id,
            id: crypto.randomUUID(),
            number: 100 + index,
            contact_id: visitor.contact_id,
            subject: 'Old',
            locale: 'en' as const,
            handler: 'team' as const,
            // Rows that already have the value are skipped quickly.
            assignee_id: user.id,
          })),
        )
        .execute(),
    )
    const patient = { timeout: 200_000, interval: 500 }
    const action = await browser.call(startBulkAction, {
      integration_id,
      id: crypto.randomUUID(),
      change: { kind: 'assignee', assignee_id: user.id },
      list: { view: 'all' },
    })
    expect(action.total).toBe(count + ids.length)
    const now = () => browser.call(getBulkAction, { integration_id, bulk_action_id: action.id })
    expect((await all()).length).toBeGreaterThan(0)
    expect((await now()).state).toBe('running')
    await expect.poll(async () => (await now()).state, patient).toBe('done')
    expect(await now()).toMatchObject({ done: action.total, changed: ids.length })
    expect((await read(0)).assignee_id).toBe(user.id)
    await browser.call(undoBulkAction, { integration_id, bulk_action_id: action.id })
    await expect.poll(async () => (await now()).state, patient).toBe('undone')
    expect((await read(0)).assignee_id).toBeNull()
  },
)

test('422: at most a thousand conversations can be listed', async () => {
  const { browser, integration_id } = await workspace(1)
  const conversation_ids = Array.from({ length: 1_001 }, () => crypto.randomUUID())
  const run = { integration_id, id: crypto.randomUUID(), conversation_ids }
  await expect(
    browser.call(startBulkAction, { ...run, change: { kind: 'priority', priority: 'high' } }),
  ).rejects.toMatchObject({ code: 'invalid_input' })
})
