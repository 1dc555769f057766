import {
  applyConversationChanged,
  requestPerson,
  usesInactivity,
  type Conversation,
  conversationChanged,
  getConversation,
  getTargets,
  listConversations,
  listMessages,
  listVisitorConversations,
  sendMessage,
  sendVisitorMessage,
  setPriority,
  setStatus,
  type Targets,
  targetsChanged,
  updateHours,
  updateTargets,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { markOverdue, postAnswer, resolveInactive, unsnoozeDue } from '#features/conversations'
import { testServer } from '../../../test/server.ts'

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())
const minute = 60_000
const day = 24 * 60 * minute

async function waiting() {
  const created = await server.seed.conversation()
  const { integration_id, conversation_id, browser, visitor } = created
  const key = { integration_id, conversation_id }
  return {
    ...created,
    key,
    row: () => browser.call(getConversation, key),
    events: async () => (await browser.call(listMessages, key)).flatMap(({ details }) => details.event ?? []),
    reply: () => browser.call(sendMessage, { ...key, id: crypto.randomUUID(), body: 'Hello' }),
    write: (body = 'And now?') =>
      visitor.browser.call(sendVisitorMessage, {
        conversation_id,
        id: crypto.randomUUID(),
        body,
        locale: 'en',
      }),
    handOver: () => visitor.browser.call(requestPerson, { conversation_id }),
  }
}
const minutesLeft = ({ due_at, waiting_since }: Pick<Conversation, 'due_at' | 'waiting_since'>) =>
  due_at && waiting_since ? (Date.parse(due_at) - Date.parse(waiting_since)) / minute : null

test('a reply is due by the target of its priority, for first and further replies', async () => {
  const { browser, integration_id, key, row, handOver, reply, write } = await waiting()
  await browser.call(updateTargets, {
    integration_id,
    first_reply_min: { none: 60, urgent: 5 },
    next_reply_min: { urgent: 30 },
  })
  expect((await row()).due_at).toBeNull()
  await handOver()
  expect(minutesLeft(await row())).toBe(60)
  await browser.call(setPriority, { ...key, priority: 'urgent' })
  expect(minutesLeft(await row())).toBe(5)
  await reply()
  expect(await row()).toMatchObject({ due_at: null, status: 'waiting' })
  await write()
  expect(minutesLeft(await row())).toBe(30)
  await browser.call(setStatus, { ...key, status: 'resolved' })
  expect((await row()).due_at).toBeNull()
})

test('only open hours count', async () => {
  const { browser, integration_id, row, handOver } = await waiting()
  await browser.call(updateTargets, { integration_id, first_reply_min: { none: 60 } })
  await browser.call(updateHours, {
    integration_id,
    is_on: true,
    time_zone: 'UTC',
    week: Array.from({ length: 7 }, () => [{ from: '12:00', to: '12:30' }]),
  })
  await handOver()
  // One hour is two days of half hours, at any time of day.
  const { due_at, waiting_since } = await row()
  expect(Date.parse(due_at ?? '') - Date.parse(waiting_since ?? '')).toBeGreaterThanOrEqual(day)
  expect(Date.parse(due_at ?? '') - Date.parse(waiting_since ?? '')).toBeLessThanOrEqual(2.1 * day)
})

test('while snoozed, the SLA clock is paused; then it continues with the remaining time', async () => {
  const { browser, integration_id, key, row, handOver } = await waiting()
  await browser.call(updateTargets, { integration_id, first_reply_min: { none: 60 } })
  await handOver()
  const until = new Date(Date.now() + 3 * day).toISOString()
  await browser.call(setStatus, { ...key, status: 'snoozed', snoozed_until: until })
  expect((await row()).due_at).toBeNull()
  await server.later(4 * day, async () => unsnoozeDue(server.ctx))
  const woken = await row()
  expect(woken.status).toBe('open')
  expect(minutesLeft(woken)).toBeGreaterThan(55)
  expect(minutesLeft(woken)).toBeLessThanOrEqual(60)
  expect(Date.parse(woken.due_at ?? '')).toBeGreaterThan(Date.now() + 3.9 * day)
})

