import {
  assignConversation,
  countConversations,
  countSavedViews,
  createConversationField,
  deleteConversationField,
  type FieldCondition,
  type FieldType,
  type FieldValue,
  filterOfView,
  type FilterText,
  type InboxView,
  inboxViews,
  listConversations,
  matchesFieldConditions,
  matchesFilter,
  parseFilter,
  requestPerson,
  saveView,
  sendMessage,
  sendVisitorMessage,
  serializeConditions,
  setConversationFields,
  setStatus,
  hour_ms,
  minute_ms,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../../test/server.ts'

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())

const time_zone = 'Europe/Bratislava'

/** Five different conversations of three visitors. */
async function workspace() {
  const { browser, integration, integration_id, user } = await server.seed.integration()
  const jana = await server.seed.member(integration_id, 'agent')
  const visitors = await Promise.all([1, 2, 3].map(() => server.seed.visitor(integration.public_key)))
  const write = async (who: number, locale: 'en' | 'sk') => {
    const conversation_id = crypto.randomUUID()
    await visitors[who]?.browser.call(sendVisitorMessage, {
      conversation_id,
      id: crypto.randomUUID(),
      body: `Question ${who}`,
      locale,
    })
    return { conversation_id, pass: () => visitors[who]?.browser.call(requestPerson, { conversation_id }) }
  }
  const assign = (conversation_id: string, assignee_id: string) =>
    browser.call(assignConversation, { integration_id, conversation_id, assignee_id })
  const own = async (name: string, type: FieldType) => {
    const options = type === 'list' ? ['Delivery', 'Refund'] : []
    return (await browser.call(createConversationField, { integration_id, name, type, options })).id
  }
  const fields = {
    order: await own('Order', 'text'),
    sum: await own('Sum', 'number'),
    topic: await own('Topic', 'list'),
    day: await own('Day', 'date'),
    paid: await own('Paid', 'boolean'),
  }
  const note = ({ conversation_id }: { conversation_id: string }, values: Record<string, FieldValue>) =>
    browser.call(setConversationFields, { integration_id, conversation_id, fields: values })
  await write(0, 'sk')
  const mine = await write(0, 'en')
  await mine.pass()
  await assign(mine.conversation_id, user.id)
  const janasConversation = await write(1, 'sk')
  await janasConversation.pass()
  await assign(janasConversation.conversation_id, jana.user.id)
  const third = await write(2, 'en')
  await third.pass()
  const { order, sum, topic, day: on, paid } = fields
  await note(mine, { [order]: 'Čaj "50%\\_', [sum]: 12.5, [topic]: 'Refund', [on]: day(0), [paid]: true })
  await note(janasConversation, {
    [order]: 'caj 50',
    [sum]: 3,
    [topic]: 'Delivery',
    [on]: '2020-02-29',
    [paid]: false,
  })
  await note(third, { [sum]: -1 })
  const done = await write(2, 'sk')
  const key = { integration_id, conversation_id: done.conversation_id }
  await browser.call(setStatus, { ...key, status: 'resolved' })
  for (const { conversation_id } of [janasConversation, done]) {
    const note = { id: crypto.randomUUID(), kind: 'note', body: `@${user.name} look` } as const
    await jana.browser.call(sendMessage, { integration_id, conversation_id, ...note })
  }
  return { browser, integration_id, user, jana, fields, contact_id: visitors[2]?.contact_id ?? '' }
}
/** A date in the reader's time zone, `days` from today. */
const day = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: time_zone }).format(Date.now() + days * 24 * hour_ms)
const { browser, integration_id, user, jana, fields, contact_id } = await workspace()
const list = async (expected: FilterText & { view?: InboxView }) =>
  (await browser.call(listConversations, { integration_id, time_zone, ...expected })).items
const everything = (await Promise.all(inboxViews.map((view) => list({ view })))).flat()
const rows = [...new Map(everything.map((row) => [row.id, row])).values()]

