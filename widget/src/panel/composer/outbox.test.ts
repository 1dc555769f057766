import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../calls.ts'
import { createOutbox, type OutboxOptions, type Outgoing } from './outbox.ts'
import { memoryStore, type OutboxEntry, type OutboxStore } from './outbox-store.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** One tab of one visitor; `arrived` is the server's state, each id once. */
function tab(store: OutboxStore, arrived: string[], more: Partial<OutboxOptions> = {}) {
  const view: { entries: Outgoing[] } = { entries: [] }
  const line = { is_up: true }
  const outbox = createOutbox({
    openStore: () => Promise.resolve(store),
    name: 'ozvi:pk_test',
    contactId: () => 'visitor-1',
    canSend: () => line.is_up,
    send: async ({ id }) => {
      if (!arrived.includes(id)) arrived.push(id)
    },
    onChange: (entries) => {
      view.entries = entries
    },
    random: () => 1,
    ...more,
  })
  const states = () => view.entries.map(({ id, state }) => `${id} ${state}`)
  return { outbox, line, states, view }
}
const draft = (id: string, conversation_id = 'c1') =>
  ({ id, conversation_id, body: `Text of ${id}`, locale: 'en' }) as const

test('REL-34 messages written offline are stored, shown as waiting and sent in order, once', async () => {
  const arrived: string[] = []
  const store = memoryStore()
  const first = tab(store, arrived)
  first.line.is_up = false
  for (const id of ['m1', 'm2', 'm3']) await first.outbox.add(draft(id))
  expect(first.states()).toEqual(['m1 waiting', 'm2 waiting', 'm3 waiting'])

  const reloaded = tab(store, arrived)
  await reloaded.outbox.flush()
  expect(arrived).toEqual(['m1', 'm2', 'm3'])
  expect(reloaded.states()).toEqual([])
  await first.outbox.flush()
  expect(arrived).toEqual(['m1', 'm2', 'm3'])
})

test('a message is stored before the first attempt to send it', async () => {
  const store = memoryStore()
  let stored: OutboxEntry[] = []
  const { outbox } = tab(store, [], {
    send: async () => {
      stored = await store.all()
    },
  })
  await outbox.add(draft('m1'))
  await vi.runAllTimersAsync()
  expect(stored.map(({ id }) => id)).toEqual(['m1'])
})

test('503 REL-13 and lost responses are retried later, in order', async () => {
  const arrived: string[] = []
  const failures = [new ApiError(0), new ApiError(503, { retry_after_s: 7 }), new ApiError(429)]
  const attempts: string[] = []
  const { outbox, states } = tab(memoryStore(), arrived, {
    send: async ({ id }) => {
      attempts.push(id)
      const failure = failures.shift()
      if (failure) throw failure
      arrived.push(id)
    },
  })
  await outbox.add(draft('m1'))
  await outbox.add(draft('m2'))
  await vi.advanceTimersByTimeAsync(0)
  expect(states()).toEqual(['m1 waiting', 'm2 waiting'])
  await vi.runAllTimersAsync()
  expect(attempts).toEqual(['m1', 'm1', 'm1', 'm1', 'm2'])
  expect(arrived).toEqual(['m1', 'm2'])
})

test('REL-13 Retry-After also delays messages written in the meantime', async () => {
  const times: number[] = []
  const { outbox } = tab(memoryStore(), [], {
    send: async () => {
      times.push(Date.now())
      if (times.length === 1) throw new ApiError(429, { retry_after_s: 20 })
    },
  })
  await outbox.add(draft('m1'))
  await vi.advanceTimersByTimeAsync(5_000)
  await outbox.add({ ...draft('m2'), conversation_id: 'c2' })
  await vi.runAllTimersAsync()
  expect(times.map((at) => at - times[0]!)).toEqual([0, 20_000, 20_000])
})

test('422 marks the message as failed with its reason, and the next one is sent', async () => {
  const arrived: string[] = []
  let isRejecting = true
  const { outbox, states, view } = tab(memoryStore(), arrived, {
    send: async ({ id }) => {
      if (id === 'm1' && isRejecting) throw new ApiError(422, { message: 'Check the highlighted fields.' })
      arrived.push(id)
    },
  })
  await outbox.add(draft('m1'))
  await outbox.add(draft('m2'))
  await vi.runAllTimersAsync()
  expect(states()).toEqual(['m1 failed'])
  expect(view.entries[0]?.problem).toBe('Check the highlighted fields.')
  isRejecting = false
  await outbox.retry('m1')
  await vi.runAllTimersAsync()
  expect(arrived).toEqual(['m2', 'm1'])
  expect(states()).toEqual([])
})

