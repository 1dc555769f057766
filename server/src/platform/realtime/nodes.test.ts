import { afterEach, beforeEach, expect, test } from 'vitest'
import { apiRequest } from './test/api-request.ts'
import type { MemoryClient } from './test/memory-client.ts'
import { type MemoryNode, MemoryNodes } from './test/memory-nodes.ts'

let nodes: MemoryNodes
let [here, there]: MemoryNode[] = []
const at = (node: MemoryNode | undefined) => {
  if (!node) throw new Error('not started')
  return node
}
const a = () => at(here)
const b = () => at(there)

beforeEach(async () => {
  nodes = new MemoryNodes({ limits: { presence_members_max: 3 }, timings: { cache_ttl_ms: 60_000 } })
  here = nodes.start()
  there = nodes.start()
  await nodes.settle()
})
afterEach(() => nodes.close())

const member = (user_id: string) => ({ user_id, user_info: { name: user_id } })
async function join(node: MemoryNode, channel: string, user_id?: string) {
  const client = await nodes.connect(node)
  client.join(channel, user_id === undefined ? undefined : member(user_id))
  await nodes.settle()
  return client
}
const sent = (client: MemoryClient, event: string) =>
  client.received.filter((each) => each.event === event).map(({ data }) => data)
const answer = async (node: MemoryNode, action: string, params: Record<string, string> = {}) =>
  (await node.realtime.handleApi(apiRequest('GET', action, { params }))).body

test('an event arrives at every node in order, except at the excluded socket', async () => {
  const [one, two, three] = [await join(a(), 'c'), await join(b(), 'c'), await join(b(), 'c')]
  for (const n of [1, 2, 3]) a().realtime.publish('c', 'n', n)
  b().realtime.publish('c', 'n', 4, { except_socket: one.id })
  a().realtime.publish('c', 'n', 5, { except_socket: two.id })
  b().realtime.publish('c', 'n', 6, { is_local_only: true })
  await nodes.settle()
  expect(sent(one, 'n')).toEqual([1, 2, 3, 5])
  expect(new Set(sent(two, 'n'))).toEqual(new Set([1, 2, 3, 4, 6]))
  expect(sent(three, 'n').filter((n) => n !== 4 && n !== 6)).toEqual([1, 2, 3, 5])
})

test('a client event reaches the other node’s members with its sender’s id, and all sockets of a user', async () => {
  const channel = 'presence-talk'
  const [ada, bob] = [await join(a(), channel, 'ada'), await join(b(), channel, 'bob')]
  const names: unknown[] = []
  b().realtime.watch({ clientEvent: ({ user_id }) => names.push(user_id) })
  bob.trigger(channel, 'client-typing', { at: 1 })
  await nodes.settle()
  expect(ada.received.at(-1)).toMatchObject({ event: 'client-typing', data: { at: 1 }, user_id: 'bob' })
  expect(names).toEqual(['bob'])
  expect(sent(bob, 'client-typing')).toEqual([])

  ada.signIn(a().realtime.signUser(ada.id, { id: 'ada' }))
  await nodes.settle()
  ada.join('#server-to-user-ada')
  await nodes.settle()
  b().realtime.sendToUser('ada', 'hello', { to: 'you' })
  await nodes.settle()
  expect(sent(ada, 'hello')).toEqual([{ to: 'you' }])
})

test('a subscriber immediately gets the members at all nodes, and the HTTP API returns the same at each', async () => {
  const channel = 'presence-p'
  await join(a(), channel, 'ada')
  const second = await join(a(), channel, 'bob')
  const [bob, open] = [await join(b(), channel, 'bob'), await join(b(), 'open')]
  expect([...(bob.members.get(channel)?.keys() ?? [])]).toEqual(['ada', 'bob'])
  const api = (node: MemoryNode) =>
    Promise.all([
      answer(node, 'channels', { filter_by_prefix: 'presence-', info: 'user_count' }),
      answer(node, `channels/${channel}/users`),
      answer(node, 'channels/open', { info: 'subscription_count' }),
    ])
  expect(await api(a())).toEqual([
    { channels: { [channel]: { user_count: 2 } } },
    { users: [{ id: 'ada' }, { id: 'bob' }] },
    { occupied: true, subscription_count: 1 },
  ])
  expect(await api(b())).toEqual(await api(a()))
  const users = () => Promise.all([a(), b()].map((node) => answer(node, `channels/${channel}/users`)))
  bob.drop()
  await nodes.settle()
  const both = { users: [{ id: 'ada' }, { id: 'bob' }] }
  expect(await users()).toEqual([both, both])
  second.drop()
  await nodes.settle()
  expect(await users()).toEqual([{ users: [{ id: 'ada' }] }, { users: [{ id: 'ada' }] }])
  const other = await join(a(), 'open')
  expect([open, other].map((client) => client.channels.get('open'))).toEqual([2, 2])
})

