import type {
  ActiveScenario,
  Conversation,
  InboxRow,
  Message,
  VisitorConversation,
  VisitorMessage,
} from '@ozvi/contract'
import type { Selectable } from 'kysely'
import type { DB } from '#schema'

type ConversationColumns = Selectable<DB['conversation']>
/** A conversation with its contact, as every query here selects it. */
export type ConversationRow = ConversationColumns & {
  contact_name: string | null
  contact_email: string | null
  contact_kind: Conversation['contact']['kind']
  contact_locale: Conversation['contact']['locale']
  contact_seen_at: string | null
  contact_time_zone: string | null
}
/** A conversation after a change. */
export type UpdatedConversation = ConversationRow & {
  /** Members who can no longer see it; null if there are none. */
  hidden_from: string[] | null
  /** Members who can see it; null if all members can. */
  visible_to: string[] | null
  /** Whether the change may affect which members see the contact. */
  moves_reach: boolean
}
/** A message without search and trace columns, with the author's avatar if customers can see it. */
export type MessageRow = Omit<Selectable<DB['message']>, 'search_vector' | 'trace'> & {
  author_avatar?: string | null | undefined
}

/** Author id of messages without a user, so that sender and id always form a key. */
export const noUserId = '00000000-0000-0000-0000-000000000000'

/**
 * The visitor whose browser started the conversation. Doesn't change when contacts are merged: only this
 * browser shows it.
 */
export const visitorOf = ({
  origin_id,
  contact_id,
}: {
  origin_id: string | null
  contact_id: string
}): string => origin_id ?? contact_id

export function toConversation(row: ConversationRow): Conversation {
  return {
    id: row.id,
    integration_id: row.integration_id,
    number: row.number,
    contact: {
      id: row.contact_id,
      name: row.contact_name,
      email: row.contact_email,
      kind: row.contact_kind,
      locale: row.contact_locale,
      last_seen_at: row.contact_seen_at,
    },
    subject: row.subject,
    status: row.status,
    handler: row.handler,
    assignee_id: row.assignee_id,
    team_id: row.team_id,
    priority: row.priority,
    tag_ids: row.tag_ids,
    fields: row.fields,
    field_sources: row.field_sources,
    mentioned_ids: row.mentioned_ids,
    locale: row.locale,
    last_seq: row.last_seq,
    last_message_at: row.last_message_at,
    last_message_preview: row.last_message_preview,
    // Only notes are hidden from the customer.
    last_message_is_note: row.last_message_preview !== row.visitor_preview,
    last_message_author: row.last_message_author,
    last_message_author_id: row.last_message_author_id,
    waiting_since: row.waiting_since,
    due_at: row.due_at,
    follows_id: row.follows_id,
    merged_into_id: row.merged_into_id,
    merged_into_number: row.merged_into_number,
    hand_over_at: row.hand_over_at,
    hand_over_reason: row.hand_over_reason,
    snoozed_until: row.snoozed_until,
    unsnoozed_seq: row.unsnoozed_seq,
    resolved_at: row.resolved_at,
    resolved_by: row.status === 'resolved' ? (row.resolved_by ?? 'unknown') : null,
    first_reply_at: row.first_reply_at,
    reopen_count: row.reopen_count,
    rating: ratingOf(row),
    scheduled_count: row.scheduled_count,
    page_url: row.page_url,
    is_test: row.is_test,
    visitor_seen_seq: row.visitor_seen_seq,
    visitor_delivered_seq: row.visitor_delivered_seq,
    created_at: row.created_at,
    version: row.version,
  }
}
const ratingOf = ({ rating, rating_comment, rated_at }: ConversationColumns): Conversation['rating'] =>
  rating && rated_at ? { score: rating, comment: rating_comment, rated_at } : null

export const toInboxRow = (
  row: ConversationRow & { seen_seq: number | null; active_scenario: ActiveScenario | null },
): InboxRow => ({
  ...toConversation(row),
  seen_seq: row.seen_seq ?? 0,
  ...(row.active_scenario ? { active_scenario: row.active_scenario } : {}),
})
export const toVisitorConversation = (
  row: ConversationColumns & { assignee_name?: string | null; assignee_avatar?: string | null | undefined },
): VisitorConversation => ({
  id: row.id,
  subject: row.subject,
  status: row.status,
  handler: row.handler,
  assignee_name: row.assignee_name ?? null,
  assignee_avatar: row.assignee_avatar ?? null,
  last_seq: row.last_visitor_seq,
  seen_seq: row.visitor_seen_seq,
  team_seen_seq: row.team_seen_seq,
  can_rate:
    row.status === 'resolved' &&
    row.merged_into_id === null &&
    (row.rated_at === null || (row.resolved_at !== null && row.rated_at < row.resolved_at)),
  merged_into_id: row.merged_into_id,
  last_message_at: row.visitor_message_at ?? row.last_message_at,
  last_message_preview: row.visitor_preview,
  version: row.version,
})

export const toMessage = (row: MessageRow): Message => ({
  id: row.id,
  conversation_id: row.conversation_id,
  seq: row.seq,
  prev: row.is_first ? 0 : row.seq - 1, // the team sees every entry
  author: row.author,
  author_id: row.author_id === noUserId ? null : row.author_id,
  author_name: row.author_name,
  kind: row.kind,
  body: row.body,
  attachments: row.attachments,
  citations: row.citations,
  details: row.details,
  change: row.change,
  sent_at: row.sent_at,
})

/** The visitor's view: no summary, metrics or user ids. */
export function toVisitorMessage(row: MessageRow): VisitorMessage {
  if (row.kind === 'note') throw new Error('a note is never shown to a visitor')
  const { event, status, reason, band, score, target_id, reply_to } = row.details
  const { buttons, button_id, image, cards, form, form_values } = row.details
  const { change } = row
  return {
    id: row.id,
    conversation_id: row.conversation_id,
    seq: row.seq,
    prev: row.visitor_prev,
    author: row.author,
    author_name: row.author_display_name ?? row.author_name,
    author_avatar: row.author_avatar ?? null,
    kind: row.kind,
    body: row.body,
    attachments: row.attachments,
    citations: row.citations,
    details: {
      ...(event ? { event } : {}),
      ...(status ? { status } : {}),
      ...(reason ? { reason } : {}),
      ...(band ? { band } : {}),
      ...(score ? { score } : {}),
      ...(target_id ? { target_id } : {}),
      ...(reply_to ? { reply_to } : {}),
      ...(buttons ? { buttons } : {}),
      ...(button_id ? { button_id } : {}),
      ...(image ? { image } : {}),
      ...(cards ? { cards } : {}),
      ...(form ? { form } : {}),
      ...(form_values ? { form_values } : {}),
    },
    change: change && {
      version: change.version,
      is_edited: change.is_edited,
      is_deleted: change.is_deleted,
      at: change.at,
    },
    sent_at: row.sent_at,
  }
}
