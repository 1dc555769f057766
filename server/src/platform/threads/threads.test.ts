import { afterAll, expect, test } from 'vitest'
import { tasksOf } from './task.ts'
import { openThread } from './threads.ts'

const task = tasksOf<typeof import('./test/tasks.ts')>(new URL('./test/tasks.ts', import.meta.url))
const thread = openThread({ cpu_ms: 500, heap_mb: 64 })
afterAll(() => thread.close())

test('a task resolves with its result, or rejects with its error', async () => {
  expect(await thread.run(task('double'), 4)).toBe(8)
  expect(await thread.run(task('later'), 'x')).toBe('X')
  await expect(thread.run(task('fail'), 'too odd')).rejects.toMatchObject({
    reason: 'threw',
    error: 'RangeError',
    message: 'too odd',
  })
})
test('SEC-34 a task that a busy machine delays isn’t terminated, and one that waits forever is', async () => {
  const hasty = openThread({ cpu_ms: 50 })
  const [delayed, endless] = await Promise.allSettled([
    thread.run(task('wait'), 600),
    hasty.run(task('wait'), 60_000),
  ])
  expect(delayed).toEqual({ status: 'fulfilled', value: 'timed-out' })
  expect(endless).toMatchObject({ status: 'rejected', reason: { reason: 'timeout' } })
  await hasty.close()
})
test.each([
  ['loops', 'timeout', () => thread.run(task('loop'), undefined)],
  ['backtracks', 'timeout', () => thread.run(task('backtrack'), `${'a'.repeat(60)}!`)],
  ['fills the memory', 'out_of_memory', () => openThread({ heap_mb: 32 }).run(task('fill'), undefined)],
  [
    'fills the memory outside the heap',
    'out_of_memory',
    () => openThread({ buffers_mb: 64 }).run(task('fillBuffers'), undefined),
  ],
  ['ends its process', 'crashed', () => thread.run(task('exit'), undefined)],
] as const)('REL-21 a task that %s is terminated, and the next one runs', async (_what, reason, run) => {
  const [first, next] = await Promise.allSettled([run(), thread.run(task('double'), 2)])
  expect(first).toMatchObject({ status: 'rejected', reason: { name: 'TaskFailed', reason } })
  expect(next).toEqual({ status: 'fulfilled', value: 4 })
})
test('a thread that an earlier task broke is replaced', async () => {
  const broken = openThread()
  const first = await broken.run(task('throwLater'), undefined)
  await expect.poll(() => broken.run(task('idOfThread'), undefined).catch(() => first)).not.toBe(first)
  await broken.close()
})
test('503 tasks above the queue’s limit are rejected immediately', async () => {
  const small = openThread({ waiting_max: 2 })
  const tasks = await Promise.allSettled([1, 2, 3, 4].map((number) => small.run(task('double'), number)))
  expect(tasks.map((ended) => (ended.status === 'fulfilled' ? ended.value : ended.reason.code))).toEqual([
    2,
    4,
    'unavailable',
    'unavailable',
  ])
  await small.close()
})
