/*
 * Decides which of several open pages announces a notification. Each receives it; a page showing the
 * conversation silences the others, otherwise a visible page announces before hidden ones.
 */

const storageKey = 'ozvi.shown_notifications'
const storedMax = 60
const wait_ms = { front: 250, behind: 700 }

const isInFront = () => document.visibilityState === 'visible'
/** Whether the conversation is visible to the user. */
const isLookedAt = (conversation_id: string | null) =>
  isInFront() && document.hasFocus() && location.pathname.endsWith(`/conversation/${conversation_id}`)

function claimFirst(key: string): boolean {
  try {
    const notified = (localStorage.getItem(storageKey) ?? '').split(' ')
    if (notified.includes(key)) return false
    localStorage.setItem(storageKey, [...notified, key].slice(-storedMax).join(' '))
  } catch {
    // Without storage every page announces.
  }
  return true
}
/** One page at a time, so that two never announce the same notification. */
const claim = (key: string): Promise<boolean> =>
  'locks' in navigator
    ? navigator.locks.request(storageKey, () => claimFirst(key))
    : Promise.resolve(claimFirst(key))

const batchWindow_ms = 10_000
const maxPerBatch = 5
let played_at: number[] = []
/** If many arrive together, the rest are only in the list. */
export function isWithinBatchLimit(): boolean {
  const now = performance.now()
  played_at = played_at.filter((at) => now - at < batchWindow_ms)
  return played_at.push(now) <= maxPerBatch
}

/** @returns whether this page announces the notification */
export async function isLeader(notification: {
  id: string
  version: number
  conversation_id: string | null
}) {
  const key = `${notification.id}:${notification.version}`
  if (isLookedAt(notification.conversation_id)) {
    await claim(key)
    return false
  }
  await new Promise((resolve) => setTimeout(resolve, isInFront() ? wait_ms.front : wait_ms.behind))
  return claim(key)
}
