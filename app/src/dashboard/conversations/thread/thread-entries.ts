import type { Message } from '@ozvi/contract'
import { minute_ms } from '@ozvi/contract'
import { withoutUndone } from './undone-events.ts'

/** An item of the thread, top to bottom. */
export type Entry =
  | { kind: 'day'; key: string; time: string }
  /** Marks the first unread entry when the conversation was opened. */
  | { kind: 'new'; key: string }
  | { kind: 'line'; key: string; message: Message }
  /** Consecutive events caused by one author. */
  | { kind: 'events'; key: string; messages: [Message, ...Message[]] }
  | { kind: 'hand_over'; key: string; message: Message }
  /** Consecutive messages of one author. */
  | { kind: 'group'; key: string; messages: [Message, ...Message[]] }

/** Kinds without an author, on one line each. */
const lines: readonly Message['kind'][] = ['event', 'ai_notice', 'rating']
const groupGap_ms = 5 * minute_ms
const dayOf = (time: string) => new Date(time).toDateString()

const belongsTo = ({ messages: [first, ...rest] }: Extract<Entry, { kind: 'group' }>, message: Message) =>
  first.author === message.author &&
  first.author_id === message.author_id &&
  first.kind === message.kind &&
  Date.parse(message.sent_at) - Date.parse((rest.at(-1) ?? first).sent_at) < groupGap_ms

/** Events with a line of their own: they have links, or more than text. */
const isPlainEvent = ({ kind, details }: Message) =>
  kind === 'event' && !details.other_id && !details.follows_id
const joinsEvents = ({ messages: [first, ...rest] }: Extract<Entry, { kind: 'events' }>, message: Message) =>
  first.author === message.author &&
  first.author_id === message.author_id &&
  first.details.rule_name === message.details.rule_name &&
  Date.parse(message.sent_at) - Date.parse((rest.at(-1) ?? first).sent_at) < groupGap_ms

/**
 * Days, groups and events of a thread.
 *
 * @param seen_seq the reader's cursor when it was opened. The marker is before the first later entry of
 * someone else; there is none if everything is new.
 */
export function threadEntries(
  all: readonly Message[],
  { seen_seq, user_id }: { seen_seq: number; user_id: string },
): Entry[] {
  const entries: Entry[] = []
  const messages = withoutUndone(all)
  const firstNew = messages.find(({ seq, author_id }) => seq > seen_seq && author_id !== user_id)
  for (const [index, message] of messages.entries()) {
    const key = `${message.seq}`
    const before = entries.at(-1)
    const isNewDay = dayOf(messages[index - 1]?.sent_at ?? '') !== dayOf(message.sent_at)
    if (isNewDay) entries.push({ kind: 'day', key: `day-${key}`, time: message.sent_at })
    const isFirstNew = message === firstNew && message !== messages[0]
    if (isFirstNew) entries.push({ kind: 'new', key: 'new' })
    const entry = entryOf(message)
    if (!isNewDay && !isFirstNew && before && canJoin(before, entry, message)) before.messages.push(message)
    else entries.push(entry)
  }
  return entries
}

function entryOf(message: Message): Entry {
  const key = `${message.seq}`
  if (isPlainEvent(message)) return { kind: 'events', key, messages: [message] }
  if (lines.includes(message.kind)) return { kind: 'line', key, message }
  if (message.kind === 'hand_over') return { kind: 'hand_over', key, message }
  return { kind: 'group', key, messages: [message] }
}

/** Whether a message continues the entry before it. */
function canJoin(
  before: Entry,
  entry: Entry,
  message: Message,
): before is Extract<Entry, { messages: unknown }> {
  if (before.kind === 'events') return entry.kind === 'events' && joinsEvents(before, message)
  return before.kind === 'group' && entry.kind === 'group' && belongsTo(before, message)
}
/** The team's last message visible to the customer, which shows its seen mark. */
export const lastToCustomer = (messages: readonly Message[]): Message | undefined =>
  messages.findLast(
    ({ author, kind, change }) => author === 'member' && kind === 'text' && !change?.is_deleted,
  )
