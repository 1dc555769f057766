import type { VisitorConversation, VisitorMessage } from '@ozvi/contract'
import type { Outgoing } from '../composer/outbox.ts'
import type { ThreadState } from './thread.ts'

export type MessageListItem =
  | { type: 'day'; key: string; at: string }
  | { type: 'message'; key: string; message: VisitorMessage; is_first: boolean; is_last: boolean }
  | { type: 'outgoing'; key: string; outgoing: Outgoing; is_first: boolean }

const isAgentMessage = ({ kind }: VisitorMessage) => kind === 'text' || kind === 'answer'
const isSameAuthor = (one: VisitorMessage | undefined, other: VisitorMessage | undefined) =>
  one !== undefined &&
  other !== undefined &&
  isAgentMessage(one) &&
  isAgentMessage(other) &&
  one.author === other.author &&
  one.author_name === other.author_name
/** Internal events of the team. */
const internal: readonly VisitorMessage['details']['event'][] = [
  'merged',
  'merged_into',
  'unmerged',
  'split_off',
  'split_from',
]
const setsStatus = ({ details }: VisitorMessage) => details.status !== undefined
/** Whether the conversation was still resolved at the next entry; otherwise a later event shows its state. */
function isStillClosed(all: readonly VisitorMessage[], at: number): boolean {
  const next = all.slice(at + 1).find((message) => isAgentMessage(message) || setsStatus(message))
  return next === undefined || !setsStatus(next)
}
/** Entries visible to the visitor; the others are internal, or shown at the message they refer to. */
const visible = (all: readonly VisitorMessage[]) =>
  all.filter((message, index) => {
    const { event, target_id, status } = message.details
    if (target_id || (event && internal.includes(event))) return false
    return !setsStatus(message) || (status === 'resolved' && isStillClosed(all, index))
  })
const dayOf = (iso: string) => new Date(iso).toDateString()

/**
 * Rows of the log, oldest first: days, acknowledged messages in `seq` order, then unsent ones. A message
 * keeps its key when acknowledged, so nothing jumps or is announced twice.
 */
export function messageListItems(
  all: readonly VisitorMessage[],
  outgoing: readonly Outgoing[],
): MessageListItem[] {
  const messages = visible(all)
  const rows: MessageListItem[] = []
  const days: string[] = []
  const mark = (at: string) => {
    const day = dayOf(at)
    if (day === days.at(-1)) return false
    // If a clock is set back, a day may appear twice.
    const nth = days.filter((each) => each === day).length
    days.push(day)
    rows.push({ type: 'day', key: `${day} ${nth}`, at })
    return true
  }
  for (const [index, message] of messages.entries()) {
    const isNewDay = mark(message.sent_at)
    const next = messages[index + 1]
    rows.push({
      type: 'message',
      key: message.id,
      message,
      is_first: isNewDay || !isSameAuthor(messages[index - 1], message),
      is_last:
        !isSameAuthor(message, next) ||
        (next !== undefined && dayOf(next.sent_at) !== dayOf(message.sent_at)),
    })
  }
  const isAcknowledged = new Set(messages.map(({ id }) => id))
  const waiting = outgoing.filter(({ id }) => !isAcknowledged.has(id))
  for (const [index, entry] of waiting.entries()) {
    const isNewDay = mark(entry.queued_at)
    const isAlone = index === 0 && messages.at(-1)?.author !== 'contact'
    rows.push({ type: 'outgoing', key: entry.id, outgoing: entry, is_first: isNewDay || isAlone })
  }
  return rows
}

/** Number of unseen messages; at least one while the thread isn't loaded. */
export function unreadCount(row: VisitorConversation, thread: ThreadState | undefined): number {
  if (row.last_seq <= row.seen_seq) return 0
  if (!thread?.is_loaded) return 1
  return thread.messages.filter(
    (message) =>
      message.seq > row.seen_seq &&
      message.author !== 'contact' &&
      isAgentMessage(message) &&
      !message.change?.is_deleted,
  ).length
}
