/*
 * 95% confidence intervals of shares, which show whether the difference between arms of a split could be
 * chance.
 */

export interface Interval {
  low: number
  high: number
}
/** Of the normal distribution, at 95 %, both sides. */
const z = 1.959964

/** Wilson's score interval of a share, from 0 to 1; the whole range without trials. */
export function wilsonInterval(count: number, trials: number): Interval {
  if (trials <= 0) return { low: 0, high: 1 }
  const share = count / trials
  const scale = 1 + (z * z) / trials
  const center = (share + (z * z) / (2 * trials)) / scale
  const half = (z / scale) * Math.sqrt((share * (1 - share)) / trials + (z * z) / (4 * trials * trials))
  return { low: Math.max(0, center - half), high: Math.min(1, center + half) }
}

/** Newcombe's interval of the difference between two shares (`second` minus `first`), from -1 to 1. */
export function newcombeInterval(
  first: { count: number; trials: number },
  second: { count: number; trials: number },
): Interval {
  const shareOf = ({ count, trials }: { count: number; trials: number }) =>
    trials > 0 ? count / trials : 0.5
  const [p1, p2] = [shareOf(first), shareOf(second)]
  const a = wilsonInterval(first.count, first.trials)
  const b = wilsonInterval(second.count, second.trials)
  return {
    low: p2 - p1 - Math.hypot(p2 - b.low, a.high - p1),
    high: p2 - p1 + Math.hypot(b.high - p2, p1 - a.low),
  }
}
