import { afterAll, expect, test } from 'vitest'
import { RawClient } from './test/raw-client.ts'
import { startStandalone } from './test/standalone.ts'

const { realtime, port, close } = await startStandalone({
  timings: { sweep_ms: 20 },
  limits: { presence_members_max: 3 },
})
afterAll(close)

const member = (user_id: string) => ({ user_id, user_info: { name: user_id.toUpperCase() } })
const connect = () => RawClient.connect(port)
const added = (client: RawClient) => idsOf(client, 'pusher_internal:member_added')
const removed = (client: RawClient) => idsOf(client, 'pusher_internal:member_removed')

function idsOf(client: RawClient, event: string) {
  // Both events contain a user id.
  return client.received
    .filter((each) => each.event === event)
    .map(({ data }) => (data as { user_id: string }).user_id)
}

test('a user with several sockets is one member, who leaves with the last one', async () => {
  const [ada, bob1, bob2] = [await connect(), await connect(), await connect()]
  await ada.subscribe('presence-p.1', member('ada'))
  await bob1.subscribe('presence-p.1', member('bob'))
  const { data } = await bob2.subscribe('presence-p.1', member('bob'))
  expect(data).toEqual({
    presence: { ids: ['ada', 'bob'], hash: { ada: { name: 'ADA' }, bob: { name: 'BOB' } }, count: 2 },
  })
  await bob1.unsubscribe('presence-p.1')
  expect(realtime.members('presence-p.1')).toEqual([member('ada'), member('bob')])
  await bob2.unsubscribe('presence-p.1')
  await ada.waitFor('pusher_internal:member_removed')
  expect([added(ada), removed(ada), added(bob1), added(bob2)]).toEqual([['bob'], ['bob'], [], []])
})

test('a member whose connection is lost has left, and returns as a new one', async () => {
  const [ada, bob, reloaded] = [await connect(), await connect(), await connect()]
  await ada.subscribe('presence-p.2', member('ada'))
  await bob.subscribe('presence-p.2', member('bob'))
  bob.drop()
  await ada.waitFor('pusher_internal:member_removed')
  const { data } = await reloaded.subscribe('presence-p.2', member('bob'))
  expect(data).toMatchObject({ presence: { count: 2 } })
  await ada.until(() => added(ada).length === 2, 'return of Bob')
  expect([added(ada), removed(ada)]).toEqual([['bob', 'bob'], ['bob']])
})

test('a listener is notified of members who join and leave', async () => {
  const notified: unknown[] = []
  const stop = realtime.watch({
    occupied: (channel) => notified.push(['occupied', channel]),
    vacated: (channel) => notified.push(['vacated', channel]),
    memberAdded: (channel, user_id, user_info) => notified.push(['added', channel, user_id, user_info]),
    memberRemoved: (channel, user_id) => notified.push(['removed', channel, user_id]),
  })
  const channel = 'presence-p.3'
  const [first, second] = [await connect(), await connect()]
  await first.subscribe(channel, member('ada'))
  await second.subscribe(channel, member('ada'))
  first.drop()
  await expect.poll(() => realtime.subscriptionCount(channel)).toBe(1)
  expect([realtime.occupied(channel), realtime.members(channel)]).toEqual([true, [member('ada')]])
  second.drop()
  await expect.poll(() => realtime.occupied(channel)).toBe(false)
  stop()
  expect(notified).toEqual([
    ['occupied', channel],
    ['added', channel, 'ada', { name: 'ADA' }],
    ['removed', channel, 'ada'],
    ['vacated', channel],
  ])
})

test('a listener that throws doesn’t affect others', async () => {
  const notified: string[] = []
  const stops = [
    realtime.watch({
      occupied: () => {
        throw new Error('failing listener')
      },
    }),
    realtime.watch({ occupied: (channel) => notified.push(channel) }),
  ]
  await (await connect()).subscribe('p.4')
  for (const stop of stops) stop()
  expect(notified).toEqual(['p.4'])
})

test('numeric user ids equal their digits, and no id is special', async () => {
  const [one, two] = [await connect(), await connect()]
  await one.subscribe('presence-p.5', { user_id: 7 })
  await two.subscribe('presence-p.5', { user_id: '__proto__', user_info: { x: 1 } })
  const { data } = await (await connect()).subscribe('presence-p.5', { user_id: '7' })
  expect(JSON.stringify(data)).toBe(
    '{"presence":{"ids":["7","__proto__"],"hash":{"7":{},"__proto__":{"x":1}},"count":2}}',
  )
})

test('403 a full presence channel accepts no new member, but another socket of a present one', async () => {
  const channel = 'presence-p.6'
  for (const id of ['ada', 'bob', 'eve', 'ada']) await (await connect()).subscribe(channel, member(id))
  const late = await connect()
  late.send({
    event: 'pusher:subscribe',
    data: { channel, ...realtime.signChannel(late.id, channel, member('zoe')) },
  })
  expect((await late.waitFor('pusher:subscription_error', channel)).data).toMatchObject({ status: 403 })
})

test('watchers of a user are notified when the user comes online and goes offline', async () => {
  const watcher = await connect()
  await watcher.signIn({ id: 'ada', watchlist: ['bob'] })
  const bob = await connect()
  await bob.signIn({ id: 'bob' })
  const events = () =>
    watcher.received
      .filter(({ event }) => event === 'pusher_internal:watchlist_events')
      .map(({ data }) => data)
  await watcher.until(() => events().length === 2, 'online')
  bob.drop()
  await watcher.until(() => events().length === 3, 'offline')
  expect(events()).toEqual(
    ['offline', 'online', 'offline'].map((name) => ({ events: [{ name, user_ids: ['bob'] }] })),
  )
})

test('4302 a watchlist is limited to a hundred users', async () => {
  const watcher = await connect()
  await watcher.signIn({ id: 'ada', watchlist: Array.from({ length: 101 }, (_, n) => `user-${n}`) })
  expect((await watcher.waitFor('pusher:error')).data).toMatchObject({ code: 4302 })
  const { data } = await watcher.waitFor('pusher_internal:watchlist_events')
  expect(JSON.stringify(data).match(/user-/g)).toHaveLength(100)
})