test('an overdue conversation gets one event, is in the overdue view, and leaves it with the reply', async () => {
  const { browser, integration_id, row, handOver, reply, events, conversation_id } = await waiting()
  await browser.call(updateTargets, { integration_id, first_reply_min: { none: 15 } })
  await handOver()
  const overdue = async () =>
    (await browser.call(listConversations, { integration_id, view: 'overdue' })).items.map(({ id }) => id)
  expect(await overdue()).toEqual([])
  const emitted = server.watch(conversationChanged.channel({ integration_id }), conversationChanged.name)
  const before = [await row()]
  await server.later(20 * minute, async () => {
    await markOverdue(server.ctx)
    await markOverdue(server.ctx)
    expect(await overdue()).toEqual([conversation_id])
  })
  expect((await events()).filter((event) => event === 'overdue')).toHaveLength(1)
  // Events explain the state.
  const notified = await server.eventually(() => (emitted.length > 0 ? emitted : undefined))
  expect(notified.map(({ data }) => data as Conversation).reduce(applyConversationChanged, before)).toEqual([
    await row(),
  ])
  await reply()
  await server.later(20 * minute, async () => expect(await overdue()).toEqual([]))
})

test('a conversation waiting for its customer is resolved after days of inactivity', async () => {
  const { browser, integration_id, row, reply, write, events } = await waiting()
  await browser.call(updateTargets, { integration_id, resolve_after_days: null })
  await reply()
  await server.later(40 * day, () => resolveInactive(server.ctx))
  expect((await row()).status).toBe('waiting')
  await browser.call(updateTargets, { integration_id, resolve_after_days: 3 })
  await server.later(2.9 * day, () => resolveInactive(server.ctx))
  expect((await row()).status).toBe('waiting')
  await server.later(3.1 * day, () => resolveInactive(server.ctx))
  expect((await row()).status).toBe('resolved')
  expect(await events()).toContain('timed_out')
  await server.later(9 * day, async () => void (await write()))
  expect((await row()).status).toBe('open')
})

test('in a new workspace inactivity resolves after 3 days, also after other targets were changed', async () => {
  const [untouched, changed] = [await waiting(), await waiting()]
  const { integration_id } = changed
  await changed.browser.call(updateTargets, { integration_id, first_reply_min: { none: 60 } })
  for (const { reply } of [untouched, changed]) await reply()
  await server.later(2.9 * day, () => resolveInactive(server.ctx))
  expect([await untouched.row(), await changed.row()]).toMatchObject([
    { status: 'waiting' },
    { status: 'waiting' },
  ])
  await server.later(3.1 * day, () => resolveInactive(server.ctx))
  expect([await untouched.row(), await changed.row()]).toMatchObject([
    { status: 'resolved', resolved_by: 'silence' },
    { status: 'resolved', resolved_by: 'silence' },
  ])
  const targets = await changed.browser.call(getTargets, { integration_id })
  expect([targets.resolve_after_days, usesInactivity(targets)]).toEqual([3, false])
})

test('an older workspace without an inactivity setting is asked once; any choice, even never, ends the question', async () => {
  const older = async () => {
    const { browser, integration_id } = await server.seed.integration()
    // The state after the migration.
    await server.ctx.transaction((tx) =>
      tx
        .insertInto('reply_targets')
        .values({ integration_id, first_reply_min: '{}', next_reply_min: '{}', version: 0 })
        .execute(),
    )
    const read = () => browser.call(getTargets, { integration_id })
    const choose = (resolve_after_days: 3 | null) =>
      browser.call(updateTargets, { integration_id, resolve_after_days })
    return { browser, integration_id, read, choose }
  }
  const [keeps, takes] = [await older(), await older()]
  for (const { read } of [keeps, takes]) expect(usesInactivity(await read())).toBe(true)
  // Other changes don't count as an answer.
  await keeps.browser.call(updateTargets, {
    integration_id: keeps.integration_id,
    first_reply_min: { none: 60 },
  })
  expect(await keeps.read()).toMatchObject({ resolve_after_days: null, inactivity_set_at: null })
  expect(usesInactivity(await keeps.choose(null))).toBe(false)
  expect(await keeps.read()).toMatchObject({
    resolve_after_days: null,
    inactivity_set_at: expect.any(String),
  })
  expect(await takes.choose(3)).toMatchObject({ resolve_after_days: 3 })
  const editor = await server.seed.member(takes.integration_id, 'editor')
  await expect(
    editor.browser.call(updateTargets, { integration_id: takes.integration_id, resolve_after_days: null }),
  ).rejects.toMatchObject({ code: 'forbidden' })
})

