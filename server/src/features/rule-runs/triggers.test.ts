import { requestPerson, type Message, sendMessage, setPriority, setStatus, updateHours } from '@ozvi/contract'
import { expect, test } from 'vitest'
import { triggerNoReplyRules, deleteOldRuns, runRules } from '#features/rule-runs'
import { type Draft, ruleScene } from './test/rule-scene.ts'

const { server, shop } = await ruleScene()
const minute = 60_000

test('each event triggers its rules in order, and one that stops is the last', async () => {
  const { browser, key, tag, rule, visitor, begin, row, settled } = await shop()
  const names = ['created', 'handed', 'status', 'tagged', 'priority', 'never'] as const
  const ids = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await tag(name)] as const)),
  )
  const adds = (name: (typeof names)[number]): Draft => ({
    name,
    actions: [{ kind: 'add_tags', tag_ids: [ids[name] ?? ''] }],
  })
  await rule({ ...adds('created'), event: 'conversation_created', stop_after: true })
  await rule({ ...adds('never'), event: 'conversation_created' })
  await rule({ ...adds('handed'), event: 'handed_over' })
  await rule({ ...adds('status'), event: 'status_changed', filter: { status: 'resolved' } })
  await rule({ ...adds('priority'), event: 'priority_changed', filter: { priority: 'urgent' } })
  await rule({ ...adds('tagged'), event: 'tag_added', filter: { tag: ids['priority'] ?? '' } })
  await rule({ ...adds('never'), is_on: false })
  const conversation_id = await begin()
  const tags = async () => {
    await settled()
    return (await row(conversation_id)).tag_ids.map((id) => names.find((name) => ids[name] === id))
  }
  expect(await tags()).toEqual(['created'])
  await visitor.browser.call(requestPerson, { conversation_id })
  expect(await tags()).toEqual(['created', 'handed'])
  await browser.call(setStatus, { ...key, conversation_id, status: 'resolved' })
  expect(await tags()).toEqual(['created', 'handed', 'status'])
  await browser.call(setPriority, { ...key, conversation_id, priority: 'low' })
  expect(await tags()).toHaveLength(3)
  await browser.call(setPriority, { ...key, conversation_id, priority: 'urgent' })
  // One rule's action can trigger another.
  expect(await tags()).toEqual(['created', 'handed', 'status', 'priority', 'tagged'])
})

test('all conditions or any: language, page and opening hours', async () => {
  const { browser, key, rule, begin, row, settled } = await shop()
  const action = (priority: 'low' | 'medium' | 'high') => ({ kind: 'set_priority', priority }) as const
  await rule({ filter: { locale: 'sk' }, page: '/Cart', actions: [action('medium')] })
  await rule({
    filter: { locale: 'sk' },
    page: '/pay',
    match: 'any',
    words: ['card'],
    actions: [action('high')],
  })
  await rule({ page: '/night', hours: 'outside', actions: [action('low')] })
  const priorityOf = async (...said: Parameters<typeof begin>) => {
    const id = await begin(...said)
    await settled()
    return (await row(id)).priority
  }
  expect(await priorityOf('Hi', { url: 'https://shop.example/cart' })).toBe('none')
  expect(await priorityOf('Hi', { url: 'https://shop.example/pay' })).toBe('high')
  expect(await priorityOf('My card')).toBe('high')
  expect(await priorityOf('Hi', { url: 'https://shop.example/night' })).toBe('none')
  await browser.call(updateHours, {
    ...key,
    is_on: true,
    time_zone: 'UTC',
    week: Array.from({ length: 7 }, () => []),
  })
  expect(await priorityOf('Hi', { url: 'https://shop.example/night' })).toBe('low')
})

test('no reply for a time: once per waiting period, and not after a reply', async () => {
  const { browser, key, rule, visitor, begin, row, runs, settled } = await shop()
  const created = await rule({ event: 'no_reply', wait_min: 30 })
  const late = await begin()
  await visitor.browser.call(requestPerson, { conversation_id: late })
  const answered = await begin()
  await visitor.browser.call(requestPerson, { conversation_id: answered })
  await browser.call(sendMessage, { ...key, conversation_id: answered, id: crypto.randomUUID(), body: 'Yes' })
  const pollAfter = async (ms: number) =>
    server.later(ms, async () => {
      await Promise.all([triggerNoReplyRules(server.ctx), triggerNoReplyRules(server.ctx)])
      await settled()
    })
  await pollAfter(29 * minute)
  expect(await runs(created.id)).toEqual([])
  await pollAfter(31 * minute)
  await pollAfter(90 * minute)
  expect((await runs(created.id)).map(({ conversation_id }) => conversation_id)).toEqual([late])
  expect([(await row(late)).priority, (await row(answered)).priority]).toEqual(['high', 'none'])
  // Old executions are deleted.
  await server.later(32 * 24 * 60 * minute, () => deleteOldRuns(server.ctx))
  expect(await runs(created.id)).toEqual([])
})

test('each trigger counts once, on any node and after repetition', async () => {
  const { integration_id, rule, begin, thread, runs, settled } = await shop()
  const created = await rule({ actions: [{ kind: 'add_note', body: 'Once' }] })
  const conversation_id = await begin()
  await Promise.all(
    Array.from({ length: 8 }, () => runRules(server.ctx, { integration_id, conversation_id })),
  )
  await settled()
  const isNote = ({ kind }: Message) => kind === 'note'
  expect((await thread(conversation_id)).filter(isNote)).toHaveLength(1)
  expect(await runs(created.id)).toHaveLength(1)
})
