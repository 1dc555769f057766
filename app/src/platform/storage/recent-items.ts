import { logWarning } from '../log.ts'

const recentMax = 20

/** Items recently used on this device under a name, newest first. Ids and emoji can't contain spaces. */
export function getRecent(name: string): string[] {
  try {
    return (localStorage.getItem(`ozvi.recent_${name}`) ?? '').split(' ').filter(Boolean)
  } catch {
    return []
  }
}
export function addRecent(name: string, used: string): void {
  const all = [used, ...getRecent(name).filter((each) => each !== used)]
  try {
    localStorage.setItem(`ozvi.recent_${name}`, all.slice(0, recentMax).join(' '))
  } catch (error) {
    logWarning(`Failed to save recent items: ${String(error)}`)
  }
}
