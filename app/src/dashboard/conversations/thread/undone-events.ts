import type { Message, MessageDetails } from '@ozvi/contract'

/** Later changes are new decisions, not undos. */
const undoWithin_ms = 60_000

const isSameList = (a: readonly string[] = [], b: readonly string[] = []) =>
  a.length === b.length && a.every((each) => b.includes(each))

/** The value that an event set, for kinds that replace one value by another. */
function valueOf({ event, priority, assignee_name, team_name }: MessageDetails): string | null | undefined {
  if (event === 'priority_changed') return priority ?? null
  if (event === 'assigned') return assignee_name ?? null
  return event === 'team_assigned' ? (team_name ?? null) : undefined
}
/** Their values in a new conversation. */
const initial: Partial<Record<string, string | null>> = {
  priority_changed: 'none',
  assigned: null,
  team_assigned: null,
}

/** Whether the second of two events reverts the first one. */
function isReverted({ details: first }: Message, { details: second }: Message, before: Message[]): boolean {
  if (first.event === 'taken_over') return second.event === 'handed_back'
  if (first.event === 'handed_back') return second.event === 'taken_over'
  if (first.event !== second.event) return false
  if (first.event === 'tags_changed')
    return (
      isSameList(first.tags_added, second.tags_removed) && isSameList(first.tags_removed, second.tags_added)
    )
  if (first.event === 'status_changed') {
    const isClosing = first.status === 'resolved' || first.status === 'snoozed' || first.status === 'spam'
    return isClosing && (second.status === 'open' || second.status === 'waiting')
  }
  const value = valueOf(second)
  if (value === undefined) return false
  const previous = before.findLast(({ details }) => details.event === first.event)
  // Without the start of the thread, the value before the first event is unknown.
  if (!previous && before[0]?.prev !== 0) return false
  return value === (previous ? valueOf(previous.details) : initial[second.event ?? ''])
}

const isUndo = (first: Message | undefined, second: Message, before: Message[]) =>
  first?.kind === 'event' &&
  second.kind === 'event' &&
  first.author_id !== null &&
  first.author_id === second.author_id &&
  !first.details.rule_name &&
  Date.parse(second.sent_at) - Date.parse(first.sent_at) <= undoWithin_ms &&
  isReverted(first, second, before)

/** The thread without changes that were undone right away, and without their undos. */
export function withoutUndone(messages: readonly Message[]): Message[] {
  const shown: Message[] = []
  for (const message of messages) {
    const last = shown.at(-1)
    if (isUndo(last, message, shown.slice(0, -1))) shown.pop()
    else shown.push(message)
  }
  return shown
}
