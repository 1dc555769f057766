import { setTimeout as sleep } from 'node:timers/promises'
import { continuity, type Message, type VisitorMessage } from '@ozvi/contract'

export const pageSize = 200

/** Loads repeatedly until it succeeds. One load at a time, and one more if requested in the meantime. */
export function createReading(read: () => Promise<void>) {
  let isAsked = false
  let isClosed = false
  let running: Promise<void> | undefined
  async function run() {
    while (isAsked && !isClosed) {
      isAsked = false
      try {
        await read()
      } catch {
        isAsked = true
        await sleep(100 + Math.random() * 200)
      }
    }
  }
  return {
    get isReading() {
      return running !== undefined
    },
    ask() {
      isAsked = true
      running ??= run().finally(() => {
        running = undefined
      })
    },
    async close() {
      isClosed = true
      await running
    },
  }
}

/**
 * A conversation as a receiver keeps it, by the contract's rule: consecutive entries are applied, old ones ignored,
 * and after a gap or a disconnect everything after the last entry is loaded.
 */
export function createThread<M extends Message | VisitorMessage>(
  readAfter: (seq: number) => Promise<M[]>,
  onFault: (fault: string) => void,
) {
  const messages: M[] = []
  const counts = { applied: 0, known: 0, gaps: 0, read: 0 }
  const lastSeq = () => messages.at(-1)?.seq ?? 0

  const reading = createReading(async () => {
    for (;;) {
      const page = await readAfter(lastSeq())
      for (const message of page) {
        const place = continuity(lastSeq(), message)
        if (place === 'gap') onFault(`a read of ${message.conversation_id} has a gap before ${message.seq}`)
        if (place !== 'next') continue
        messages.push(message)
        counts.read++
      }
      if (page.length < pageSize) return
    }
  })

  return {
    messages,
    counts,
    lastSeq,
    live: reading.ask,
    received(message: M) {
      const place = continuity(lastSeq(), message)
      if (place === 'next') {
        messages.push(message)
        counts.applied++
      } else if (place === 'known') counts.known++
      else {
        counts.gaps++
        reading.ask()
      }
    },
    close: reading.close,
  }
}
export type Thread<M extends Message | VisitorMessage = Message | VisitorMessage> = ReturnType<
  typeof createThread<M>
>
