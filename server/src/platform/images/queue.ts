import { Problem } from '@ozvi/contract'
import { FairQueue } from '../http/fair-queue.ts'

const retry_after_s = 10
/** Clients have given up by then. */
const wait_max_ms = 60_000
const full = () => new Problem('unavailable', undefined, { retry_after_s })

/**
 * Processes pictures one at a time, since each uses every core and much memory. Callers take turns, so that one with
 * many pictures doesn't delay the others.
 *
 * @param waiting_max how many pictures can wait
 * @param each_max how many of them can be one caller's
 * @returns a function that runs work in the caller's turn; it throws Problem `unavailable` if too many are waiting
 */
export function pictureQueue({ waiting_max, each_max }: { waiting_max: number; each_max: number }) {
  const queue = new FairQueue({ running_max: 1, waiting_max, wait_max_ms })
  /** Waiting and running. */
  const counts = new Map<string, number>()

  async function run<T>(caller: string, work: () => Promise<T>): Promise<T> {
    const slot = await queue.enter(caller)
    if (!slot) throw full()
    try {
      return await work()
    } finally {
      slot()
    }
  }
  return async <T>(caller: string, work: () => Promise<T>): Promise<T> => {
    const count = counts.get(caller) ?? 0
    if (count > each_max) throw full()
    counts.set(caller, count + 1)
    try {
      return await run(caller, work)
    } finally {
      const left = (counts.get(caller) ?? 1) - 1
      if (left > 0) counts.set(caller, left)
      else counts.delete(caller)
    }
  }
}