test('a member who joins two nodes at once with different info looks the same to everyone', async () => {
  const channel = 'presence-p'
  const [one, two] = [await nodes.connect(a()), await nodes.connect(b())]
  one.join(channel, { user_id: 'ada', user_info: { name: 'Lovelace' } })
  two.join(channel, { user_id: 'ada', user_info: { name: 'Ada' } })
  await nodes.settle()
  const seen = { user_id: 'ada', user_info: { name: 'Ada' } }
  expect([a(), b()].map(({ realtime }) => realtime.members(channel))).toEqual([[seen], [seen]])
  expect([one, two].map(({ members }) => members.get(channel)?.get('ada'))).toEqual([
    { name: 'Ada' },
    { name: 'Ada' },
  ])
  // What remains was joined at its own node.
  two.leave(channel)
  await nodes.settle()
  expect(b().realtime.members(channel)).toEqual(a().realtime.members(channel))
})

test('403 a presence channel’s limit applies across all nodes', async () => {
  for (const [node, user_id] of [
    [a(), 'ada'],
    [b(), 'bob'],
    [a(), 'eve'],
  ] as const)
    await join(node, 'presence-p', user_id)
  const late = await join(b(), 'presence-p', 'zoe')
  expect(sent(late, 'pusher:subscription_error')).toMatchObject([{ status: 403 }])
  expect(sent(await join(b(), 'presence-p', 'ada'), 'pusher:subscription_error')).toEqual([])
})

test.each([true, false])(
  'the members of a lost node (killed: %s) leave, and one node reports it',
  async (is_killed) => {
    const third = nodes.start()
    await nodes.settle()
    const ada = await join(a(), 'presence-p', 'ada')
    await join(third, 'presence-p', 'bob')
    await join(third, 'alone')
    await nodes.stop(third, is_killed)
    await nodes.pass(is_killed ? 9_000 : 0)
    // A killed node says no goodbye: its silence counts after 10 s.
    expect(a().realtime.members('presence-p')).toHaveLength(is_killed ? 2 : 1)
    await nodes.pass(5_000)
    expect(sent(ada, 'pusher_internal:member_removed')).toEqual([{ user_id: 'bob' }])
    expect([a(), b()].map(({ realtime }) => realtime.occupied('alone'))).toEqual([false, false])
    expect(nodes.events.slice(-2).toSorted()).toEqual(['-alone', '-presence-p bob'])
  },
)

test('listeners are notified that a channel is empty if the last two leave two nodes at once', async () => {
  const [one, two] = [await join(a(), 'presence-p', 'ada'), await join(b(), 'presence-p', 'ada')]
  one.leave('presence-p')
  two.leave('presence-p')
  await nodes.settle()
  expect(nodes.events).toEqual(['+presence-p', '+presence-p ada', '-presence-p ada', '-presence-p'])
})

test('an event for some members reaches only them at every node', async () => {
  const channel = 'presence-some'
  const [ada, bob] = [await join(b(), channel, 'ada'), await join(b(), channel, 'bob')]
  a().realtime.publish(channel, 'but-ada', 1, { audience: { except: ['ada'] } })
  a().realtime.publish(channel, 'only-ada', 2, { audience: { only: ['ada'] } })
  await nodes.settle()
  expect([sent(ada, 'but-ada'), sent(ada, 'only-ada')]).toEqual([[], [2]])
  expect([sent(bob, 'but-ada'), sent(bob, 'only-ada')]).toEqual([[1], []])
})