const filters: FilterText[] = [
  {},
  { status: 'resolved' },
  { status: 'open,resolved', handler: 'assistant' },
  { handler: 'team' },
  { assignee: 'me' },
  { assignee: `none,${jana.user.id}` },
  { locale: 'sk' },
  { locale: 'sk,en', assignee: 'none', handler: 'assistant,team' },
  { team: 'none' },
  { mentioned: 'me' },
  { mentioned: 'me', status: 'resolved,open' },
  { waiting_min: '1' },
  { created_from: day(0), created_to: day(0) },
  { created_to: day(-1) },
  { active_from: day(1) },
  { active_from: day(-1), active_to: day(1) },
  { contact_id },
  { contact_id, status: 'resolved' },
]
test.each(filters)('every view with %j lists and counts the same as the app', async (text) => {
  const filter = parseFilter(text)
  const counts = await browser.call(countConversations, { integration_id, time_zone, ...text })
  for (const view of inboxViews) {
    const context = { user_id: user.id, now: Date.now(), time_zone }
    const expected = rows.filter((row) =>
      matchesFilter(filterOfView(view, filter), row, context, matchesFieldConditions),
    )
    const found = await list({ view, ...text })
    expect(found.map(({ id }) => id).toSorted(), view).toEqual(expected.map(({ id }) => id).toSorted())
    expect(counts[view], view).toBe(expected.length)
  }
})
const rule = (field: string, is: FieldCondition['is'], ...values: string[]): FieldCondition => ({
  field,
  is,
  values,
})
test('custom fields are filters: the server lists and counts the same as the app', async () => {
  const { order, sum, topic, day: on, paid } = fields
  const found: Record<string, number> = {}
  const context = { user_id: user.id, now: Date.now(), time_zone }
  for (const query of [
    [rule(order, 'contains', 'ČAJ')],
    [rule(order, 'contains', '"50%\\')],
    [rule(order, 'not_contains', 'caj "')],
    [rule(order, 'is', 'ČAJ 50')],
    [rule(order, 'is_not', 'caj 50')],
    [rule(order, 'filled')],
    [rule(order, 'empty')],
    [rule(sum, 'equals', '12.5')],
    [rule(sum, 'greater', '-2'), rule(sum, 'less', '12')],
    [rule(sum, 'empty')],
    [rule(topic, 'any_of', 'Refund', 'Delivery')],
    [rule(topic, 'none_of', 'Refund')],
    [rule(on, 'within', '7')],
    [rule(on, 'not_within', '7')],
    [rule(on, 'on', '2020-02-29')],
    [rule(on, 'after', '2020-02-28'), rule(on, 'before', day(0))],
    [rule(paid, 'yes')],
    [rule(paid, 'no')],
    [rule(paid, 'empty'), rule(sum, 'filled')],
    [rule(crypto.randomUUID(), 'contains', 'Refund')],
  ]) {
    const text = { fields: serializeConditions(query), handler: 'team,assistant' }
    const filter = parseFilter(text)
    const expected = rows.filter((row) =>
      matchesFilter(filterOfView('all', filter), row, context, matchesFieldConditions),
    )
    expect((await list(text)).map(({ id }) => id).toSorted(), text.fields).toEqual(
      expected.map(({ id }) => id).toSorted(),
    )
    const counts = await browser.call(countConversations, { integration_id, time_zone, ...text })
    expect(counts.all, text.fields).toBe(expected.length)
    found[query.map(({ is }) => is).join(' ')] = expected.length
  }
  expect(found).toMatchObject({ is: 1, 'greater less': 2, any_of: 2, 'after before': 1, 'empty filled': 1 })
  // Filters that aren't loaded yet match nothing rather than everything.
  const only = parseFilter({ fields: serializeConditions([rule(sum, 'filled')]) })
  expect(rows.filter((row) => matchesFilter(only, row, context, undefined))).toEqual([])
})
test('a saved view keeps filters by custom fields, also deleted ones', async () => {
  const field = { integration_id, name: 'Gone', type: 'text' } as const
  const deleted = (await browser.call(createConversationField, field)).id
  const save = (rules: FieldCondition[]) =>
    browser.call(saveView, {
      integration_id,
      saved_view_id: crypto.randomUUID(),
      name: serializeConditions(rules).slice(-20),
      is_shared: false,
      filter: { fields: serializeConditions(rules) },
    })
  const saved = await save([rule(fields.sum, 'greater', '3')])
  expect(saved.filter).toEqual({ fields: `${fields.sum}.greater.3` })
  const ofGone = await save([rule(deleted, 'filled')])
  await browser.call(deleteConversationField, { integration_id, field_id: deleted })
  const counts = await browser.call(countSavedViews, { integration_id, time_zone })
  expect(counts).toEqual({ [saved.id]: 1, [ofGone.id]: 0 })
})
test('the waiting-time filter matches once the time has passed, and applies to every page', async () => {
  expect(await list({ waiting_min: '60' })).toEqual([])
  await server.later(61 * minute_ms, async () => {
    const query = { integration_id, time_zone, waiting_min: '60', limit: 2 }
    const first = await browser.call(listConversations, query)
    expect(first.items).toHaveLength(2)
    const second = await browser.call(listConversations, { ...query, cursor: first.next ?? '' })
    expect(second.items).toHaveLength(1)
    expect(second.next).toBeNull()
  })
})
test('422: an invalid option and reversed dates are rejected by name', async () => {
  const listWith = (expected: object) => browser.call(listConversations, { integration_id, ...expected })
  for (const [field, expected] of [
    ['status', { status: 'open,lost' }],
    ['assignee', { assignee: 'them' }],
    ['waiting_min', { waiting_min: '0' }],
    ['created_from', { created_from: '2026-02-30' }],
    ['active_to', { active_to: '0000-01-01' }],
    ['time_zone', { time_zone: 'Mars/Olympus' }],
    ['active_to', { active_from: '2026-02-02', active_to: '2026-02-01' }],
    ['fields', { fields: 'sum.greater.3' }],
    ['fields', { fields: `${fields.sum}.greater` }],
    ['fields', { fields: `${fields.day}.before.2026-02-30` }],
    ['fields', { fields: `${fields.topic}.all_of.Refund` }],
    ['fields', { fields: `${fields.sum}.filled;` }],
  ] as const) {
    await expect(listWith(expected), field).rejects.toMatchObject({
      code: 'invalid_input',
      errors: { [field]: [expect.any(String)] },
    })
  }
})
test('SEC-11 a filter finds nothing of another workspace', async () => {
  const other = await server.seed.integration()
  const mentionNoted = { fields: serializeConditions([rule(fields.sum, 'filled')]) }
  const theirs = { integration_id: other.integration_id, ...mentionNoted }
  expect((await other.browser.call(listConversations, theirs)).items).toEqual([])
  const query = { integration_id: other.integration_id, contact_id }
  expect((await other.browser.call(listConversations, query)).items).toEqual([])
  expect(Object.values(await other.browser.call(countConversations, query))).toEqual(inboxViews.map(() => 0))
})
