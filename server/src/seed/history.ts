import type { ConversationStatus, HandOverReason, Handler, Message, ResolvedBy } from '@ozvi/contract'
import { toPreview, authorOf, noUserId, resolverOf, nonTextKinds } from '#features/conversations'
import { questionId } from '#features/assistant'
import type { Random } from './random.ts'
import type { Customer, SeedMessage } from './seed-message.ts'

const subjectChars = 80

/** The columns of a conversation that depend on its messages. */
export interface History {
  conversation: ReturnType<typeof newConversation>
  messages: MessageColumns[]
  /** Up to where the assignee has read. */
  read: { user_id: string; seq: number } | undefined
  /** The question that the assistant couldn't answer. */
  unanswered: ReturnType<typeof unansweredOf>
}
interface SeedTarget {
  integration_id: string
  number: number
  page_url: string
}
type MessageColumns = ReturnType<typeof messageOf>

const newConversation = (workspace: SeedTarget, id: string, customer: Customer, first: SeedMessage) => ({
  ...workspace,
  id,
  contact_id: customer.contact_id,
  subject: first.body.slice(0, subjectChars),
  locale: customer.locale,
  status: 'open' as ConversationStatus,
  handler: 'assistant' as Handler,
  assignee_id: null as string | null,
  last_seq: 0,
  last_visitor_seq: 0,
  prev_visitor_seq: 0,
  visitor_seen_seq: 0,
  visitor_delivered_seq: 0,
  team_seen_seq: 0,
  last_message_at: iso(first.at),
  last_message_preview: '',
  last_message_author: null as Message['author'] | null,
  last_message_author_id: null as string | null,
  visitor_message_at: iso(first.at),
  visitor_preview: '',
  waiting_since: null as string | null,
  hand_over_at: null as string | null,
  hand_over_reason: null as HandOverReason | null,
  snoozed_until: null as string | null,
  tag_ids: [] as string[],
  team_id: null as string | null,
  mentioned_ids: [] as string[],
  fields: {} as Record<string, string>,
  resolved_at: null as string | null,
  resolved_by: null as ResolvedBy | null,
  low_confidence_count: 0,
  with_team_since: null as string | null,
  first_reply_at: null as string | null,
  answers: 0,
  confirmed_at: null as string | null,
  reopen_count: 0,
  reopened_at: null as string | null,
  previous_resolved_at: null as string | null,
  rating: null as number | null,
  rating_comment: null as string | null,
  rated_at: null as string | null,
  version: 1,
  created_at: iso(first.at),
})
const iso = (at: number) => new Date(at).toISOString()

const authorId = ({ by }: SeedMessage): string =>
  by === undefined ? noUserId : 'user_id' in by ? by.user_id : by.contact_id

const messageOf = (
  conversation: { integration_id: string; id: string },
  happening: SeedMessage,
  id: string,
  numbers: { seq: number; visitor_prev: number },
) => ({
  integration_id: conversation.integration_id,
  conversation_id: conversation.id,
  ...numbers,
  id,
  is_visible: happening.is_visible,
  author: happening.author,
  author_id: authorId(happening),
  author_name: happening.by?.name ?? null,
  kind: happening.kind,
  body: happening.body,
  citations: happening.citations ?? [],
  details: happening.details ?? {},
  sent_at: iso(happening.at),
})

/** Numbers the entries and updates the conversation, as if they had been sent one by one. */
export function toHistory(
  random: Random,
  workspace: SeedTarget,
  customer: Customer,
  seedMessages: SeedMessage[],
  order_field?: string,
): History | undefined {
  const [first] = seedMessages
  if (!first) return undefined
  const conversation = newConversation(workspace, random.uuid(), customer, first)
  const messages = seedMessages.map((happening) => {
    const seq = ++conversation.last_seq
    conversation.version += 1
    const visitor_prev = happening.is_visible ? conversation.last_visitor_seq : 0
    if (happening.is_visible) {
      conversation.prev_visitor_seq = visitor_prev
      conversation.last_visitor_seq = seq
    }
    const preview = nonTextKinds.includes(happening.kind) ? '' : toPreview(happening.body)
    if (preview) {
      conversation.last_message_at = iso(happening.at)
      conversation.last_message_preview = preview
      Object.assign(conversation, authorOf({ author: happening.author, author_id: authorId(happening) }))
      if (happening.is_visible) {
        conversation.visitor_message_at = iso(happening.at)
        conversation.visitor_preview = preview
      }
    }
    const changes = changesBy(conversation, happening)
    Object.assign(conversation, factsBy(conversation, happening, changes), changes)
    return messageOf(conversation, happening, random.uuid(), { seq, visitor_prev })
  })
  const order = order_field && seedMessages.map(({ body }) => /GB-\d{5}/.exec(body)?.[0]).find(Boolean)
  if (order) conversation.fields = { [order_field]: order }
  const readBy = conversation.assignee_id
  const lastOfTeam = messages.findLast(({ author }) => author === 'member')?.seq
  conversation.team_seen_seq = lastOfTeam ?? 0
  conversation.visitor_seen_seq = conversation.last_visitor_seq
  conversation.visitor_delivered_seq = conversation.last_visitor_seq
  return {
    conversation,
    messages,
    read: readBy && lastOfTeam ? { user_id: readBy, seq: lastOfTeam } : undefined,
    unanswered: unansweredOf(conversation, messages),
  }
}

