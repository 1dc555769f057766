// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { type Message, Problem } from '@ozvi/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { messageOf } from '../../../../test/inbox-rows.ts'
import { createOutbox, type OutboxOptions } from './outbox.ts'
import { memoryStore, openOutboxStore } from './outbox-store.ts'

let name = ''
beforeEach(() => {
  name = `outbox-${crypto.randomUUID()}`
})
const selection = () => new Promise((resolve) => setTimeout(resolve))

/** A tab of a member. @param arrived ids that the server has stored */
function tab(arrived: string[], more: Partial<OutboxOptions> = {}) {
  const line = { is_up: true }
  const sent: Message[] = []
  const outbox = createOutbox({
    name,
    openStore: openOutboxStore,
    isOnline: () => line.is_up,
    send: async ({ id, conversation_id, body }) => {
      await selection()
      if (!arrived.includes(id)) arrived.push(id)
      return messageOf(1, arrived.indexOf(id) + 1, { id, conversation_id, body })
    },
    onSent: (message) => void sent.push(message),
    random: () => 0,
    ...more,
  })
  const states = () => outbox.entries().map(({ id, state }) => `${id} ${state}`)
  return { outbox, line, sent, states }
}
const draft = (id: string, conversation_id = 'c1') =>
  ({ id, conversation_id, body: `Text of ${id}`, kind: 'text' }) as const

test('REL-34 messages written offline survive a reload and are sent once and in order by one of two tabs', async () => {
  const arrived: string[] = []
  const before = tab(arrived)
  before.line.is_up = false
  for (const id of ['m1', 'm2', 'm3']) await before.outbox.add(draft(id))
  expect(before.states()).toEqual(['m1 waiting', 'm2 waiting', 'm3 waiting'])

  const calls: string[] = []
  const send: OutboxOptions['send'] = async ({ id, conversation_id, body }) => {
    calls.push(id)
    await selection()
    if (!arrived.includes(id)) arrived.push(id)
    return messageOf(1, arrived.length, { id, conversation_id, body })
  }
  const [first, second] = [tab(arrived, { send }), tab(arrived, { send })]
  await Promise.all([first.outbox.flush(), second.outbox.flush()])
  expect(arrived).toEqual(['m1', 'm2', 'm3'])
  expect(first.states()).toEqual([])
  await vi.waitFor(() => expect(second.states()).toEqual([]))
  await vi.waitFor(() => expect(before.states()).toEqual([]))
  // Every tab has been notified of each.
  await vi.waitFor(() => expect(new Set(before.sent.map(({ id }) => id))).toEqual(new Set(arrived)))
})
test('a message is stored before the first attempt to send it', async () => {
  let storedIds: string[] = []
  const { outbox } = tab([], {
    send: async (entry) => {
      storedIds = (await (await openOutboxStore(name)).all()).map(({ id }) => id)
      return messageOf(1, 1, { id: entry.id })
    },
  })
  await outbox.add(draft('m1'))
  await outbox.flush()
  expect(storedIds).toEqual(['m1'])
})
test('the outbox notifies when a message was sent, rejected or deleted', async () => {
  const ends = { m1: 'sent', m2: 'rejected', m3: 'deleted' } as const
  const { outbox, line } = tab([], {
    send: async ({ id }) => {
      if (ends[id as keyof typeof ends] === 'rejected') throw new Problem('forbidden')
      return messageOf(1, 1, { id })
    },
  })
  line.is_up = false
  for (const [id] of Object.entries(ends)) await outbox.add(draft(id, id))
  const allDone = Promise.all(Object.keys(ends).map((id) => outbox.leaving(id)))
  await outbox.discard('m3')
  line.is_up = true
  await outbox.flush()
  expect(await allDone).toEqual([true, false, false])
  expect(await outbox.leaving('m1')).toBe(true)
})
test('a failing message keeps the order of its conversation without delaying others', async () => {
  const arrived: string[] = []
  let isDown = true
  const { outbox, states } = tab(arrived, {
    send: async ({ id, conversation_id }) => {
      if (isDown && conversation_id === 'c1') throw new Problem('unavailable')
      arrived.push(id)
      return messageOf(1, arrived.length, { id })
    },
  })
  await outbox.add(draft('m1', 'c1'))
  await outbox.add(draft('m2', 'c1'))
  await outbox.add(draft('m3', 'c2'))
  await outbox.flush()
  expect(arrived).toEqual(['m3'])
  expect(states()).toEqual(['m1 waiting', 'm2 waiting'])
  isDown = false
  await vi.waitFor(() => expect(arrived).toEqual(['m3', 'm1', 'm2']), 3_000)
})
test('503 REL-13 messages rejected with Retry-After wait that long and are sent once', async () => {
  const arrived: string[] = []
  const tries_ms: number[] = []
  const { outbox, states } = tab(arrived, {
    send: async ({ id }) => {
      tries_ms.push(performance.now())
      if (tries_ms.length === 1) throw new Problem('unavailable', undefined, { retry_after_s: 1 })
      arrived.push(id)
      return messageOf(1, arrived.length, { id })
    },
  })
  await outbox.add(draft('m1', 'c1'))
  await outbox.flush()
  await outbox.add(draft('m2', 'c2'))
  await vi.waitFor(() => expect(arrived).toEqual(['m1', 'm2']), 10_000)
  await vi.waitFor(() => expect(states()).toEqual([]))
  expect((tries_ms[1] ?? 0) - (tries_ms[0] ?? 0)).toBeGreaterThanOrEqual(990)
})

