/** Longer than an action can be undone by its shortcut. */
const recent_ms = 2 * 60_000
const changed_at = new Map<string, number>()

/** Records the member's own change, so that its row moves immediately. */
export function recordLocalChange(conversation_id: string) {
  const now = Date.now()
  for (const [id, at] of changed_at) if (now - at > recent_ms) changed_at.delete(id)
  changed_at.set(conversation_id, now)
}
export const isLocalChange = (conversation_id: string): boolean =>
  Date.now() - (changed_at.get(conversation_id) ?? 0) < recent_ms
