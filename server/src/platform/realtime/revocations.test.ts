import { minute_ms } from '@ozvi/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type MemoryClient } from './test/memory-client.ts'
import { type MemoryNode, MemoryNodes } from './test/memory-nodes.ts'

/* Two nodes: everything is signed at the first, and clients are connected to the second, where it is revoked. */

let nodes: MemoryNodes
let first: MemoryNode
let second: MemoryNode
beforeEach(async () => {
  nodes = new MemoryNodes()
  first = nodes.start()
  second = nodes.start()
  await nodes.settle()
})
afterEach(() => nodes.close())

const channel = 'presence-room'
const ada = { user_id: 'ada', user_info: {} }
const succeeded = (client: MemoryClient) =>
  client.received.filter(({ event }) => event === 'pusher_internal:subscription_succeeded')

test('SEC-02 SEC-05 an unused signed socket is closed at the other node', async () => {
  const [unused, own, other] = await Promise.all([1, 2, 3].map(() => nodes.connect(second)))
  first.realtime.signChannel(unused!.id, channel, ada)
  first.realtime.signUser(own!.id, { id: 'ada' })
  first.realtime.signChannel(other!.id, channel, { user_id: 'bob' })
  await nodes.settle()
  second.realtime.revoke('ada', 4200)
  await nodes.settle()
  expect([unused, own, other].map((client) => client?.is_closed)).toEqual([true, true, false])
})

test('SEC-02 a share ends as a whole, with everything signed for it', async () => {
  const [joined, unused, other] = await Promise.all([1, 2, 3].map(() => nodes.connect(second)))
  const member = { ...ada, share: 'team:1' }
  joined!.joinSigned(channel, first.realtime.signChannel(joined!.id, channel, member))
  first.realtime.signChannel(unused!.id, channel, { ...member, user_id: 'eve' })
  first.realtime.signChannel(other!.id, channel, { ...member, share: 'team:2' })
  await nodes.settle()
  second.realtime.revoke('team:1', 4200)
  await nodes.settle()
  expect([joined, unused, other].map((client) => client?.is_closed)).toEqual([true, true, false])
})

test('SEC-02 a share ends at a node that missed its signature, also if the socket counts toward another share', async () => {
  const client = await nodes.connect(second)
  nodes.hub.loses = (from, to) => from === first.connection && to === second.connection
  for (const [name, share] of [
    [channel, 'team:1'],
    ['presence-other', 'team:2'],
  ] as const)
    client.joinSigned(name, first.realtime.signChannel(client.id, name, { ...ada, share }))
  await nodes.settle()
  expect(succeeded(client)).toHaveLength(2)
  second.realtime.revoke('team:1', 4200)
  await nodes.settle()
  expect(client.is_closed).toBe(true)
})

test('SEC-05 SEC-21 an earlier signature is rejected even at a node that missed the revocation', async () => {
  const client = await nodes.connect(second)
  nodes.hub.loses = (from, to) => from === first.connection && to === second.connection
  const signature = first.realtime.signChannel(client.id, channel, ada)
  await nodes.settle()
  nodes.hub.loses = () => false
  // What the outbox table does at every node.
  second.realtime.revoke('ada', 4200)
  expect(client.is_closed).toBe(false)
  client.joinSigned(channel, signature)
  await nodes.settle()
  expect([client.is_closed, succeeded(client)]).toEqual([true, []])
})

test('SEC-02 SEC-05 an earlier sign-in is rejected even at a node that missed the revocation', async () => {
  const client = await nodes.connect(second)
  nodes.hub.loses = (from, to) => from === first.connection && to === second.connection
  const signature = first.realtime.signUser(client.id, { id: 'ada' })
  await nodes.settle()
  nodes.hub.loses = () => false
  second.realtime.revoke('ada', 4200)
  client.signIn(signature)
  await nodes.settle()
  expect([client.is_closed, second.realtime.stats().users]).toEqual([true, 0])
})

test('SEC-05 a request in progress when access changed is rejected', async () => {
  const client = await nodes.connect(second)
  second.realtime.revoke('ada', 4200)
  // Decided before, signed after.
  client.joinSigned(channel, first.realtime.signChannel(client.id, channel, ada))
  await nodes.settle()
  expect([client.is_closed, succeeded(client)]).toEqual([true, []])
})

test('SEC-02 users who are still authorized subscribe on a new connection', async () => {
  second.realtime.revoke('ada', 4200)
  await nodes.settle()
  const client = await nodes.connect(second)
  client.joinSigned(channel, first.realtime.signChannel(client.id, channel, ada))
  client.signIn(first.realtime.signUser(client.id, { id: 'ada' }))
  await nodes.settle()
  expect([client.is_closed, succeeded(client)]).toEqual([false, [expect.objectContaining({ channel })]])
})

test('SEC-21 a revocation is remembered longer than any signature is valid', async () => {
  const client = await nodes.connect(second)
  client.join('public')
  second.realtime.revoke('ada', 4200)
  await nodes.pass(3 * minute_ms)
  client.joinSigned(channel, first.realtime.signChannel(client.id, channel, ada))
  await nodes.settle()
  expect(client.is_closed).toBe(true)
})
