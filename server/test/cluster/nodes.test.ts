import { endVisitorSession, listOnlineVisitors, signOut } from '@ozvi/contract'
import { RawClient } from '#platform/realtime/test/raw-client.ts'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Caller, newOwner, newVisitor, type Owner } from '../chaos/caller.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { meet, type People } from './people.ts'
import { redisProgram, startRedis } from './redis.ts'

/*
 * Two nodes of the product on one PostgreSQL with real clients, and faults of the bus.
 */

const isPossible = Boolean(process.env['TEST_DATABASE_URL'])
const closing: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const close of closing.toReversed()) await close()
})

let cluster: Cluster
let people: People
const both = () => [cluster.a, cluster.b]
const sum = async (name: string) =>
  (await Promise.all(both().map((node) => node.metric(name)))).reduce((a, b) => a + b)

async function begin(environment: Record<string, string>) {
  cluster = await startCluster(environment)
  const startedCluster = cluster
  closing.push(() => startedCluster[Symbol.asyncDispose]())
  people = await meet(cluster)
  const met = people
  closing.push(() => met.close())
}

let written = 0
/** Both send, through either node. */
async function chat(messages = 5) {
  for (let nth = 0; nth < messages; nth++) {
    await people.write.member(`from the team ${++written}`)
    await people.write.visitor(`from the visitor ${++written}`)
  }
}
/** All clients have the rows of the table, once and in order, and no page was reloaded. */
async function expectAgreement() {
  const due = await people.due()
  await expect.poll(() => people.held()).toEqual(due)
  expect(people.faults).toEqual([])
}
async function expectReadiness(status: string) {
  const payloads = { code: 200, status }
  await expect.poll(() => Promise.all(both().map((node) => node.readiness()))).toEqual([payloads, payloads])
}

const newOwnerAtA = () => newOwner({ ...cluster.place, port: cluster.a.port }, 'owner')
/** A call to the HTTP API of one node closes the user's connections at the other. */
async function expectTermination({ user, caller }: Owner) {
  const socket = await RawClient.connect(cluster.b.port, { path: `/app/${cluster.key}?protocol=7` })
  closing.push(async () => socket.drop())
  const channel = `private-user.${user.id}`
  const signature = await caller.authorize('/api/broadcasting/auth', socket.id, channel)
  socket.send({ event: 'pusher:subscribe', data: { channel, ...signature } })
  await socket.waitFor('pusher_internal:subscription_succeeded')
  await cluster.a.api.terminateUserConnections(user.id)
  expect(await socket.waitForClose()).toBe(4009)
}

describe.skipIf(!isPossible || !redisProgram)('two nodes, with Redis', () => {
  let redis: Awaited<ReturnType<typeof startRedis>>
  beforeAll(async () => {
    redis = await startRedis()
    closing.push(() => redis[Symbol.asyncDispose]())
    await begin({ REDIS_URL: redis.url })
  })

  test('a member and a visitor exchange messages, whichever node handles each request and socket', async () => {
    await expect.poll(() => sum('bus_nodes')).toBe(2)
    await chat(10)
    await expectAgreement()
    await expectReadiness('ok')
  })

  test('REL-15 REL-16 while Redis is frozen all events go through the database', async () => {
    redis.freeze()
    await chat()
    await expectAgreement()
    await expectReadiness('degraded')
    await chat()
    await expectAgreement()
    redis.thaw()
    await expectReadiness('ok')
    await chat()
    await expectAgreement()
  })

  test('REL-15 REL-16 the same while Redis is down, and after it returns empty', async () => {
    await redis.kill()
    await chat()
    await expectAgreement()
    await expectReadiness('degraded')
    await redis.start()
    await chat()
    await expectReadiness('ok')
    await chat()
    await expectAgreement()
    expect(await sum('bus_missed_total')).toBeGreaterThan(0)
  })

  test('SEC-02 REL-15 a sign-out takes effect at every node while Redis is dead', async () => {
    const others = await meet(cluster)
    closing.push(() => others.close())
    await redis.kill()
    await expectReadiness('degraded')
    await others.owner.caller.call(signOut, {})
    await expect.poll(() => others.areMembersSubscribed()).toEqual([false, false])
    await redis.start()
    await expectReadiness('ok')
  })

  test('SEC-23 a forged message on Redis changes nothing and is counted', async () => {
    const otherUser = new Redis(redis.url)
    closing.push(async () => otherUser.disconnect())
    // The response is a list of names.
    const [channel = ''] = (await otherUser.pubsub('CHANNELS', 'ozvi*')) as string[]
    const before = people.held()
    const recorded: string[] = []
    const subscriber = otherUser.duplicate()
    closing.push(async () => subscriber.disconnect())
    subscriber.on('message', (_channel, text: string) => recorded.push(text))
    await subscriber.subscribe(channel)
    await chat(1)
    await expectAgreement()
    await expect.poll(() => recorded.some((text) => text.includes('letters'))).toBe(true)

    const rejectedBefore = await sum('bus_rejected_total')
    const genuine = recorded.find((text) => text.includes('letters')) ?? ''
    const junk = [
      '',
      'junk',
      genuine,
      genuine.replaceAll('from the', 'forged by'),
      `${'A'.repeat(43)}${JSON.stringify({ v: 1, node: 'stranger-1', seq: 1, messages: [['letters', []]] })}`,
      '['.repeat(1_200_000),
    ]
    for (const text of junk) expect(await otherUser.publish(channel, text)).toBe(3)
    await expect.poll(() => sum('bus_rejected_total')).toBe(rejectedBefore + 2 * junk.length)
    await otherUser.flushall()
    await chat(1)
    await expectAgreement()
    expect(people.held().map((bodies) => bodies.length)).toEqual(before.map((bodies) => bodies.length + 4))
    expect(await sum('bus_nodes')).toBe(2)
  })
})

