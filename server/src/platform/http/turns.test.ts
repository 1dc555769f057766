import { expect, test } from 'vitest'
import { type Turn, Turns } from './turns.ts'

const limits = { running_max: 4, waiting_max: 6, wait_max_ms: 1_000 }

/** A queue with its own clock; `begun` lists the slots granted, with `-` before rejected ones. */
function scene() {
  const clock = { now_ms: 0 }
  const turns = new Turns(limits, () => clock.now_ms)
  const begun: string[] = []
  const held: Turn[] = []
  async function come(lane: string, isGone?: () => boolean) {
    const turn = await turns.enter(lane, isGone)
    begun.push(turn ? lane : `-${lane}`)
    if (turn) held.push(turn)
  }
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  async function end() {
    held.shift()?.()
    await settle()
  }
  return { turns, clock, begun, come, end, settle }
}

test('REL-13 as many as may run do, as many as may wait wait in their order, and the next is turned away', async () => {
  const { turns, begun, come, end, settle } = scene()
  const all = Array.from({ length: 11 }, () => come('shop'))
  await settle()
  expect(begun).toEqual(['shop', 'shop', 'shop', 'shop', '-shop'])
  expect([turns.running, turns.waiting, turns.isFull('shop')]).toEqual([4, 6, true])
  for (let n = 0; n < 10; n++) await end()
  await Promise.all(all)
  expect(begun.filter((each) => each === 'shop')).toHaveLength(10)
  expect([turns.running, turns.waiting, turns.isFull('shop')]).toEqual([0, 0, false])
})

test('a workspace that asks for everything leaves places, and every other turn, to the others', async () => {
  const { turns, begun, come, end, settle } = scene()
  void come('small')
  await settle()
  await end()
  for (let n = 0; n < 8; n++) void come('flood')
  await settle()
  // With two queues it runs its half and fills half of the waiting places.
  expect([turns.running, turns.waiting]).toEqual([2, 3])
  void come('small')
  void come('small')
  void come('small')
  await settle()
  expect([turns.running, turns.waiting]).toEqual([4, 4])
  const before = begun.length
  await end()
  await end()
  await end()
  expect(begun.slice(before).toSorted()).toEqual(['flood', 'flood', 'small'])
})

test('REL-13 whoever has waited too long, or has left, costs nothing any more', async () => {
  const { turns, clock, begun, come, end, settle } = scene()
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
  expect([turns.running, turns.waiting]).toEqual([0, 0])
})

test('a turn that is ended twice is ended once', async () => {
  const { turns } = scene()
  const turn = await turns.enter('shop')
  turn?.()
  turn?.()
  expect(turns.running).toBe(0)
})