const unansweredReasons: readonly (HandOverReason | undefined)[] = ['nothing_found', 'low_confidence_twice']
/** The question before a handover because nothing was found. */
function unansweredOf({ integration_id, id, locale }: Columns, messages: readonly MessageColumns[]) {
  const passed = messages.findIndex(
    ({ kind, details }) => kind === 'hand_over' && unansweredReasons.includes(details.reason),
  )
  const lastQuestion = messages.slice(0, Math.max(0, passed)).findLast(({ author }) => author === 'contact')
  const question_id = lastQuestion && questionId(lastQuestion.body, locale)
  return question_id
    ? {
        integration_id,
        conversation_id: id,
        seq: lastQuestion.seq,
        question_id,
        wording_id: question_id,
        question: lastQuestion.body,
        asked_at: lastQuestion.sent_at,
      }
    : undefined
}

/** Rows for the reports. */
function factsBy(before: Columns, happening: SeedMessage, changes: Partial<Columns>): Partial<Columns> {
  const { author, kind, citations = [], details = {} } = happening
  const at = iso(happening.at)
  const isReply = author === 'member' && kind === 'text'
  const isReopened =
    before.status === 'resolved' &&
    changes.status !== undefined &&
    ['open', 'waiting'].includes(changes.status)
  return {
    ...(isReply ? { first_reply_at: before.first_reply_at ?? at } : {}),
    ...(changes.handler === 'team' && !isReply ? { with_team_since: before.with_team_since ?? at } : {}),
    ...(kind === 'answer' && citations.length > 0 ? { answers: before.answers + 1 } : {}),
    ...(details.is_confirmed && before.answers > 0 ? { confirmed_at: before.confirmed_at ?? at } : {}),
    ...(isReopened
      ? { reopen_count: before.reopen_count + 1, reopened_at: at, previous_resolved_at: before.resolved_at }
      : {}),
  }
}

type Columns = ReturnType<typeof newConversation>
function changesBy(before: Columns, happening: SeedMessage): Partial<Columns> {
  const { author, kind, by, details = {} } = happening
  const at = iso(happening.at)
  const user_id = by && 'user_id' in by ? by.user_id : null
  if (kind === 'rating')
    return { rating: details.score ?? null, rating_comment: happening.body || null, rated_at: at }
  if (author === 'contact')
    return {
      status: 'open',
      resolved_at: null,
      resolved_by: null,
      waiting_since: before.handler === 'team' ? (before.waiting_since ?? at) : null,
    }
  if (happening.handler) return { handler: happening.handler }
  if (author === 'scenario' && kind === 'text') return {}
  if (kind === 'note')
    return { mentioned_ids: [...new Set([...before.mentioned_ids, ...(details.mentions ?? [])])] }
  if (happening.tag_id) return { tag_ids: [...new Set([...before.tag_ids, happening.tag_id])] }
  if (happening.team_id) return { team_id: happening.team_id }
  if (kind === 'answer') return { low_confidence_count: happening.low_confidence_count ?? 0 }
  if (kind === 'hand_over')
    return {
      handler: 'team',
      status: 'open',
      hand_over_at: at,
      hand_over_reason: details.reason ?? null,
      waiting_since: at,
    }
  if (kind === 'text')
    return {
      status: 'waiting',
      handler: 'team',
      waiting_since: null,
      resolved_at: null,
      resolved_by: null,
      assignee_id: before.assignee_id ?? user_id,
    }
  if (details.event === 'taken_over')
    return {
      handler: 'team',
      assignee_id: user_id,
      waiting_since: before.waiting_since ?? (before.status === 'open' ? at : null),
    }
  if (details.event === 'assigned') return { assignee_id: happening.assignee_id ?? null }
  if (details.event === 'handed_back') return { handler: 'assistant', assignee_id: null, waiting_since: null }
  if (details.status)
    return {
      status: details.status,
      resolved_at: details.status === 'resolved' ? at : null,
      resolved_by: details.status === 'resolved' ? resolverOf({ author, details }) : null,
      snoozed_until: happening.snoozed_until ? iso(happening.snoozed_until) : null,
      ...(details.status === 'open' ? {} : { waiting_since: null }),
    }
  return {}
}
