import { Problem } from '@ozvi/contract'

const waitingMax = 20
const retry_after_s = 10

/**
 * Runs work on pictures one at a time, since each takes every core and much memory.
 *
 * @returns runs work in its turn; it throws Problem `unavailable` while 20 wait already
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
