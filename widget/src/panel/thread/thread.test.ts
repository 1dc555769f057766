import type { VisitorMessage } from '@ozvi/contract'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../calls.ts'
import { createThread, type ThreadState } from './thread.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Visible entries only: `seq` skips internal ones, `prev` is the previous visible one. */
function messagesOf(seqs: readonly number[]): VisitorMessage[] {
  return seqs.map((seq, index) => ({
    id: `m${seq}`,
    conversation_id: 'c1',
    seq,
    prev: seqs[index - 1] ?? 0,
    author: seq % 2 ? 'contact' : 'assistant',
    author_name: null,
    author_avatar: null,
    kind: 'text',
    body: `Text ${seq}`,
    attachments: [],
    citations: [],
    details: {},
    change: null,
    sent_at: '2026-11-21T10:00:00.000Z',
  }))
}
type Range = { after_seq?: number; before_seq?: number; limit: number }
function page(rows: readonly VisitorMessage[], { after_seq, before_seq, limit }: Range) {
  if (after_seq !== undefined) return rows.filter(({ seq }) => seq > after_seq).slice(0, limit)
  return rows.filter(({ seq }) => seq < (before_seq ?? Infinity)).slice(-limit)
}
function open(rows: VisitorMessage[], read?: (range: Range) => Promise<VisitorMessage[]>) {
  const states: ThreadState[] = []
  const reads: Range[] = []
  const thread = createThread({
    read: (range) => {
      reads.push(range)
      return read ? read(range) : Promise.resolve(page(rows, range))
    },
    onChange: (state) => states.push(state),
    random: () => 1,
  })
  const seqs = () => thread.state.messages.map(({ seq }) => seq)
  return { thread, states, reads, seqs }
}

test('an event that continues the thread is applied, a repeated one changes nothing', async () => {
  const rows = messagesOf([1, 2])
  const { thread, seqs, reads } = open(rows)
  await thread.load()
  const [, , third] = messagesOf([1, 2, 3])
  thread.receive(third!)
  thread.receive(third!)
  thread.receive(rows[0]!)
  await vi.runAllTimersAsync()
  expect(seqs()).toEqual([1, 2, 3])
  expect(reads).toHaveLength(1)
})

test('REL-06 an event after a gap is shown once the missing ones are loaded, within two seconds', async () => {
  const rows = messagesOf([1, 2, 3, 4, 5])
  const { thread, seqs, reads } = open(rows, (range) =>
    Promise.resolve(reads.length === 1 ? page(rows.slice(0, 2), range) : page(rows, range)),
  )
  await thread.load()
  thread.receive(rows[4]!)
  expect(seqs()).toEqual([1, 2])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(seqs()).toEqual([1, 2, 3, 4, 5])
  expect(reads.at(-1)).toMatchObject({ after_seq: 2 })
})

test('REL-04 a renumbered thread replaces the cached one, and a pending page doesn’t restore the old entries', async () => {
  let rows = messagesOf([11, 12, 13])
  rows[0]!.prev = 8
  let older: (rows: VisitorMessage[]) => void = () => undefined
  const { thread, seqs } = open(rows, (range) =>
    range.before_seq ? new Promise((resolve) => (older = resolve)) : Promise.resolve(page(rows, range)),
  )
  await thread.load()
  const going = thread.loadOlder()
  rows = messagesOf([14, 15, 17, 18, 20])
  thread.receive(rows.at(-1)!)
  await vi.advanceTimersByTimeAsync(2_000)
  older(messagesOf([7, 8]))
  await going
  expect(seqs()).toEqual([14, 15, 17, 18, 20])
  expect(thread.state.has_older).toBe(false)
})

test('events that arrive out of order need no load when the missing one follows', async () => {
  const rows = messagesOf([1, 2, 4, 7])
  const { thread, seqs, reads } = open(rows, (range) => Promise.resolve(page(rows.slice(0, 1), range)))
  await thread.load()
  for (const at of [3, 2, 1]) thread.receive(rows[at]!)
  expect(seqs()).toEqual([1, 2, 4, 7])
  await vi.runAllTimersAsync()
  expect(reads).toHaveLength(1)
})

test('events that arrive during the first load are neither lost nor duplicated', async () => {
  const rows = messagesOf([1, 2, 3])
  let answer: (rows: VisitorMessage[]) => void = () => undefined
  const { thread, seqs } = open(rows, () => new Promise((resolve) => (answer = resolve)))
  const loaded = thread.load()
  thread.receive(rows[2]!)
  thread.receive(rows[1]!)
  answer(rows.slice(0, 2)) // read before the third was stored
  await loaded
  expect(seqs()).toEqual([1, 2, 3])
})

test('REL-03 after 5,000 missed messages the thread is complete', async () => {
  const rows = messagesOf(Array.from({ length: 5_020 }, (_, index) => index + 1))
  const { thread, seqs, reads } = open(rows, (range) =>
    Promise.resolve(page(reads.length === 1 ? rows.slice(0, 20) : rows, range)),
  )
  await thread.load()
  thread.compare(5_020)
  await vi.runAllTimersAsync()
  expect(seqs()).toEqual(rows.map(({ seq }) => seq))
})

test('a failed load is retried until the server is back', async () => {
  const rows = messagesOf([1, 2])
  let is_down = true
  const { thread, seqs } = open(rows, (range) =>
    is_down ? Promise.reject(new ApiError(503)) : Promise.resolve(page(rows, range)),
  )
  void thread.load()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(thread.state).toMatchObject({ is_loaded: false, is_stuck: true })
  is_down = false
  await vi.advanceTimersByTimeAsync(30_000)
  expect(seqs()).toEqual([1, 2])
  expect(thread.state.is_stuck).toBe(false)
})

