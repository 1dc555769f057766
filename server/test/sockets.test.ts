import { RawClient } from '#platform/realtime/test/raw-client.ts'
import { afterAll, expect, test } from 'vitest'
import { testServer } from './server.ts'
import { openRealtimePort } from './realtime-port.ts'

/* How many sockets one network may have, by the addresses that a trusted proxy passes on. */

const ends: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const end of ends.toReversed()) await end()
})

async function start(environment: Record<string, string>) {
  const server = await testServer(environment)
  const { port, close } = await openRealtimePort(server)
  const sockets: RawClient[] = []
  ends.push(async () => {
    for (const socket of sockets) socket.drop()
    close()
    await server[Symbol.asyncDispose]()
  })
  return (forwarded_for: string) => {
    const options = { headers: { 'x-forwarded-for': forwarded_for } }
    const socket = new RawClient(port, {
      path: `/app/${server.ctx.secrets.realtime.key}?protocol=7`,
      options,
    })
    sockets.push(socket)
    return socket
  }
}
const isOpen = (socket: RawClient) => socket.waitFor('pusher:connection_established').then(() => 'open')

test('4100 SEC-19 SEC-47 a network behind the trusted proxy has a hundred sockets, and an IPv6 customer is one network', async () => {
  const connect = await start({ RATE_LIMITS: 'strict', TRUST_PROXY: '127.0.0.1' })
  const opened = Array.from({ length: 100 }, (_, nth) => connect(`2001:db8:1:1::${nth.toString(16)}`))
  expect(await Promise.all(opened.map(isOpen))).toEqual(opened.map(() => 'open'))
  expect(await connect('2001:db8:1:1:ffff::1').waitForClose()).toBe(4100)
  // What a client claims in front of the proxy's own word is not believed.
  expect(await connect('203.0.113.7, 2001:db8:1:1::1').waitForClose()).toBe(4100)
  expect(await isOpen(connect('2001:db8:1:2::1'))).toBe('open')
})

test('4100 SEC-19 SEC-47 without a trusted proxy no header changes the network', async () => {
  const connect = await start({ RATE_LIMITS: 'strict' })
  const opened = Array.from({ length: 100 }, (_, nth) => connect(`203.0.113.${nth}`))
  expect(await Promise.all(opened.map(isOpen))).toEqual(opened.map(() => 'open'))
  expect(await connect('198.51.100.1').waitForClose()).toBe(4100)
})

test('SEC-19 on a development machine loopback has a hundred times as many', async () => {
  const connect = await start({})
  const opened = Array.from({ length: 250 }, () => connect('203.0.113.1'))
  expect(await Promise.all(opened.map(isOpen))).toEqual(opened.map(() => 'open'))
})
