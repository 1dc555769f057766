import { Problem } from '@ozvi/contract'

const waitingMax = 20
const retry_after_s = 10

/**
 * Processes pictures one at a time, since each uses every core and much memory.
 *
 * @returns a function that runs work in turn; it throws Problem `unavailable` if 20 are already waiting
 */
export function pictureQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return async (work) => {
    if (waiting >= waitingMax) throw new Problem('unavailable', undefined, { retry_after_s })
    waiting++
    const turn = last.then(() => {
      waiting--
      return work()
    })
    last = turn.catch(() => undefined)
    return turn
  }
}
