import { day_ms, hour_ms } from '@ozvi/contract'
import type { Random } from './random.ts'

/** The shop and its customers are in central Europe. Daylight saving time is ignored. */
const ahead_ms = hour_ms

/** Relative number of conversations in each hour, from midnight. */
const hours = [1, 0.5, 0.3, 0.2, 0.2, 0.6, 2, 5, 10, 14, 15, 13, 10, 11, 13, 13, 11, 9, 8, 9, 10, 9, 6, 3]
/** Relative number of conversations on each day, from Sunday. */
const weekdays = [4, 13, 11, 10, 10, 9, 5]

const inHours = hours.map((weight, hour) => [hour, weight] as const)

/**
 * When each of so many conversations began, oldest first: more by day than by night, on Mondays than on Sundays,
 * and a little more of late than at first.
 */
export function startTimes(random: Random, count: number, from: number, until: number): number[] {
  const first = Math.floor((from + ahead_ms) / day_ms)
  const last = Math.floor((until + ahead_ms) / day_ms)
  const days = Array.from({ length: last - first + 1 }, (_, index) => {
    const day = first + index
    const weekday = new Date(day * day_ms).getUTCDay()
    const growth = 0.7 + (0.6 * index) / (last - first + 1)
    return [day, (weekdays[weekday] ?? 1) * growth * (0.8 + 0.4 * random.next())] as const
  })
  // Binary search: `weighted` would visit all days for every conversation.
  const sums: number[] = []
  for (const [, weight] of days) sums.push((sums.at(-1) ?? 0) + weight)
  const dayAt = (value: number) => {
    let low = 0
    let high = sums.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? 0) > value) high = middle
      else low = middle + 1
    }
    return days[low]?.[0] ?? first
  }
  const draw = () => {
    const day = dayAt(random.next() * (sums.at(-1) ?? 1))
    return Math.floor(day * day_ms + (random.weighted(inHours) + random.next()) * hour_ms) - ahead_ms
  }
  return Array.from({ length: count }, () => {
    for (let tries = 0; tries < 20; tries++) {
      const at = draw()
      if (at >= from && at < until) return at
    }
    return Math.floor(from + random.next() * (until - from))
  }).sort((a, b) => a - b)
}

const opens = 8
const closes = 18

/** The time itself during working hours, otherwise the start of the next working day. */
export function whenTeamWorks(at: number): number {
  const local = at + ahead_ms
  const day = Math.floor(local / day_ms)
  const hour = (local % day_ms) / hour_ms
  const isOff = (of: number) => [0, 6].includes(new Date(of * day_ms).getUTCDay())
  if (!isOff(day) && hour >= opens && hour < closes) return at
  let next = hour < opens ? day : day + 1
  while (isOff(next)) next += 1
  return next * day_ms + opens * hour_ms - ahead_ms
}