test('404 for a conversation that doesn’t exist yet is an empty thread', async () => {
  const { thread, seqs } = open([], () => Promise.reject(new ApiError(404)))
  await thread.load()
  thread.receive(messagesOf([1])[0]!)
  expect(seqs()).toEqual([1])
})

test('older pages are added above without affecting loaded messages', async () => {
  const rows = messagesOf(Array.from({ length: 120 }, (_, index) => index + 1))
  const { thread, seqs } = open(rows)
  await thread.load()
  expect([seqs()[0], thread.state.has_older]).toEqual([71, true])
  await thread.loadOlder()
  await thread.loadOlder()
  expect(seqs()).toEqual(rows.map(({ seq }) => seq))
  expect(thread.state.has_older).toBe(false)
})

test('an answer grows while it is streamed and ends with the message of the same id', async () => {
  const rows = messagesOf([1, 2])
  const { thread } = open(rows.slice(0, 1))
  await thread.load()
  const frame = (body: string) => ({
    conversation_id: 'c1',
    message_id: 'm2',
    stage: 'writing' as const,
    body,
  })
  thread.progress(frame('Returns'))
  thread.progress(frame('Returns are free'))
  thread.progress(frame('Returns are'))
  expect(thread.state.progress?.body).toBe('Returns are free')
  thread.receive(rows[1]!)
  thread.progress(frame('Returns are free.'))
  expect(thread.state.progress).toBeNull()
})

test('the progress of an answer ends with a hand-over', async () => {
  const rows = messagesOf([1, 2])
  const { thread } = open(rows.slice(0, 1))
  await thread.load()
  thread.progress({ conversation_id: 'c1', message_id: 'never', stage: 'searching', body: '' })
  thread.receive({ ...rows[1]!, author: 'system', kind: 'hand_over' })
  expect(thread.state.progress).toBeNull()
})

test('an answer whose end was missed is loaded', async () => {
  const rows = messagesOf([1, 2])
  const { thread, seqs, reads } = open(rows, (range) =>
    Promise.resolve(page(reads.length === 1 ? rows.slice(0, 1) : rows, range)),
  )
  await thread.load()
  thread.progress({ conversation_id: 'c1', message_id: 'm2', stage: 'searching', body: '' })
  await vi.advanceTimersByTimeAsync(30_000)
  expect(seqs()).toEqual([1, 2])
})

test('REL-06 late, repeated, held-back and reordered events result in the same list', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 20 }),
      fc.array(fc.tuple(fc.nat(30), fc.nat(900), fc.integer({ min: 1, max: 3 })), { maxLength: 40 }),
      fc.array(fc.tuple(fc.nat(600), fc.boolean()), { maxLength: 12 }),
      async (seqs, frames, replies) => {
        const rows = messagesOf(seqs.toSorted((a, b) => a - b))
        let stored = 0
        const { thread } = open(rows, async (range) => {
          const [delay_ms, fails] = replies.shift() ?? [0, false]
          const read = page(rows.slice(0, stored), range) // the database's state at the request
          await new Promise((resolve) => setTimeout(resolve, delay_ms))
          if (fails) throw new ApiError(0)
          return read
        })
        void thread.load()
        for (const [at, delay_ms, times] of frames) {
          stored = Math.max(stored, Math.min(rows.length, at + 1))
          const message = rows[at]
          if (!message) continue
          for (let time = 0; time < times; time++) setTimeout(() => thread.receive(message), delay_ms * time)
        }
        await vi.advanceTimersByTimeAsync(1_000)
        stored = rows.length
        thread.compare(rows.at(-1)?.seq ?? 0) // the list, read after the channel went live
        await vi.advanceTimersByTimeAsync(600_000)
        expect(thread.state.messages).toEqual(rows)
        thread.close()
      },
    ),
    { numRuns: 150 },
  )
})

test('a changed message is shown in its current state, also if the event arrives before an older load', async () => {
  const [first, second] = messagesOf([1, 2])
  const change = { version: 1, is_edited: true, is_deleted: false, at: '2026-11-21T10:01:00.000Z' }
  const edited = { ...second!, body: 'Better', change }
  let answer: (rows: VisitorMessage[]) => void = () => undefined
  const { thread } = open([], () => new Promise((resolve) => (answer = resolve)))
  const loading = thread.load()
  thread.change(edited)
  answer([first!, second!])
  await loading
  expect(thread.state.messages).toEqual([first, edited])
  const deleted = { ...edited, body: '', change: { ...change, version: 2, is_deleted: true } }
  thread.change(deleted)
  thread.change(edited)
  expect(thread.state.messages).toEqual([first, deleted])
})

test('changes missed while the panel was away are loaded with new messages, within the loaded range', async () => {
  const rows = messagesOf([3, 4, 5])
  const change = { version: 1, is_edited: true, is_deleted: false, at: '2026-11-21T10:01:00.000Z' }
  const changed = [
    { ...messagesOf([1])[0]!, change },
    { ...rows[0]!, body: 'Better', change },
  ]
  const { thread } = open([], (range) =>
    Promise.resolve(range.after_seq ? [...changed, ...messagesOf([3, 4, 5, 6]).slice(3)] : rows),
  )
  await thread.load()
  thread.compare(6)
  await vi.runAllTimersAsync()
  expect(thread.state.messages.map(({ seq, body }) => [seq, body])).toEqual([
    [3, 'Better'],
    [4, 'Text 4'],
    [5, 'Text 5'],
    [6, 'Text 6'],
  ])
})