test('a rejected message keeps its text until it is retried or deleted', async () => {
  const arrived: string[] = []
  let isRejected = true
  const { outbox, states } = tab(arrived, {
    send: async ({ id }) => {
      if (isRejected)
        throw new Problem('forbidden', undefined, { message: 'You don’t have permission to do this.' })
      arrived.push(id)
      return messageOf(1, 1, { id })
    },
  })
  await outbox.add(draft('m1'))
  await outbox.add(draft('m2'))
  await outbox.flush()
  expect(states()).toEqual(['m1 failed', 'm2 failed'])
  expect(outbox.entries()[0]?.problem).toBe('You don’t have permission to do this.')
  await outbox.discard('m2')
  isRejected = false
  await outbox.retry('m1')
  await outbox.flush()
  expect(arrived).toEqual(['m1'])
  expect(states()).toEqual([])
})
test('messages are sent even if nothing can be stored', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const arrived: string[] = []
  const { outbox } = tab(arrived, { openStore: () => Promise.reject(new Error('no storage')) })
  await outbox.add(draft('m1'))
  await outbox.flush()
  expect(arrived).toEqual(['m1'])
  expect(warn).toHaveBeenCalledOnce()
})
test.each([
  ['in a database', () => openOutboxStore(name)],
  ['in memory', () => Promise.resolve(memoryStore())],
])('%s entries keep their order', async (_, openStore) => {
  const store = await openStore()
  const entry = { ...draft('m1'), queued_at: '', problem: null }
  for (const id of ['m1', 'm2', 'm3']) await store.put({ ...entry, id })
  await store.put({ ...entry, id: 'm1', problem: 'no' })
  await store.remove('m2')
  await store.remove('never there')
  expect((await store.all()).map(({ id, problem }) => [id, problem])).toEqual([
    ['m1', 'no'],
    ['m3', null],
  ])
})

test('REL-34 messages that a full or broken disk can’t store are still sent once', async () => {
  const arrived: string[] = []
  const failWrite = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))
  const { outbox, line, states } = tab(arrived, {
    openStore: async () => ({ all: failWrite, put: failWrite, remove: failWrite }),
  })
  line.is_up = false
  await outbox.add(draft('m1'))
  await outbox.add(draft('m2'))
  expect(states()).toEqual(['m1 waiting', 'm2 waiting'])
  line.is_up = true
  await outbox.flush()
  expect([arrived, states()]).toEqual([['m1', 'm2'], []])
})

test('a reply is held if another member replied first, and sent after confirmation', async () => {
  const sentSeqs: (number | undefined)[] = []
  const send: OutboxOptions['send'] = async ({ id, seen_seq }) => {
    sentSeqs.push(seen_seq)
    if (seen_seq === undefined) return messageOf(1, 9, { id })
    throw new Problem('invalid_input', { seen_seq: ['Someone else replied while you were writing.'] })
  }
  const { outbox } = tab([], { send })
  await outbox.add({ ...draft('m1'), seen_seq: 3 })
  await outbox.flush()
  expect(outbox.entries()).toMatchObject([
    { state: 'failed', is_outrun: true, problem: 'Someone else replied while you were writing.' },
  ])
  await outbox.retry('m1')
  await outbox.flush()
  expect(outbox.entries()).toEqual([])
  expect(sentSeqs).toEqual([3, undefined])
})
test.each([
  { name: 'a lost connection', error: new TypeError('Failed to fetch'), cause: 'connection' },
  { name: '500', error: new Problem('server_error'), cause: 'server' },
  { name: '503', error: new Problem('unavailable', undefined, { retry_after_s: 1 }), cause: 'server' },
  {
    name: '429',
    error: new Problem('rate_limited', undefined, { retry_after_s: 60 }),
    cause: 'rate_limit',
  },
  { name: '401, which the app asks about', error: new Problem('unauthenticated'), cause: undefined },
])('after $name, the message waits and says why', async ({ error, cause }) => {
  const { outbox, line, states } = tab([], { send: () => Promise.reject(error) })
  await outbox.add(draft('m1'))
  await outbox.flush()
  expect(states()).toEqual(['m1 waiting'])
  expect(outbox.entries()[0]?.delay?.cause).toBe(cause)
  line.is_up = false
  await outbox.flush()
  expect(outbox.entries()[0]?.delay).toEqual({ cause: 'connection', until_ms: 0 })
})

test('the reason of one conversation isn’t that of another, and ends with the message', async () => {
  let error = new Problem('server_error')
  const { outbox } = tab([], {
    send: async ({ id, conversation_id }) => {
      if (conversation_id === 'c1') throw error
      return messageOf(2, 1, { id })
    },
  })
  const delays = () => outbox.entries().map(({ id, state, delay }) => [id, state, delay?.cause])
  await outbox.add(draft('m1', 'c1'))
  await outbox.flush()
  await outbox.add(draft('m2', 'c2'))
  await outbox.flush()
  expect(delays()).toEqual([['m1', 'waiting', 'server']])
  error = new Problem('invalid_input')
  await outbox.flush()
  expect(delays()).toEqual([['m1', 'failed', undefined]])
})
test('429 a message whose file is over the quota fails with the reason, because the quota lasts for hours', async () => {
  const error = new Problem(
    'rate_limited',
    { file: ['The limit for files is used up.'] },
    { retry_after_s: 3_600 },
  )
  const { outbox } = tab([], { send: () => Promise.reject(error) })
  await outbox.add(draft('m1'))
  await outbox.flush()
  expect(outbox.entries()).toMatchObject([{ state: 'failed', problem: 'The limit for files is used up.' }])
})
