import { Problem } from '@ozvi/contract'
import { FairQueue, type QueueLimits } from '../http/fair-queue.ts'

const retry_after_s = 10
/** Clients have given up by then. */
const wait_max_ms = 60_000

/**
 * Processes pictures one at a time, since each uses every core and much memory. Callers take turns, so that one with
 * many pictures doesn't delay the others.
 *
 * @returns a function that runs work in the caller's turn; it throws Problem `unavailable` if too many are waiting
 */
export function pictureQueue(limits: Pick<QueueLimits, 'waiting_max' | 'waiting_each_max'>) {
  const queue = new FairQueue({ ...limits, running_max: 1, wait_max_ms })
  return async <T>(caller: string, work: () => Promise<T>): Promise<T> => {
    const slot = await queue.enter(caller)
    if (!slot) throw new Problem('unavailable', undefined, { retry_after_s })
    try {
      return await work()
    } finally {
      slot()
    }
  }
}
