import type { ActiveScenario } from '../scenarios/active-scenario.schema.ts'
import type { Hidden } from '../users/visibility.ts'
import type { VisitorConversation, VisitorMessage } from '../visitors/visitors.ts'
import type { Conversation, InboxRow, SharedRow } from './conversations.ts'
import type { Delivered, Message, Seen } from './messages.ts'

/* How events change the conversations and messages of a client. Pure and idempotent. */

/**
 * Keeps `seq` order regardless of the order of arrival; of two versions of a message the newer one wins.
 * Entries before the first one of a renumbered thread are dropped.
 */
export function applyMessageSent<M extends Message | VisitorMessage>(list: readonly M[], message: M): M[] {
  if (list.some(({ seq }) => seq === message.seq)) return applyMessageChanged(list, message)
  const contiguous = message.prev === 0 ? list.filter(({ seq }) => seq > message.seq) : list
  return [...contiguous, message].sort((a, b) => a.seq - b.seq)
}
const versionOf = ({ change }: Message | VisitorMessage) => change?.version ?? 0

/** Messages that aren't cached are ignored: they will be loaded in their new state. */
export const applyMessageChanged = <M extends Message | VisitorMessage>(
  list: readonly M[],
  message: M,
): M[] =>
  list.map((current) =>
    current.seq === message.seq && versionOf(current) < versionOf(message) ? message : current,
  )

/**
 * Whether a received message continues the cached thread: `next` can be applied, `known` is old, and `gap`
 * means that messages were missed and the thread must be reloaded after `last_seq`.
 */
export function continuity(
  last_seq: number,
  message: { seq: number; prev: number },
): 'next' | 'known' | 'gap' {
  if (message.seq <= last_seq) return 'known'
  return message.prev <= last_seq ? 'next' : 'gap'
}

const newestFirst = (
  a: { last_message_at: string; id: string },
  b: { last_message_at: string; id: string },
) => b.last_message_at.localeCompare(a.last_message_at) || b.id.localeCompare(a.id)

/** Whether it is an earlier run than the one shown, or the same one at an earlier step. */
const isOlderRun = (run: ActiveScenario, now: ActiveScenario) =>
  run.id === now.id ? run.version <= now.version : run.started_at < now.started_at

/** Inserts the row, newest message first; an older version is ignored. */
export function applyConversationChanged(list: readonly InboxRow[], changed: SharedRow): InboxRow[] {
  const current = list.find(({ id }) => id === changed.id)
  if (current && current.version >= changed.version) return [...list]
  const [run, now] = [changed.active_scenario, current?.active_scenario]
  const active_scenario = run && !(now && isOlderRun(run, now)) ? run : now
  const row: InboxRow = {
    ...changed,
    visitor_seen_seq: Math.max(changed.visitor_seen_seq, current?.visitor_seen_seq ?? 0),
    visitor_delivered_seq: Math.max(changed.visitor_delivered_seq, current?.visitor_delivered_seq ?? 0),
    seen_seq: current && isStillRead(current, changed) ? changed.last_seq : (current?.seen_seq ?? 0),
    ...(active_scenario ? { active_scenario } : {}),
  }
  return [...list.filter(({ id }) => id !== changed.id), row].sort(newestFirst)
}

/**
 * Shows the step of a run in the row of its conversation. Older versions and earlier runs change nothing while a run
 * is shown.
 */
export const applyRunToRows = (
  list: readonly InboxRow[],
  run: ActiveScenario & { conversation_id: string; ended_at: string | null },
): InboxRow[] =>
  list.map((row) => {
    const { active_scenario: now, ...others } = row
    if ((now && isOlderRun(run, now)) || row.id !== run.conversation_id) return row
    return run.ended_at ? others : { ...others, active_scenario: run }
  })

/** A conversation read to its end stays read if only events such as "assigned to Eva" were added. */
const isStillRead = (current: InboxRow, changed: Conversation) =>
  current.seen_seq === current.last_seq &&
  changed.last_message_at === current.last_message_at &&
  changed.hand_over_at === current.hand_over_at &&
  changed.rating?.rated_at === current.rating?.rated_at

/** Removes a conversation that the member can no longer see, unless a newer version of the row has arrived. */
export const applyConversationHidden = <R extends Pick<Conversation, 'id' | 'version'>>(
  list: readonly R[],
  { conversation_id, version }: Hidden,
): R[] => list.filter((row) => row.id !== conversation_id || row.version > version)

/** The last message that the customer has seen. Members have read cursors of their own. */
export const applyMessagesSeen = (
  list: readonly InboxRow[],
  { conversation_id, side, seq }: Seen,
): InboxRow[] =>
  list.map((row) =>
    row.id === conversation_id && side === 'visitor'
      ? {
          ...row,
          visitor_seen_seq: Math.max(row.visitor_seen_seq, seq),
          visitor_delivered_seq: Math.max(row.visitor_delivered_seq, seq),
        }
      : row,
  )
/** The last message that the customer's browser has received; never decreases. */
export const applyMessagesDelivered = (
  list: readonly InboxRow[],
  { conversation_id, seq }: Delivered,
): InboxRow[] =>
  list.map((row) =>
    row.id === conversation_id
      ? { ...row, visitor_delivered_seq: Math.max(row.visitor_delivered_seq, seq) }
      : row,
  )

export function applyVisitorConversationChanged(
  list: readonly VisitorConversation[],
  changed: VisitorConversation,
): VisitorConversation[] {
  const current = list.find(({ id }) => id === changed.id)
  if (current && current.version >= changed.version) return [...list]
  return [...list.filter(({ id }) => id !== changed.id), changed].sort(newestFirst)
}
