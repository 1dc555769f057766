/*
 * Which of several open pages speaks. Each hears of a notice by itself; the one on which the conversation is
 * looked at keeps the others quiet, else the one in front speaks before those behind it.
 */

const told = 'ozvi.told-notices'
const kept = 60
const wait_ms = { front: 250, behind: 700 }

const isInFront = () => document.visibilityState === 'visible'
/** Whether the reader has this conversation before their eyes. */
const isLookedAt = (conversation_id: string | null) =>
  isInFront() && document.hasFocus() && location.pathname.endsWith(`/conversation/${conversation_id}`)

function takeFirst(key: string): boolean {
  try {
    const before = (localStorage.getItem(told) ?? '').split(' ')
    if (before.includes(key)) return false
    localStorage.setItem(told, [...before, key].slice(-kept).join(' '))
  } catch {
    // Without a store each page speaks for itself.
  }
  return true
}
/** One page at a time looks and writes, so that two never find the same notice untold. */
const claim = (key: string): Promise<boolean> =>
  'locks' in navigator ? navigator.locks.request(told, () => takeFirst(key)) : Promise.resolve(takeFirst(key))

const breath_ms = 10_000
const mostPerBreath = 5
let spoken_at: number[] = []
/** When fifty conversations are given to somebody at once, the list says the rest. */
export function isCalm(): boolean {
  const now = performance.now()
  spoken_at = spoken_at.filter((at) => now - at < breath_ms)
  return spoken_at.push(now) <= mostPerBreath
}

/** @returns whether this page is the one to speak of a notice, which nobody looks at. */
export async function isMine(notice: { id: string; version: number; conversation_id: string | null }) {
  const key = `${notice.id}:${notice.version}`
  if (isLookedAt(notice.conversation_id)) {
    await claim(key)
    return false
  }
  await new Promise((resolve) => setTimeout(resolve, isInFront() ? wait_ms.front : wait_ms.behind))
  return claim(key)
}