test('a failed message can be deleted', async () => {
  const store = memoryStore()
  const { outbox, states } = tab(store, [], { send: () => Promise.reject(new ApiError(404)) })
  await outbox.add(draft('m1'))
  await vi.runAllTimersAsync()
  expect(states()).toEqual(['m1 failed'])
  await outbox.discard('m1')
  expect([states(), await store.all()]).toEqual([[], []])
})

test('500 in one conversation does not hold up another', async () => {
  const arrived: string[] = []
  const { outbox } = tab(memoryStore(), arrived, {
    send: async ({ id, conversation_id }) => {
      if (conversation_id === 'c1') throw new ApiError(500)
      arrived.push(id)
    },
  })
  await outbox.add(draft('m1'))
  await outbox.add(draft('m2', 'c2'))
  await vi.advanceTimersByTimeAsync(0)
  expect(arrived).toEqual(['m2'])
})

test('messages written before a session belong to the visitor it creates', async () => {
  const arrived: string[] = []
  let contact_id: string | null = null
  const { outbox, line, states } = tab(memoryStore(), arrived, { contactId: () => contact_id })
  line.is_up = false
  await outbox.add(draft('m1'))
  expect(states()).toEqual(['m1 waiting'])
  contact_id = 'visitor-7'
  await outbox.adopt(null, 'visitor-7')
  line.is_up = true
  await outbox.flush()
  expect(arrived).toEqual(['m1'])
})

test('SEC-28 another visitor neither sees nor sends the previous one’s messages', async () => {
  const arrived: string[] = []
  const store = memoryStore()
  const former = tab(store, arrived)
  former.line.is_up = false
  await former.outbox.add(draft('m1'))
  const next = tab(store, arrived, { contactId: () => 'visitor-2' })
  await next.outbox.flush()
  expect([next.states(), arrived]).toEqual([[], []])
  await former.outbox.forget()
  expect(await store.all()).toEqual([])
})

test('without storage, messages are sent while the page is open', async () => {
  const arrived: string[] = []
  const broken: OutboxStore = {
    all: () => Promise.reject(new Error('blocked')),
    put: () => Promise.reject(new Error('full')),
    remove: () => Promise.reject(new Error('blocked')),
    clear: () => Promise.reject(new Error('blocked')),
  }
  const { outbox, line, states } = tab(broken, arrived)
  line.is_up = false
  await outbox.add(draft('m1'))
  expect(states()).toEqual(['m1 waiting'])
  line.is_up = true
  await outbox.flush()
  expect([arrived, states()]).toEqual([['m1'], []])
})

test.each([
  [{ name: 'no answer', error: new ApiError(0), wait_ms: 0 }],
  [{ name: 'a server error', error: new ApiError(500), wait_ms: 0 }],
  [{ name: 'too many requests', error: new ApiError(429, { retry_after_s: 7 }), wait_ms: 7_000 }],
])('after $name, the message waits and says why until it is sent', async ({ error, wait_ms }) => {
  let isFailing = true
  const { outbox, states, view } = tab(memoryStore(), [], {
    send: () => (isFailing ? Promise.reject(error) : Promise.resolve()),
  })
  await outbox.add(draft('m1'))
  await vi.advanceTimersByTimeAsync(0)
  expect(states()).toEqual(['m1 waiting'])
  const until_ms = wait_ms > 0 ? Date.now() + wait_ms : 0
  expect(view.entries[0]?.delay).toEqual({ status: error.status, until_ms })
  isFailing = false
  await vi.runAllTimersAsync()
  expect(states()).toEqual([])
  isFailing = true
  await outbox.add(draft('m2'))
  expect(view.entries[0]?.delay).toBeUndefined()
})
test('a message doesn’t wait for the reason of another conversation, nor for that of a rejected message', async () => {
  let error = new ApiError(500)
  const { outbox, view } = tab(memoryStore(), [], {
    send: ({ conversation_id }) => (conversation_id === 'c2' ? Promise.resolve() : Promise.reject(error)),
  })
  await outbox.add(draft('m1'))
  await vi.advanceTimersByTimeAsync(0)
  await outbox.add({ ...draft('m2'), conversation_id: 'c2' })
  await vi.advanceTimersByTimeAsync(0)
  expect(view.entries.map(({ id, delay }) => [id, delay?.status])).toEqual([['m1', 500]])
  error = new ApiError(422)
  await vi.runAllTimersAsync()
  expect(view.entries.map(({ state, delay }) => [state, delay])).toEqual([['failed', undefined]])
})
test('a message written offline waits for the connection, whatever the last error was', async () => {
  const { outbox, line, view } = tab(memoryStore(), [], { send: () => Promise.reject(new ApiError(500)) })
  await outbox.add(draft('m1'))
  await vi.advanceTimersByTimeAsync(0)
  expect(view.entries[0]?.delay?.status).toBe(500)
  line.is_up = false
  await outbox.flush()
  expect(view.entries[0]?.delay?.status).toBe(0)
})
