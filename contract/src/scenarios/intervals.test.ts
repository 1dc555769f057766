import { expect, test } from 'vitest'
import { newcombeInterval, wilsonInterval } from './intervals.ts'

test('the interval of a share is Wilson’s', () => {
  // Newcombe (1998), Two-sided confidence intervals for the single proportion, table I, method 3.
  for (const [count, trials, low, high] of [
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ] as const) {
    const interval = wilsonInterval(count, trials)
    expect(interval.low).toBeCloseTo(low, 4)
    expect(interval.high).toBeCloseTo(high, 4)
  }
  expect(wilsonInterval(0, 0)).toEqual({ low: 0, high: 1 })
})
test('the interval of a difference is Newcombe’s', () => {
  // Newcombe (1998), Interval estimation for the difference between independent proportions, table II, method 10.
  for (const [count, trials, other, others, low, high] of [
    [56, 70, 48, 80, 0.0524, 0.3339],
    [9, 10, 3, 10, 0.1705, 0.809],
    [10, 10, 0, 10, 0.6075, 1],
  ] as const) {
    const interval = newcombeInterval({ count: other, trials: others }, { count, trials })
    expect(interval.low).toBeCloseTo(low, 4)
    expect(interval.high).toBeCloseTo(high, 4)
  }
  const none = { count: 0, trials: 0 }
  expect(newcombeInterval(none, none).low).toBeLessThan(0)
})
