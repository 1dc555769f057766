// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { retrySooner } from './realtime-retry.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** The library's connection to a server that is away until told otherwise. */
function line() {
  const server = { is_up: false }
  const attempts: number[] = []
  let hear: (change: { current: string }) => void = () => {}
  const seen: string[] = []
  const stop = retrySooner(
    {
      connect() {
        attempts.push(Date.now())
        hear({ current: 'connecting' })
        if (server.is_up) hear({ current: 'connected' })
      },
      disconnect: () => hear({ current: 'disconnected' }),
      bind: (_, ear) => void (hear = ear),
    },
    (state) => seen.push(state),
    () => 0.5,
  )
  return { server, attempts, seen, stop, change: (current: string) => hear({ current }) }
}

test('S4.11 a lost connection is tried again within seconds, each time a little later, and said to be interrupted', async () => {
  const { server, attempts, seen, change } = line()
  change('connected')
  change('connecting')
  const lost_at = Date.now()
  await vi.advanceTimersByTimeAsync(60_000)
  const waits = attempts.map((at, place) => at - (attempts[place - 1] ?? lost_at))
  expect(waits).toEqual([3_000, 4_500, 6_750, 10_125, 12_000, 12_000])
  expect(new Set(seen)).toEqual(new Set(['connected', 'connecting', 'unavailable']))
  expect(seen.at(-1)).toBe('unavailable')
  server.is_up = true
  await vi.advanceTimersByTimeAsync(12_000)
  expect(seen.at(-1)).toBe('connected')
  const made = attempts.length
  await vi.advanceTimersByTimeAsync(60_000)
  expect(attempts).toHaveLength(made)
})

test('S4.11 nothing is tried without a network, or once the connection is given up', async () => {
  const { attempts, change, stop } = line()
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  change('unavailable')
  await vi.advanceTimersByTimeAsync(30_000)
  expect(attempts).toEqual([])
  network.mockReturnValue(true)
  await vi.advanceTimersByTimeAsync(12_000)
  expect(attempts).toHaveLength(1)
  stop()
  change('connecting')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(attempts).toHaveLength(1)
  network.mockRestore()
})
