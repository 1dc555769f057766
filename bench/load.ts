import { cpu_ms } from './cpu.ts'

export interface Load {
  /** Completed per second in the measured time. */
  per_s: number
  /** Duration of each. */
  took_ms: number[]
  /** CPU time of the working process for one operation; NaN if the system doesn't report it. */
  cpu_ms: number
}

/** Keeps `at_once` runs of `work` going for that long, after a quarter of the time as warm-up. */
export async function load(
  { at_once, seconds, pid }: { at_once: number; seconds: number; pid: number | undefined },
  work: (n: number) => Promise<void>,
): Promise<Load> {
  const begin = performance.now() + seconds * 250
  const end = begin + seconds * 1_000
  const took_ms: number[] = []
  let n = 0
  async function keepGoing() {
    for (;;) {
      const from = performance.now()
      if (from > end) return
      await work(n++)
      const now = performance.now()
      if (now >= begin && now <= end) took_ms.push(now - from)
    }
  }
  const before_ms = cpu_ms(pid)
  await Promise.all(Array.from({ length: at_once }, keepGoing))
  return { per_s: took_ms.length / seconds, took_ms, cpu_ms: (cpu_ms(pid) - before_ms) / n }
}
