import {
  type Draft,
  draftsListedMax,
  listOwnDrafts,
  messageCharsMax,
  ownDraftChanged,
  Problem,
  saveDraft,
  day_ms,
} from '@ozvi/contract'
import { logWarning } from '#platform/log.ts'
import { call, listen } from '#platform/calls/api-client.ts'
import { draftKey, type Mode, onDrafts, readDraft, timeKey, writeDraft } from '../composer/drafts.ts'

/*
 * Syncs drafts between a member's devices. Composers and rows use local storage; next to each draft the last
 * state known to the server is stored. Newer local text is sent after two seconds; newer remote text is
 * applied, but never to a field in use.
 */

interface SyncedDraft extends Pick<Draft, 'text' | 'changed_at'> {
  /** By this device's clock; an older response is outdated. */
  seen_ms: number
}
interface Owner {
  integration_id: string
  user_id: string
}
/** A composer open on this page. */
export interface OpenComposer {
  keyOf: (mode: Mode) => string
  isTyping: (mode: Mode) => boolean
  show: (mode: Mode, text: string) => void
}

const sendDelay_ms = 2_000
const retry_max_ms = 30_000
const modes = ['text', 'note'] as const
const composers = new Set<OpenComposer>()
const flushing = new Set<() => void>()

/** Isn't changed while in use; its text is sent when it loses focus. */
export function registerComposer(composer: OpenComposer) {
  composers.add(composer)
  for (const mode of modes) {
    const key = composer.keyOf(mode)
    catchUp(key)
    // Changes received between its first read and now.
    showDraft(key)
  }
  return () => {
    composers.delete(composer)
    for (const flush of flushing) flush()
  }
}

const syncedKey = (key: string) => key.replace('draft', 'draft-known')
function syncedOf(key: string): SyncedDraft {
  // Only `storeSynced` writes it.
  const synced = JSON.parse(readDraft(syncedKey(key)) || 'null') as SyncedDraft | null
  return synced ?? { text: '', changed_at: '', seen_ms: 0 }
}
const timeOf = (key: string) => Number(readDraft(timeKey(key)))
const ms = (time: string) => Date.parse(time) || 0
function storeItem(key: string, value: string) {
  try {
    localStorage.setItem(key, value)
  } catch (error) {
    logWarning(`Failed to store the sync state of a draft: ${String(error)}`)
  }
}
function storeSynced(key: string, { text, changed_at }: Pick<SyncedDraft, 'text' | 'changed_at'>) {
  storeItem(syncedKey(key), JSON.stringify({ text, changed_at, seen_ms: Date.now() } satisfies SyncedDraft))
  // If both have the same text, use the server's time: this device's clock may be wrong.
  if (readDraft(key) === text) storeItem(timeKey(key), `${ms(changed_at)}`)
}

/** Whether the local text differs from the server's and is newer. */
function isPending(key: string): boolean {
  const text = readDraft(key)
  const synced = syncedOf(key)
  return text !== synced.text && timeOf(key) > ms(synced.changed_at) && text.length <= messageCharsMax
}
function showDraft(key: string) {
  for (const composer of composers)
    for (const mode of modes)
      if (composer.keyOf(mode) === key && !composer.isTyping(mode)) composer.show(mode, readDraft(key))
}
/** Applies the server's text if newer, unless the field is in use. */
export function catchUp(key: string) {
  const { text, changed_at } = syncedOf(key)
  if (text === readDraft(key) || timeOf(key) > ms(changed_at)) return
  const isInUse = [...composers].some((one) =>
    modes.some((mode) => one.keyOf(mode) === key && one.isTyping(mode)),
  )
  if (isInUse) return
  writeDraft(key, text, ms(changed_at))
  showDraft(key)
}
const keyOf = (draft: Draft) => draftKey(draft, draft.author_id, draft.mode)
/** Applies the server's state of a draft; older ones are ignored. */
export function finishSync(draft: Draft) {
  const key = keyOf(draft)
  if (syncedOf(key).changed_at >= draft.changed_at) return
  storeSynced(key, draft)
  catchUp(key)
}

/** An error that the same text would cause again. */
const isFinal = (error: unknown) =>
  error instanceof Problem && ['not_found', 'forbidden', 'invalid_input'].includes(error.code)

function storedKeys(start: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(start))
  } catch {
    return []
  }
}

/** Records that a draft was written after its known state, whatever this device's clock says. */
function markWritten(key: string) {
  const { text, changed_at } = syncedOf(key)
  if (readDraft(key) !== text && timeOf(key) <= ms(changed_at))
    storeItem(timeKey(key), `${ms(changed_at) + 1}`)
}

