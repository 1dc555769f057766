import type { AnswerProgress, VisitorMessage } from '@ozvi/contract'
import { applyMessageChanged, applyMessageSent, continuity } from '@ozvi/contract/reducers'
import { backoff_ms } from './backoff.ts'
import { isPassing } from './calls.ts'

/*
 * One conversation as this panel holds it, whatever order frames, replies and reads arrive in. Frames are
 * hints: what continues the thread is applied, what is old is ignored, and anything else is held until a
 * read has filled the gap before it. Every race of the thread ends in this file.
 */

const pageSize = 50
/** Catching up after a long absence takes as much at once as the server gives. */
const catchUpSize = 200
/** So many empty reads outweigh a `seq` that was told. */
const emptyReadsMax = 5
/** A reply to the visitor's own POST often closes a gap by itself; only then is the server asked. */
const gapPatience_ms = 250
/** An answer whose progress has stopped for this long is no longer being written here. */
const progressTtl_ms = 20_000

export interface ThreadState {
  /** In `seq` order, without gaps from the first one held. */
  messages: VisitorMessage[]
  is_loaded: boolean
  is_reading: boolean
  /** There is something before the first one held. */
  has_older: boolean
  /** The last read found no server; another one follows by itself. */
  is_stuck: boolean
  /** The answer being written; ended by the message with its id. */
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
  /** Heard, but with something missing before them. */
  const held = new Map<number, VisitorMessage>()
  /** Told as changed before they were held: a read under way may bring them as they were. */
  const changed = new Map<number, VisitorMessage>()
  /** The highest `seq` the server is known to have. */
  let known_seq = 0
  let reading: Promise<void> | undefined
  let tries = 0
  let retrying: ReturnType<typeof setTimeout> | undefined
  let patience: ReturnType<typeof setTimeout> | undefined
  let expiring: ReturnType<typeof setTimeout> | undefined

  const change = (part: Partial<ThreadState>) => {
    if (is_closed) return
    state = { ...state, ...part }
    onChange(state)
  }
  const lastSeq = () => state.messages.at(-1)?.seq ?? 0
  const isBehind = () => !state.is_loaded || known_seq > lastSeq()

  /** Takes messages that are known to be whole between the last one held and themselves. */
  function take(messages: readonly VisitorMessage[]) {
    let next = state.messages
    for (const message of messages) next = applyMessageSent(next, message)
    for (let isMoving = true; isMoving;) {
      isMoving = false
      const last_seq = next.at(-1)?.seq ?? 0
      for (const [seq, message] of held) {
        const place = continuity(last_seq, message)
        if (place === 'gap') continue
        held.delete(seq)
        if (place === 'known') continue
        next = applyMessageSent(next, message)
        isMoving = true
        break
      }
    }
    for (const message of changed.values()) next = applyMessageChanged(next, message)
    const answered =
      next.some(({ id }) => id === state.progress?.message_id) || next.at(-1)?.kind === 'hand_over' // a person was asked instead
    change({
      messages: next,
      has_older: (next[0]?.prev ?? 0) > 0,
      ...(answered ? { progress: null } : {}),
    })
  }

  /** Reads until nothing known is missing: the newest page first, later whatever follows the last held. */
  async function fill() {
    while (!is_closed && isBehind()) {
      const from = lastSeq()
      const isFirst = !state.is_loaded
      const page = await read(isFirst ? { limit: pageSize } : { after_seq: from, limit: catchUpSize })
      if (isFirst) state = { ...state, is_loaded: true }
      // Of messages further up than what is held, changes need not be known.
      const first_seq = state.messages[0]?.seq ?? 0
      take(page.filter(({ seq }) => seq >= first_seq))
      known_seq = Math.max(known_seq, lastSeq())
      // A row told of but not readable yet: asked again after a while, never in a spin.
      if (isFirst || lastSeq() > from || !isBehind()) continue
      if (tries < emptyReadsMax) throw new Error('nothing new yet')
      known_seq = from
    }
  }
  function catchUp(): Promise<void> {
    clearTimeout(retrying)
    clearTimeout(patience)
    patience = undefined
    if (reading || is_closed) return reading ?? Promise.resolve()
    change({ is_reading: true })
    reading = fill()
      .then(
        () => {
          tries = 0
          change({ is_stuck: false })
        },
        (problem: unknown) => {
          if (!isPassing(problem)) return change({ is_loaded: true, is_stuck: false })
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
    /** Reads the newest page, once. */
    load: () => (state.is_loaded ? Promise.resolve() : catchUp()),
    /** This conversation begins here: there is nothing to read. */
    begin() {
      if (!state.is_loaded) change({ is_loaded: true })
    },
    /** A message has been told, by a frame or by the reply to a POST. */
    hear(message: VisitorMessage) {
      known_seq = Math.max(known_seq, message.seq)
      if (state.is_loaded && continuity(lastSeq(), message) === 'next') return take([message])
      if (state.is_loaded && message.seq <= lastSeq()) return
      held.set(message.seq, message)
      if (state.is_loaded) patience ??= setTimeout(() => void catchUp(), gapPatience_ms)
      else void catchUp()
    },
    /** A message is no longer what it was. */
    change(message: VisitorMessage) {
      changed.set(message.seq, message)
      if (state.is_loaded) take([])
    },
    /** The server's last `seq` of this conversation, as a fresh list tells it: reads what is missing. */
    compare(last_seq: number) {
      known_seq = Math.max(known_seq, last_seq)
      if (state.is_loaded && isBehind()) void catchUp()
    },
    /** Reads the page before the first one held; a failure is the caller's to show. */
    async loadOlder() {
      const first = state.messages[0]
      if (!first || !state.has_older) return
      const older = await read({ before_seq: first.seq, limit: pageSize })
      // Put together anew meanwhile, the thread is another one.
      if (state.messages[0]?.seq === first.seq) take(older)
    },
    /** How far an answer is. Late frames of a finished or longer one change nothing. */
    progress(progress: AnswerProgress) {
      const current = state.progress
      if (state.messages.some(({ id }) => id === progress.message_id)) return
      if (current?.message_id === progress.message_id && current.body.length > progress.body.length) return
      clearTimeout(expiring)
      expiring = setTimeout(() => {
        change({ progress: null })
        void read({ after_seq: lastSeq(), limit: pageSize }).then(take, () => undefined) // its end was missed
      }, progressTtl_ms)
      change({ progress })
    },
    /** Try a failed read again now. */
    nudge() {
      if (state.is_stuck) void catchUp()
    },
    close() {
      is_closed = true
      for (const timer of [retrying, patience, expiring]) clearTimeout(timer)
    },
  }
}
export type Thread = ReturnType<typeof createThread>
