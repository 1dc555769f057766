import { logWarning } from '#platform/log.ts'

const nameOf = (integration_id: string) => `ozvi.recent_replies.${integration_id}`
const recentMax = 20

/** Ids of what was inserted on this device, newest first. */
export function recentReplies(integration_id: string): string[] {
  try {
    return (localStorage.getItem(nameOf(integration_id)) ?? '').split(' ').filter(Boolean)
  } catch {
    return []
  }
}
export function noteReply(integration_id: string, id: string): void {
  const ids = [id, ...recentReplies(integration_id).filter((each) => each !== id)]
  try {
    localStorage.setItem(nameOf(integration_id), ids.slice(0, recentMax).join(' '))
  } catch (error) {
    logWarning(`A used reply could not be noted: ${String(error)}`)
  }
}