test('inactivity after the assistant’s answer resolves too, unless there was a message since', async () => {
  const answered = async () => {
    const created = await waiting()
    const { browser, integration_id, key } = created
    await browser.call(updateTargets, { integration_id, resolve_after_days: 3 })
    const message = {
      id: crypto.randomUUID(),
      body: 'Hello!',
      citations: [],
      details: {},
      low_confidence_count: 0,
    }
    expect(await postAnswer(server.ctx, key, message)).toBe(true)
    return created
  }
  const [silent, asking, noted] = [await answered(), await answered(), await answered()]
  await asking.write()
  const note = { id: crypto.randomUUID(), body: 'Is that so?', kind: 'note' } as const
  await noted.browser.call(sendMessage, { ...noted.key, ...note })
  await server.later(2.9 * day, () => resolveInactive(server.ctx))
  expect((await silent.row()).status).toBe('open')
  await server.later(3.1 * day, () => resolveInactive(server.ctx))
  expect((await silent.row()).status).toBe('resolved')
  expect(await silent.events()).toContain('timed_out')
  expect((await asking.row()).status).toBe('open')
  expect((await noted.row()).status).toBe('open')
})

test('a message more than seven days later starts a linked conversation', async () => {
  const { browser, integration_id, key, row, visitor, conversation_id } = await waiting()
  await browser.call(setStatus, { ...key, status: 'resolved' })
  const late = {
    conversation_id,
    id: crypto.randomUUID(),
    body: 'Me again',
    locale: 'en' as const,
  }
  await server.later(8 * day, async () => {
    const sent = await visitor.browser.call(sendVisitorMessage, late)
    expect(sent.conversation_id).not.toBe(conversation_id)
    // A resend finds it, and later messages join it.
    expect(await visitor.browser.call(sendVisitorMessage, late)).toEqual(sent)
    const next = { ...late, id: crypto.randomUUID(), body: 'Still there?' }
    expect((await visitor.browser.call(sendVisitorMessage, next)).conversation_id).toBe(sent.conversation_id)
    const follows = { integration_id, conversation_id: sent.conversation_id }
    expect(await browser.call(getConversation, follows)).toMatchObject({ follows_id: conversation_id })
    const [line] = await browser.call(listMessages, follows)
    expect(line?.details).toMatchObject({ event: 'follows', follows_number: (await row()).number })
    expect(await visitor.browser.call(listVisitorConversations, {})).toHaveLength(2)
  })
  expect((await row()).status).toBe('resolved')
  const otherUser = await server.seed.visitor((await server.seed.integration()).integration.public_key)
  await server.later(8 * day, async () => {
    await expect(otherUser.browser.call(sendVisitorMessage, late)).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})

test('old state + events = new state for targets; another workspace’s are a 404', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const events = server.watch(targetsChanged.channel({ integration_id }), targetsChanged.name)
  await browser.call(updateTargets, { integration_id, first_reply_min: { high: 30 } })
  await browser.call(updateTargets, { integration_id, first_reply_min: { high: null, low: 480 } })
  const read = await browser.call(getTargets, { integration_id })
  await server.eventually(() => events.length === 2 || undefined)
  expect(events.at(-1)?.data).toEqual(read)
  expect((read as Targets).first_reply_min).toMatchObject({ high: null, low: 480, none: null })
  const other = await server.seed.integration()
  await expect(
    browser.call(updateTargets, { integration_id: other.integration_id, resolve_after_days: 3 }),
  ).rejects.toMatchObject({ code: 'not_found' })
})

test('422: a target that isn’t one of the options', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const rejected = await browser.request('PUT', `/api/integration/${integration_id}/targets`, {
    first_reply_min: { none: 7 },
    resolve_after_days: 0,
  })
  expect(rejected.statusCode).toBe(422)
  expect(Object.keys(rejected.json<{ errors: object }>().errors).sort()).toEqual([
    'first_reply_min.none',
    'resolve_after_days',
  ])
})
