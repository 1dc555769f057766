/*
 * Decides which of several open pages announces a notification. Each receives it; a page showing the
 * conversation silences the others, otherwise a visible page announces before hidden ones.
 */

const told = 'ozvi.told-notices'
const kept = 60
const wait_ms = { front: 250, behind: 700 }

const isInFront = () => document.visibilityState === 'visible'
/** Whether the conversation is visible to the user. */
const isLookedAt = (conversation_id: string | null) =>
  isInFront() && document.hasFocus() && location.pathname.endsWith(`/conversation/${conversation_id}`)

function takeFirst(key: string): boolean {
  try {
    const before = (localStorage.getItem(told) ?? '').split(' ')
    if (before.includes(key)) return false
    localStorage.setItem(told, [...before, key].slice(-kept).join(' '))
  } catch {
    // Without storage every page announces.
  }
  return true
}
/** One page at a time, so that two never announce the same notification. */
const claim = (key: string): Promise<boolean> =>
  'locks' in navigator ? navigator.locks.request(told, () => takeFirst(key)) : Promise.resolve(takeFirst(key))

const breath_ms = 10_000
const mostPerBreath = 5
let spoken_at: number[] = []
/** When many arrive at once, the list shows the rest. */
export function isCalm(): boolean {
  const now = performance.now()
  spoken_at = spoken_at.filter((at) => now - at < breath_ms)
  return spoken_at.push(now) <= mostPerBreath
}

/** @returns whether this page announces the notification */
export async function isMine(notice: { id: string; version: number; conversation_id: string | null }) {
  const key = `${notice.id}:${notice.version}`
  if (isLookedAt(notice.conversation_id)) {
    await claim(key)
    return false
  }
  await new Promise((resolve) => setTimeout(resolve, isInFront() ? wait_ms.front : wait_ms.behind))
  return claim(key)
}
