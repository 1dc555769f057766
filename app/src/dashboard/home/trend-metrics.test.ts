import { expect, test } from 'vitest'
import { ticksOf } from './trend-metrics.ts'

test('chart ticks are round, at most five, and reach the highest value', () => {
  expect([0, 1, 3, 9, 118, 25_000].map((highest) => ticksOf('count', highest))).toEqual([
    [0, 1],
    [0, 1],
    [0, 1, 2, 3],
    [0, 5, 10],
    [0, 50, 100, 150],
    [0, 10_000, 20_000, 30_000],
  ])
  const [minute, hour, day] = [60, 3600, 86_400]
  expect([0, 50, 200, 5 * hour, 3 * day].map((highest) => ticksOf('time', highest))).toEqual([
    [0, 1],
    [0, 15, 30, 45, 60],
    [0, minute, 2 * minute, 3 * minute, 4 * minute],
    [0, 2 * hour, 4 * hour, 6 * hour],
    [0, day, 2 * day, 3 * day],
  ])
  expect(ticksOf('score', 4.2)).toEqual([1, 2, 3, 4, 5])
})