describe.skipIf(!isPossible)('two nodes, PostgreSQL alone', () => {
  // Only requests from this machine that name no network have the wider limits of development.
  beforeAll(() => begin({ TRUST_PROXY: '1' }))
  const ask = (statement: string) => cluster.database.pool.query(statement)

  test('a member and a visitor exchange messages', async () => {
    await expect.poll(() => sum('bus_nodes')).toBe(2)
    await chat(10)
    await expectAgreement()
    await expectReadiness('ok')
  })

  test('a visitor with a page at each node is online once, at either node', async () => {
    const { integration_id } = people.visitor
    const ask = () => people.owner.caller.call(listOnlineVisitors, { integration_id })
    const ids = { total: 1, items: [{ id: people.visitor.contact_id, conversations: 1 }] }
    await expect.poll(() => Promise.all([ask(), ask()])).toMatchObject([ids, ids])
  })

  test('REL-16 nodes whose connections are cut repeatedly converge again', async () => {
    let isCutting = true
    const cutting = (async () => {
      while (isCutting)
        await ask(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where application_name = 'ozvi bus' and datname = current_database()`,
        )
    })()
    await chat()
    await expectAgreement()
    await expectReadiness('degraded')
    isCutting = false
    await cutting
    await chat()
    await expectReadiness('ok')
    await chat()
    await expectAgreement()
  })

  test('SEC-23 a forged NOTIFY changes nothing and is counted', async () => {
    const before = await sum('bus_rejected_total')
    for (const text of ['junk', '0123456789abcdef:0:1:junk', '0123456789abcdef:0:3:never whole'])
      await ask(`select pg_notify('ozvi_bus', '${text}')`)
    await expect.poll(() => sum('bus_rejected_total')).toBe(before + 4)
    await chat(1)
    await expectAgreement()
  })

  test('SEC-02 SEC-05 SEC-21 signatures of one node are invalid at the other once the session has ended', async () => {
    const place = { ...cluster.place, port: cluster.a.port }
    const owner = await newOwnerAtA()
    const visitor = await newVisitor(place, owner)
    const at = { path: `/app/${cluster.key}?protocol=7` }
    const open = async () => {
      const socket = await RawClient.connect(cluster.b.port, at)
      closing.push(async () => socket.drop())
      return socket
    }
    const team = [
      `presence-integration.${visitor.integration_id}`,
      `presence-conversation.${visitor.conversation_id}`,
    ]
    const account = `private-user.${owner.user.id}`
    const own = `private-visitor.${visitor.contact_id}`
    const [member, follower, customer] = [await open(), await open(), await open()]
    const routes = { member: '/api/broadcasting/auth', visitor: '/api/visitor/broadcasting/auth' }
    const signatures = new Map<string, unknown>()
    for (const channel of team)
      signatures.set(channel, await owner.caller.authorize(routes.member, member.id, channel))
    const join = (socket: RawClient, channel: string, signature: object | null | undefined) =>
      socket.send({ event: 'pusher:subscribe', data: { channel, ...signature } })
    join(follower, account, await owner.caller.authorize(routes.member, follower.id, account))
    await follower.waitFor('pusher_internal:subscription_succeeded')
    const visitors = await visitor.caller.authorize(routes.visitor, customer.id, own)

    await owner.caller.call(signOut, {})
    await visitor.caller.call(endVisitorSession, {})
    expect([
      await member.waitForClose(),
      await follower.waitForClose(),
      await customer.waitForClose(),
    ]).toEqual([4200, 4200, 4200])
    // A new socket has another id, which none of these signatures is for.
    const late = await open()
    for (const [channel, signature] of [...signatures, [own, visitors] as const])
      join(late, channel, signature as object)
    await expect
      .poll(() => late.received.filter(({ event }) => event === 'pusher:subscription_error').length)
      .toBe(3)
    expect(await owner.caller.authorize(routes.member, late.id, team[0]!)).toBeNull()
    expect(await visitor.caller.authorize(routes.visitor, late.id, own)).toBeNull()
  })

  test('429 SEC-47 both nodes together allow ten sign-ins and five reset links', async () => {
    const callers = both().map((node) => new Caller(node.origin))
    for (const caller of callers) caller.headers['x-forwarded-for'] = '203.0.113.47'
    const email = 'limits@example.com'
    async function statuses(count: number, url: string, body: object) {
      const seen: number[] = []
      for (let nth = 0; nth < count; nth++)
        seen.push((await callers[nth % callers.length]!.request('POST', url, body)).status)
      return seen
    }
    const signIns = await statuses(12, '/api/auth/sign-in', { email, password: 'not my password' })
    expect(signIns).toEqual([...Array<number>(10).fill(422), 429, 429])
    const links = await statuses(7, '/api/auth/password/forgot', { email })
    expect(links).toEqual([...Array<number>(5).fill(200), 429, 429])
    // The database has neither the address nor the network.
    const { rows } = await cluster.database.pool.query<{ keys: string }>(
      `select string_agg(key, ' ') as keys from rate_limit where key like 'rate:sign-in:1:%'`,
    )
    expect(rows[0]?.keys).toMatch(/^rate:sign-in:1:[\w-]{43}$/)
  })

  test('4009 a user is terminated at the other node', async () => expectTermination(await newOwnerAtA()))

  test('SEC-02 a sign-out at one node ends subscriptions at the other', async () => {
    await expect.poll(() => people.areMembersSubscribed()).toEqual([true, true])
    await people.owner.caller.call(signOut, {})
    await expect.poll(() => people.areMembersSubscribed()).toEqual([false, false])
  })
})
