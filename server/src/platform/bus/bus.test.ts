import { createHmac } from 'node:crypto'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import type { Bus } from './bus.ts'
import { createBus } from './create-bus.ts'
import { MemoryHub, type MemoryConnection } from './memory.ts'

const key = Buffer.alloc(32, 1)
const log = pino({ level: 'silent' })
const open: Bus[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((bus) => bus.close()))
})

function node(hub: MemoryHub, { connection = hub.connection(), silent_ms = 10_000 } = {}) {
  const bus = createBus({ connection, key, log, timings: { beat_ms: 20, silent_ms, echo_ms: 200 } })
  open.push(bus)
  const received: unknown[] = []
  const events: string[] = []
  bus.subscribe('said', (data) => received.push(data))
  bus.watch({
    joined: (id) => events.push(`joined ${id}`),
    left: (id) => events.push(`left ${id}`),
    missed: (id) => events.push(`missed ${id}`),
  })
  return { bus, connection, received, events }
}
async function together(...nodes: { bus: Bus }[]) {
  await expect.poll(() => nodes.every(({ bus }) => bus.nodes().length === nodes.length - 1)).toBe(true)
}

test('messages of a node reach the others in order and once, but not the node itself', async () => {
  const hub = new MemoryHub()
  const [a, b, c] = [node(hub), node(hub), node(hub)]
  await together(a, b, c)
  const sent = Array.from({ length: 500 }, (_, i) => ({ i, text: 'x'.repeat(i) }))
  for (const data of sent) a.bus.publish('said', data)
  await expect.poll(() => b.received).toEqual(sent)
  await expect.poll(() => c.received).toEqual(sent)
  expect(a.received).toEqual([])
  expect(b.bus.stats()).toMatchObject({ is_up: true, received: 500, missed: 0, rejected: {} })
})

test('a lost message is detected, even the last one', async () => {
  const hub = new MemoryHub()
  const [a, b] = [node(hub), node(hub)]
  await together(a, b)
  hub.loses = (from, to) => from === a.connection && to === b.connection
  const sent = a.bus.stats().published
  a.bus.publish('said', 1)
  await expect.poll(() => a.bus.stats().published).toBe(sent + 1)
  await new Promise(setImmediate)
  hub.loses = () => false
  await expect.poll(() => b.events).toContain(`missed ${a.bus.node_id}`)
  expect(b.received).toEqual([])
})

test('a node that signs off or falls silent has left; one that receives nothing doesn’t remove others', async () => {
  const hub = new MemoryHub()
  const [a, b, c] = [node(hub, { silent_ms: 100 }), node(hub), node(hub)]
  const witness = node(hub, { silent_ms: 200 })
  await together(a, b, c, witness)
  await b.bus.close()
  await expect.poll(() => a.events).toContain(`left ${b.bus.node_id}`)
  hub.loses = (from: MemoryConnection) => from === c.connection
  await expect.poll(() => a.events).toContain(`left ${c.bus.node_id}`)
  hub.loses = () => false
  await expect.poll(() => a.events.filter((event) => event === `joined ${c.bus.node_id}`)).toHaveLength(2)

  a.connection.cut()
  expect(a.bus.stats().is_up).toBe(false)
  await expect.poll(() => witness.events).toContain(`left ${a.bus.node_id}`)
  expect(a.bus.nodes().toSorted()).toEqual([c.bus.node_id, witness.bus.node_id].toSorted())
  a.connection.heal()
  await expect.poll(() => a.events.at(-1)).toMatch(/^missed/)
  expect(a.events).toContain('missed null')
})

test('a stalled connection counts as down although it isn’t closed', async () => {
  const hub = new MemoryHub()
  const a = node(hub)
  await expect.poll(() => a.bus.stats().is_up).toBe(true)
  a.connection.freeze()
  await expect.poll(() => a.bus.stats().is_up).toBe(false)
  a.connection.thaw()
  await expect.poll(() => a.bus.stats().is_up).toBe(true)
})

test('SEC-23 messages from outside this installation are dropped and counted', async () => {
  const hub = new MemoryHub()
  const [a, b] = [node(hub), node(hub)]
  await together(a, b)
  let recorded = ''
  const eavesdropper = hub.connection()
  eavesdropper.open({
    received: (text) => void (recorded ||= text.includes('"said"') ? text : ''),
    up: () => {},
    down: () => {},
  })
  a.bus.publish('said', 'true')
  await expect.poll(() => b.received).toEqual(['true'])

  const sealed = (body: string, by = key) => createHmac('sha256', by).update(body).digest('base64url') + body
  const body = (extra: object) =>
    JSON.stringify({ v: 1, node: 'another-node', seq: 1, messages: [['said', 'forged']], ...extra })
  hub.inject('')
  hub.inject('junk')
  hub.inject(`${recorded.slice(0, 43)}${recorded.slice(43).replace('true', 'fals')}`)
  hub.inject(sealed(body({}), Buffer.alloc(32, 2)))
  hub.inject(sealed('[[['))
  hub.inject(sealed(body({ seq: -1 })))
  hub.inject(sealed(body({ node: '__proto__' + 'x'.repeat(80) })))
  hub.inject(sealed(body({ more: 1 })))
  hub.inject('x'.repeat(1_100_000))
  hub.inject(recorded)
  await expect.poll(() => b.bus.stats().rejected).toEqual({ signature: 4, shape: 4, size: 1, repeat: 1 })
  expect(b.received).toEqual(['true'])
  expect(b.bus.nodes()).toEqual([a.bus.node_id])
})

test('a failing listener doesn’t lose the message for others', async () => {
  const hub = new MemoryHub()
  const [a, b] = [node(hub), node(hub)]
  await together(a, b)
  b.bus.subscribe('said', () => {
    throw new Error('on purpose')
  })
  const later: unknown[] = []
  b.bus.subscribe('said', (data) => later.push(data))
  a.bus.publish('said', 1)
  await expect.poll(() => later).toEqual([1])
  expect(b.bus.stats().rejected).toEqual({ handler: 1 })
})
