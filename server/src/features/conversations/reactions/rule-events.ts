import type { RuleEvent } from '@ozvi/contract'
import type { MessageRow } from '../record/rows.ts'

/** Maps a thread entry to the rule triggers it fires. */
export function ruleEventsOf({
  author,
  kind,
  details,
  visitor_prev,
}: Pick<MessageRow, 'author' | 'kind' | 'details' | 'visitor_prev'>): RuleEvent[] {
  if (author === 'contact' && kind === 'text')
    return visitor_prev === 0 ? ['conversation_created', 'customer_message'] : ['customer_message']
  if (kind === 'hand_over') return ['handed_over']
  // Regardless of who changed the status.
  if (kind === 'event' && details.status) return ['status_changed']
  if (details.event === 'tags_changed' && details.tags_added?.length) return ['tag_added']
  if (details.event === 'priority_changed') return ['priority_changed']
  return []
}
