import type { AnswerProgress, VisitorMessage } from '@ozvi/contract'
import { applyMessageChanged, applyMessageSent, continuity } from '@ozvi/contract/reducers'
import { backoff_ms } from '@ozvi/wire/backoff'
import { isTransient } from '../calls.ts'

/*
 * A conversation's thread, independent of the order in which events, replies and reads arrive. Events are
 * hints: those that continue the thread are applied, old ones ignored, and all others held until a read has
 * filled the gap. Every race of the thread is resolved in this file.
 */

const pageSize = 50
/** Page size of a catch-up, the server's maximum. */
const catchUpSize = 200
/** After this many empty reads a reported `seq` is ignored. */
const emptyReadsMax = 5
/** The reply to the visitor's own POST often closes a gap; otherwise the server is asked after this time. */
const gapTimeout_ms = 250
/** A streamed answer without progress for this long is abandoned. */
const progressTtl_ms = 20_000

export interface ThreadState {
  /** In `seq` order, without gaps after the first loaded one. */
  messages: VisitorMessage[]
  is_loaded: boolean
  is_reading: boolean
  /** There are messages before the first loaded one. */
  has_older: boolean
  /** The last read failed; it is retried automatically. */
  is_stuck: boolean
  /** The streamed answer; ends with the message that has its id. */
  progress: AnswerProgress | null
}
export interface ThreadOptions {
  read: (range: { after_seq?: number; before_seq?: number; limit: number }) => Promise<VisitorMessage[]>
  onChange: (state: ThreadState) => void
  random?: () => number
}
const empty: ThreadState = {
  messages: [],
  is_loaded: false,
  is_reading: false,
  has_older: false,
  is_stuck: false,
  progress: null,
}

export function createThread({ read, onChange, random }: ThreadOptions) {
  let state = empty
  let is_closed = false
  /** Received, but with a gap before them. */
  const bySeq = new Map<number, VisitorMessage>()
  /** Changes of messages not loaded yet: a read in progress may return the old version. */
  const changed = new Map<number, VisitorMessage>()
  /** The highest known `seq` on the server. */
  let known_seq = 0
  let reading: Promise<void> | undefined
  let tries = 0
  let retrying: ReturnType<typeof setTimeout> | undefined
  let gapTimer: ReturnType<typeof setTimeout> | undefined
  let expiring: ReturnType<typeof setTimeout> | undefined

  const change = (part: Partial<ThreadState>) => {
    if (is_closed) return
    state = { ...state, ...part }
    onChange(state)
  }
  const lastSeq = () => state.messages.at(-1)?.seq ?? 0
  const isBehind = () => !state.is_loaded || known_seq > lastSeq()

  /** Applies messages that continue the thread without gaps. */
  function addMessages(messages: readonly VisitorMessage[]) {
    let next = state.messages
    for (const message of messages) next = applyMessageSent(next, message)
    for (let isMoving = true; isMoving;) {
      isMoving = false
      const last_seq = next.at(-1)?.seq ?? 0
      for (const [seq, message] of bySeq) {
        const relation = continuity(last_seq, message)
        if (relation === 'gap') continue
        bySeq.delete(seq)
        if (relation === 'known') continue
        next = applyMessageSent(next, message)
        isMoving = true
        break
      }
    }
    for (const message of changed.values()) next = applyMessageChanged(next, message)
    const answered =
      next.some(({ id }) => id === state.progress?.message_id) || next.at(-1)?.kind === 'hand_over' // a person was requested instead
    change({
      messages: next,
      has_older: (next[0]?.prev ?? 0) > 0,
      ...(answered ? { progress: null } : {}),
    })
  }

  /**
   * Reads until nothing known is missing: the newest page first, later everything after the last loaded
   * message.
   */
  async function fill() {
    while (!is_closed && isBehind()) {
      const from = lastSeq()
      const isFirst = !state.is_loaded
      const page = await read(isFirst ? { limit: pageSize } : { after_seq: from, limit: catchUpSize })
      if (isFirst) state = { ...state, is_loaded: true }
      // Changes of messages before the loaded ones can be ignored.
      const first_seq = state.messages[0]?.seq ?? 0
      addMessages(page.filter(({ seq }) => seq >= first_seq))
      known_seq = Math.max(known_seq, lastSeq())
      // Reported but not readable yet: retried after a delay, never in a loop.
      if (isFirst || lastSeq() > from || !isBehind()) continue
      if (tries < emptyReadsMax) throw new Error('nothing new yet')
      known_seq = from
    }
  }
  function catchUp(): Promise<void> {
    clearTimeout(retrying)
    clearTimeout(gapTimer)
    gapTimer = undefined
    if (reading || is_closed) return reading ?? Promise.resolve()
    change({ is_reading: true })
    reading = fill()
      .then(
        () => {
          tries = 0
          change({ is_stuck: false })
        },
        (problem: unknown) => {
          if (!isTransient(problem)) return change({ is_loaded: true, is_stuck: false })
          retrying = setTimeout(() => void catchUp(), backoff_ms(tries++, random))
          change({ is_stuck: true })
        },
      )
      .finally(() => {
        reading = undefined
        change({ is_reading: false })
      })
    return reading
  }

  return {
    get state() {
      return state
    },
    /** Loads the newest page once. */
    load: () => (state.is_loaded ? Promise.resolve() : catchUp()),
    /** A new conversation: there is nothing to load. */
    start() {
      if (!state.is_loaded) change({ is_loaded: true })
    },
    /** A message from an event or from the reply to a POST. */
    receive(message: VisitorMessage) {
      known_seq = Math.max(known_seq, message.seq)
      if (state.is_loaded && continuity(lastSeq(), message) === 'next') return addMessages([message])
      if (state.is_loaded && message.seq <= lastSeq()) return
      bySeq.set(message.seq, message)
      if (state.is_loaded) gapTimer ??= setTimeout(() => void catchUp(), gapTimeout_ms)
      else void catchUp()
    },
    /** A message was edited or deleted. */
    change(message: VisitorMessage) {
      changed.set(message.seq, message)
      if (state.is_loaded) addMessages([])
    },
    /** The server's last `seq` from a new list: loads what is missing. */
    compare(last_seq: number) {
      known_seq = Math.max(known_seq, last_seq)
      if (state.is_loaded && isBehind()) void catchUp()
    },
    /** Loads the page before the first message; the caller shows errors. */
    async loadOlder() {
      const first = state.messages[0]
      if (!first || !state.has_older) return
      const older = await read({ before_seq: first.seq, limit: pageSize })
      // After a reorder in the meantime the thread is a different one.
      if (state.messages[0]?.seq === first.seq) addMessages(older)
    },
    /** Progress of a streamed answer. Late events of a finished or longer one are ignored. */
    progress(progress: AnswerProgress) {
      const current = state.progress
      if (state.messages.some(({ id }) => id === progress.message_id)) return
      if (current?.message_id === progress.message_id && current.body.length > progress.body.length) return
      clearTimeout(expiring)
      expiring = setTimeout(() => {
        change({ progress: null })
        void read({ after_seq: lastSeq(), limit: pageSize }).then(addMessages, () => undefined) // its end was missed
      }, progressTtl_ms)
      change({ progress })
    },
    /** Retries a failed read now. */
    nudge() {
      if (state.is_stuck) void catchUp()
    },
    close() {
      is_closed = true
      for (const timer of [retrying, gapTimer, expiring]) clearTimeout(timer)
    },
  }
}
export type Thread = ReturnType<typeof createThread>