/** Empties drafts that the server no longer has, and forgets those emptied long ago. */
function forgetDeleted(list: readonly Draft[], synced_keys: readonly string[], requested_ms: number) {
  const serverKeys = new Set(list.map(keyOf))
  const isComplete = list.length < draftsListedMax
  for (const synced of synced_keys) {
    const key = synced.replace('draft-known', 'draft')
    const { text, changed_at, seen_ms } = syncedOf(key)
    if (serverKeys.has(key) || seen_ms >= requested_ms) continue
    if (text && isComplete) {
      storeSynced(key, { text: '', changed_at: new Date(ms(changed_at) + 1).toISOString() })
      catchUp(key)
    } else if (!text && !readDraft(key) && seen_ms < requested_ms - day_ms) {
      localStorage.removeItem(synced)
      localStorage.removeItem(timeKey(key))
    }
  }
}

/** Saves a draft on the server and applies its answer. */
async function saveNow(integration_id: string, key: string, [conversation_id = '', end]: string[]) {
  const mode = end === 'note' ? 'note' : 'text'
  const changed_at = new Date(timeOf(key)).toISOString()
  const input = { integration_id, conversation_id, mode, text: readDraft(key), changed_at } as const
  const draft = await call(saveDraft, input, { keepalive: true })
  if (draft.conversation_id !== conversation_id) {
    // The conversation was merged into another one, together with the draft.
    storeSynced(key, { text: '', changed_at })
    catchUp(key)
  }
  finishSync(draft)
}

/** Sends newer local drafts, each after a delay. @param start of their keys */
function createDraftSender(integration_id: string, start: string) {
  const timers = new Map<string, number>()
  const sending = new Set<string>()
  /** Drafts the server has already processed, by their time. */
  const handledAt = new Map<string, number>()
  /** Consecutive, over all drafts. */
  let failures = 0

  function unschedule(key: string) {
    clearTimeout(timers.get(key))
    timers.delete(key)
  }
  function schedule(key: string, after_ms: number) {
    unschedule(key)
    timers.set(
      key,
      window.setTimeout(() => void send(key), after_ms),
    )
  }
  async function send(key: string) {
    unschedule(key)
    const at_ms = timeOf(key)
    if (sending.has(key) || handledAt.get(key) === at_ms || !isPending(key) || !navigator.onLine) return
    sending.add(key)
    try {
      await saveNow(integration_id, key, key.slice(start.length).split('.'))
      failures = 0
      handledAt.set(key, at_ms)
    } catch (error) {
      if (isFinal(error)) handledAt.set(key, at_ms)
      else schedule(key, Math.min(retry_max_ms, sendDelay_ms * 2 ** failures++))
      logWarning(`A draft is on this device alone for now: ${String(error)}`)
      return
    } finally {
      sending.delete(key)
    }
    if (isPending(key) && !timers.has(key)) schedule(key, sendDelay_ms)
  }
  return {
    schedule: (key: string) => schedule(key, sendDelay_ms),
    unschedule,
    isScheduled: (key: string) => timers.has(key),
    send,
    sendAll: () => new Set([...storedKeys(start), ...timers.keys()]).forEach((key) => void send(key)),
    stop() {
      for (const timer of timers.values()) clearTimeout(timer)
    },
  }
}

/** Keeps this device and the server in sync until stopped. */
export function syncDrafts({ integration_id, user_id }: Owner): () => void {
  const start = draftKey({ integration_id, conversation_id: '' }, user_id, 'text').slice(0, -'.text'.length)
  const sender = createDraftSender(integration_id, start)
  const { sendAll } = sender
  async function loadFromServer() {
    const requested_ms = Date.now()
    try {
      const list = await call(listOwnDrafts, { integration_id })
      list.forEach(finishSync)
      forgetDeleted(list, storedKeys(syncedKey(start)), requested_ms)
    } catch (error) {
      logWarning(`Failed to load the drafts of other devices: ${String(error)}`)
    }
    // Emptied drafts have no text, but a time.
    for (const time of storedKeys(timeKey(start))) {
      const key = time.replace('drafted', 'draft')
      if (!sender.isScheduled(key)) void sender.send(key)
    }
  }

  /** @param change the key on this page, the event of another tab */
  function onLocalDraft(change?: string | StorageEvent) {
    if (typeof change !== 'string') {
      if (change?.key?.startsWith(start)) showDraft(change.key)
      return
    }
    if (!change.startsWith(start)) return
    markWritten(change)
    if (isPending(change)) sender.schedule(change)
    else sender.unschedule(change)
  }
  function onRemoteDraft(draft: Draft) {
    if (draft.integration_id === integration_id) finishSync(draft)
  }
  function onVisibility() {
    if (document.visibilityState === 'hidden') sendAll()
  }
  const load = () => void loadFromServer()
  const pageListeners = new AbortController()
  const { signal } = pageListeners
  addEventListener('online', load, { signal })
  addEventListener('pagehide', sendAll, { signal })
  document.addEventListener('visibilitychange', onVisibility, { signal })
  const unsubscribers = [
    onDrafts(onLocalDraft),
    listen(ownDraftChanged, { author_id: user_id }, { live: load, received: onRemoteDraft }),
  ]
  load()
  flushing.add(sendAll)
  return () => {
    sendAll()
    pageListeners.abort()
    for (const unsubscribe of unsubscribers) unsubscribe()
    flushing.delete(sendAll)
    sender.stop()
  }
}
