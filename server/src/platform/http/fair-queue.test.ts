import { expect, test } from 'vitest'
import { FairQueue, type QueueLimits, type Slot } from './fair-queue.ts'

const limits = { running_max: 4, waiting_max: 6, wait_max_ms: 1_000 }

/** A queue with its own clock; `begun` lists the slots granted, with `-` before rejected ones. */
function scene(more: Partial<QueueLimits> = {}) {
  const clock = { now_ms: 0 }
  const slots = new FairQueue({ ...limits, ...more }, () => clock.now_ms)
  const begun: string[] = []
  const held: Slot[] = []
  async function come(lane: string, isGone?: () => boolean) {
    const slot = await slots.enter(lane, isGone)
    begun.push(slot ? lane : `-${lane}`)
    if (slot) held.push(slot)
  }
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  async function end() {
    held.shift()?.()
    await settle()
  }
  return { turns: slots, clock, begun, come, end, settle }
}

test('REL-13 requests up to the limit run, more wait in order, and further ones are rejected', async () => {
  const { turns: slots, begun, come, end, settle } = scene()
  const all = Array.from({ length: 11 }, () => come('shop'))
  await settle()
  expect(begun).toEqual(['shop', 'shop', 'shop', 'shop', '-shop'])
  expect([slots.running, slots.waiting, slots.isFull('shop')]).toEqual([4, 6, true])
  for (let n = 0; n < 10; n++) await end()
  await Promise.all(all)
  expect(begun.filter((each) => each === 'shop')).toHaveLength(10)
  expect([slots.running, slots.waiting, slots.isFull('shop')]).toEqual([0, 0, false])
})

test('a workspace with many requests leaves slots, and every other turn, to the others', async () => {
  const { turns: slots, begun, come, end, settle } = scene()
  void come('small')
  await settle()
  await end()
  for (let n = 0; n < 8; n++) void come('flood')
  await settle()
  // With two queues it runs its half and fills half of the waiting places.
  expect([slots.running, slots.waiting]).toEqual([2, 3])
  void come('small')
  void come('small')
  void come('small')
  await settle()
  expect([slots.running, slots.waiting]).toEqual([4, 4])
  const before = begun.length
  await end()
  await end()
  await end()
  expect(begun.slice(before).toSorted()).toEqual(['flood', 'flood', 'small'])
})

test('a limit for each queue leaves places to the others, also while only one queue is in use', async () => {
  const { begun, come, end, settle } = scene({ running_max: 1, waiting_each_max: 2 })
  const many = Array.from({ length: 4 }, () => come('shop'))
  await settle()
  expect(begun).toEqual(['shop', '-shop'])
  const other = come('bank')
  for (let round = 0; round < 4; round++) await end()
  await Promise.all([...many, other])
  expect(begun).toEqual(['shop', '-shop', 'shop', 'bank', 'shop'])
})
test('REL-13 requests that waited too long, or were aborted, use no slot', async () => {
  const { turns: slots, clock, begun, come, end, settle } = scene()
  for (let n = 0; n < 4; n++) void come('shop')
  let has_left = false
  void come('late')
  void come('left', () => has_left)
  await settle()
  clock.now_ms += limits.wait_max_ms + 1
  void come('next')
  has_left = true
  await settle()
  await end()
  expect(begun.slice(4)).toEqual(['-late', '-left', 'next'])
  for (let n = 0; n < 4; n++) await end()
  expect([slots.running, slots.waiting]).toEqual([0, 0])
})

test('a slot released twice is released once', async () => {
  const { turns: slots } = scene()
  const slot = await slots.enter('shop')
  slot?.()
  slot?.()
  expect(slots.running).toBe(0)
})