test('a cache channel has the same last event at every node, also one that starts later or was disconnected', async () => {
  const channel = 'cache-price'
  a().realtime.publish(channel, 'price', 1)
  b().realtime.publish(channel, 'price', 2)
  await nodes.settle()
  const third = nodes.start()
  await nodes.settle()
  for (const node of [a(), b(), third]) expect(sent(await join(node, channel), 'price')).toEqual([2])
  b().connection.cut()
  a().realtime.publish(channel, 'price', 3)
  await nodes.pass(1_000)
  b().realtime.publish(channel, 'price', 4)
  await nodes.pass(1_000)
  third.realtime.publish(channel, 'price', 5)
  await nodes.pass(1_000)
  b().connection.heal()
  await nodes.pass(2_000)
  for (const node of [a(), b(), third]) expect(sent(await join(node, channel), 'price')).toEqual([5])
  await nodes.pass(50_000)
  expect(sent(await join(third, channel), 'price')).toEqual([5])
  await nodes.pass(10_000)
  for (const node of [a(), b(), third])
    expect(sent(await join(node, channel), 'pusher:cache_miss')).toHaveLength(1)
})

test('SEC-23 messages over the bus can do no more than a client or caller; the rest is dropped and counted', async () => {
  const channel = 'presence-p'
  const ada = await join(b(), channel, 'ada')
  await join(b(), 'private-encrypted-x')
  ada.join('open')
  ada.join('private-encrypted-x')
  await nodes.settle()
  const before = {
    received: ada.received.length,
    members: b().realtime.members(channel),
    channels: b().realtime.stats().channels,
  }
  const event = { kind: 'event', channels: [channel], event: 'e', text: '1', is_ephemeral: false, stamp: 1 }
  const talk = { kind: 'client_event', channel, event: 'client-e', data_json: '1', except_socket: '1.1' }
  const row = (...rows: unknown[]) => ({ kind: 'changes', rows })
  const deep = JSON.parse('['.repeat(3_000) + ']'.repeat(3_000)) as unknown
  const junk: unknown[] = [
    null,
    7,
    'text',
    [],
    {},
    { kind: 'other' },
    { ...event, more: 1 },
    { ...event, channels: [] },
    { ...event, channels: ['#x'] },
    { ...event, channels: [`${channel}"`] },
    { ...event, event: 'pusher_internal:member_added' },
    { ...event, event: 'e'.repeat(201) },
    { ...event, text: '€'.repeat(400_000) },
    { ...event, except_socket: '1' },
    { ...event, stamp: 1e300 },
    { ...talk, event: 'e' },
    { ...talk, channel: 'open' },
    { ...talk, channel: 'private-encrypted-x' },
    { ...talk, data_json: '1,"user_id":"eve"' },
    { ...talk, data_json: '{' },
    { ...talk, data_json: `"${'x'.repeat(10_240)}"` },
    { ...talk, user_id: '' },
    row({ is: 'seated', channel: 'open', user_id: 'eve', user_info: {} }),
    row({ is: 'seated', channel, user_id: 'e'.repeat(129), user_info: {} }),
    row({ is: 'seated', channel, user_id: 7, user_info: {} }),
    row({ is: 'seated', channel, user_id: 'eve', user_info: 'x'.repeat(1_023) }),
    row({ is: 'seated', channel, user_id: 'eve', user_info: deep }),
    row({ is: 'seated', channel, user_id: 'eve' }),
    row({ is: 'occupied', channel: 'a b', subscribers: 1 }),
    row({ is: 'occupied', channel, subscribers: -1 }),
    row({ is: 'online', user_id: '' }),
    { kind: 'snapshot', part: 0, parts: 1, rows: [{ is: 'other' }] },
    { kind: 'last_event', channel: 'open', event: 'e', text: '1', stamp: 1, left_ms: 1 },
    { kind: 'ask', node: 7 },
  ]
  for (const data of junk) a().bus.publish('realtime', data)
  await nodes.settle()
  const { invalid_messages, failures } = b().realtime.stats()
  expect([invalid_messages, failures]).toEqual([junk.length, 0])
  const after = {
    received: ada.received.length,
    members: b().realtime.members(channel),
    channels: b().realtime.stats().channels,
  }
  expect(after).toEqual(before)

  // No node can add more members to a channel than allowed.
  a().bus.publish(
    'realtime',
    row(
      ...['b', 'c', 'd', 'e'].map((user_id) => ({
        is: 'seated',
        channel,
        ...member(user_id),
      })),
    ),
  )
  await nodes.settle()
  expect(
    b()
      .realtime.members(channel)
      .map(({ user_id }) => user_id),
  ).toEqual(['ada', 'b', 'c', 'd'])
})
