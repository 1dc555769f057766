import {
  type Draft,
  draftsListedMax,
  listOwnDrafts,
  messageCharsMax,
  ownDraftChanged,
  Problem,
  saveDraft,
} from '@ozvi/contract'
import { logWarning } from '#platform/log.ts'
import { call, listen } from '#platform/calls/wire.ts'
import { draftKey, type Mode, onDrafts, readKept, timeKey, writeDraft } from '../composer/drafts.ts'

/*
 * The same drafts on every device of a member. This device's storage is what its composers and rows show; beside each
 * draft stands what the server was last known to say. Words that were written here since go there two seconds after
 * the last key; words that are newer there come here, but never into a field in which somebody is writing.
 */

interface Known extends Pick<Draft, 'text' | 'changed_at'> {
  /** By this device's clock: a list that was asked for before then does not know better. */
  seen_ms: number
}
interface Owner {
  integration_id: string
  user_id: string
}
/** One that is open on this page. */
export interface OpenComposer {
  keyOf: (mode: Mode) => string
  isTyping: (mode: Mode) => boolean
  show: (mode: Mode, text: string) => void
}

const rest_ms = 2_000
const retry_max_ms = 30_000
const day_ms = 86_400_000
const modes = ['text', 'note'] as const
const composers = new Set<OpenComposer>()
const flushing = new Set<() => void>()

/** Stays as it is while somebody writes in it; what it holds goes to the server when it is left. */
export function holdComposer(composer: OpenComposer) {
  composers.add(composer)
  for (const mode of modes) {
    const key = composer.keyOf(mode)
    catchUp(key)
    // What came between its first look and now.
    present(key)
  }
  return () => {
    composers.delete(composer)
    for (const flush of flushing) flush()
  }
}

const knownKey = (key: string) => key.replace('draft', 'draft-known')
function knownOf(key: string): Known {
  // Written below, and by nobody else.
  const known = JSON.parse(readKept(knownKey(key)) || 'null') as Known | null
  return known ?? { text: '', changed_at: '', seen_ms: 0 }
}
const timeOf = (key: string) => Number(readKept(timeKey(key)))
const ms = (time: string) => Date.parse(time) || 0
function keep(key: string, value: string) {
  try {
    localStorage.setItem(key, value)
  } catch (error) {
    logWarning(`What is known of a draft could not be kept: ${String(error)}`)
  }
}
function know(key: string, { text, changed_at }: Pick<Known, 'text' | 'changed_at'>) {
  keep(knownKey(key), JSON.stringify({ text, changed_at, seen_ms: Date.now() } satisfies Known))
  // Said by both, they are of the server's time: this device's clock may be wrong.
  if (readKept(key) === text) keep(timeKey(key), `${ms(changed_at)}`)
}

/** Says other words than the server, and later ones. */
function isPending(key: string): boolean {
  const text = readKept(key)
  const known = knownOf(key)
  return text !== known.text && timeOf(key) > ms(known.changed_at) && text.length <= messageCharsMax
}
function present(key: string) {
  for (const composer of composers)
    for (const mode of modes)
      if (composer.keyOf(mode) === key && !composer.isTyping(mode)) composer.show(mode, readKept(key))
}
/** Takes the server's words where they are the newer ones, unless somebody is writing. */
export function catchUp(key: string) {
  const { text, changed_at } = knownOf(key)
  if (text === readKept(key) || timeOf(key) > ms(changed_at)) return
  const isHeld = [...composers].some((one) =>
    modes.some((mode) => one.keyOf(mode) === key && one.isTyping(mode)),
  )
  if (isHeld) return
  writeDraft(key, text, ms(changed_at))
  present(key)
}
const keyOf = (draft: Draft) => draftKey(draft, draft.author_id, draft.mode)
/** What the server says of one's own draft; older news change nothing. */
export function settle(draft: Draft) {
  const key = keyOf(draft)
  if (knownOf(key).changed_at >= draft.changed_at) return
  know(key, draft)
  catchUp(key)
}

/** A refusal that the same words would meet again. */
const isFinal = (error: unknown) =>
  error instanceof Problem && ['not_found', 'forbidden', 'invalid_input'].includes(error.code)

/** Keeps this device and the server alike until it is told to stop. */
export function syncDrafts({ integration_id, user_id }: Owner): () => void {
  const start = draftKey({ integration_id, conversation_id: '' }, user_id, 'text').slice(0, -'.text'.length)
  const keys = (from = start) => {
    try {
      return Object.keys(localStorage).filter((key) => key.startsWith(from))
    } catch {
      return []
    }
  }
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  const sending = new Set<string>()
  /** Which words, by the time of their writing, the server has judged: it need not hear them again. */
  const heard = new Map<string, number>()
  /** In a row, of whichever draft. */
  let failures = 0

  function unplan(key: string) {
    clearTimeout(timers.get(key))
    timers.delete(key)
  }
  function plan(key: string, after_ms: number) {
    unplan(key)
    timers.set(
      key,
      setTimeout(() => void send(key), after_ms),
    )
  }
  async function send(key: string) {
    unplan(key)
    const at_ms = timeOf(key)
    if (sending.has(key) || heard.get(key) === at_ms || !isPending(key) || !navigator.onLine) return
    const [conversation_id = '', end] = key.slice(start.length).split('.')
    const mode = end === 'note' ? 'note' : 'text'
    const changed_at = new Date(at_ms).toISOString()
    const input = { integration_id, conversation_id, mode, text: readKept(key), changed_at } as const
    sending.add(key)
    try {
      const draft = await call(saveDraft, input, { keepalive: true })
      failures = 0
      heard.set(key, at_ms)
      if (draft.conversation_id !== conversation_id) {
        // Its conversation was merged into another one, and so was it.
        know(key, { text: '', changed_at })
        catchUp(key)
      }
      settle(draft)
    } catch (error) {
      if (isFinal(error)) heard.set(key, at_ms)
      else plan(key, Math.min(retry_max_ms, rest_ms * 2 ** failures++))
      logWarning(`A draft is on this device alone for now: ${String(error)}`)
      return
    } finally {
      sending.delete(key)
    }
    if (isPending(key) && !timers.has(key)) plan(key, rest_ms)
  }
  const sendAll = () => {
    for (const key of new Set([...keys(), ...timers.keys()])) void send(key)
  }

  async function read() {
    const asked_ms = Date.now()
    try {
      const list = await call(listOwnDrafts, { integration_id })
      list.forEach(settle)
      const there = new Set(list.map(keyOf))
      const isWhole = list.length < draftsListedMax
      for (const known of keys(knownKey(start))) {
        const key = known.replace('draft-known', 'draft')
        const { text, changed_at, seen_ms } = knownOf(key)
        if (there.has(key) || seen_ms >= asked_ms) continue
        if (text && isWhole) {
          know(key, { text: '', changed_at: new Date(ms(changed_at) + 1).toISOString() })
          catchUp(key)
        } else if (!text && !readKept(key) && seen_ms < asked_ms - day_ms) {
          localStorage.removeItem(known)
          localStorage.removeItem(timeKey(key))
        }
      }
    } catch (error) {
      logWarning(`Drafts of other devices could not be read: ${String(error)}`)
    }
    // Those that were emptied have no words, but a time.
    for (const time of keys(timeKey(start))) {
      const key = time.replace('drafted', 'draft')
      if (!timers.has(key)) void send(key)
    }
  }

  const leave = () => void (document.visibilityState === 'hidden' && sendAll())
  const again = () => void read()
  const quiet = [
    onDrafts((what) => {
      if (typeof what !== 'string') return void (what?.key?.startsWith(start) && present(what.key))
      if (!what.startsWith(start)) return
      const { text, changed_at } = knownOf(what)
      // Written after what is known, whatever this device's clock says.
      if (readKept(what) !== text && timeOf(what) <= ms(changed_at))
        keep(timeKey(what), `${ms(changed_at) + 1}`)
      if (isPending(what)) plan(what, rest_ms)
      else unplan(what)
    }),
    listen(
      ownDraftChanged,
      { author_id: user_id },
      { live: again, hear: (draft) => void (draft.integration_id === integration_id && settle(draft)) },
    ),
  ]
  again()
  flushing.add(sendAll)
  addEventListener('online', again)
  document.addEventListener('visibilitychange', leave)
  addEventListener('pagehide', sendAll)
  return () => {
    sendAll()
    for (const stop of quiet) stop()
    flushing.delete(sendAll)
    removeEventListener('online', again)
    document.removeEventListener('visibilitychange', leave)
    removeEventListener('pagehide', sendAll)
    for (const timer of timers.values()) clearTimeout(timer)
  }
}
