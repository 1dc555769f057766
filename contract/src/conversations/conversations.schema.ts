import * as z from 'zod/mini'
import { Nothing, schemas } from '../api.schema.ts'
import { Contact } from '../contacts/contacts.schema.ts'
import { ScenarioSource } from '../contacts/scenario-source.schema.ts'
import { Id, Instant, Locale, Time } from '../fields.schema.ts'
import { FieldChanges, FieldValues } from '../filters/custom-fields.schema.ts'
import { ActiveScenario } from '../scenarios/active-scenario.schema.ts'
import { tagsPerConversationMax } from '../tags/tags.ts'
import {
  conversationStatuses,
  handlers,
  handOverReasons,
  priorities,
  resolverKinds,
} from './conversations.ts'
import { Rating } from './ratings.schema.ts'

export const ConversationStatus = z.enum(conversationStatuses)
export type ConversationStatus = z.infer<typeof ConversationStatus>
/** Who answers now. A member's reply always takes over. */
export const Handler = z.enum(handlers)
export type Handler = z.infer<typeof Handler>
export const HandOverReason = z.enum(handOverReasons)
export type HandOverReason = z.infer<typeof HandOverReason>

/** Who resolved a conversation; `unknown`: it was resolved before this was recorded. */
export const ResolvedBy = z.enum(resolverKinds)
export type ResolvedBy = z.infer<typeof ResolvedBy>

export const Priority = z.enum(priorities)
export type Priority = z.infer<typeof Priority>

export const Author = z.enum(['contact', 'member', 'assistant', 'scenario', 'system'])

export const Conversation = z.object({
  id: Id,
  integration_id: Id,
  /** 1, 2, … within the workspace. */
  number: z.int(),
  contact: Contact,
  subject: z.string(),
  status: ConversationStatus,
  handler: Handler,
  assignee_id: z.nullable(Id),
  /** The assigned team, with or without an assigned member. May be the id of a deleted team. */
  team_id: z.nullable(Id),
  priority: Priority,
  /** In the order in which they were added. Ids of deleted tags are ignored. */
  tag_ids: z.array(Id),
  /** Values of custom fields. Ids of deleted fields are ignored. */
  fields: FieldValues,
  /** The scenarios that set current values, by the id of the custom field. Ids of deleted fields are ignored. */
  field_sources: z.record(z.string(), ScenarioSource),
  /** Members mentioned in notes. */
  mentioned_ids: z.array(Id),
  locale: Locale,
  /** Highest `seq` of the conversation's messages, as the team sees them. */
  last_seq: z.int(),
  /** When the last message was sent or the snooze expired, whichever is later. Lists are sorted by it. */
  last_message_at: Time,
  last_message_preview: z.string(),
  /** Whether the last message is a note, which only the team sees. */
  last_message_is_note: z.boolean(),
  /** The author of the last message; null if there are no messages. */
  last_message_author: z.nullable(Author),
  /** Null unless the author is a member. */
  last_message_author_id: z.nullable(Id),
  /** When the customer started waiting for the team; null if they aren't waiting. */
  waiting_since: z.nullable(Time),
  /** When a reply is due; null if none is due or the SLA clock is paused. */
  due_at: z.nullable(Time),
  /**
   * The earlier conversation that this one continues, if that one was resolved too long ago to be reopened.
   */
  follows_id: z.nullable(Id),
  /** The conversation that now contains its messages; null if it wasn't merged. */
  merged_into_id: z.nullable(Id),
  merged_into_number: z.nullable(z.int()),
  hand_over_at: z.nullable(Time),
  hand_over_reason: z.nullable(HandOverReason),
  snoozed_until: z.nullable(Time),
  /** `seq` of the entry that ended its last snooze. */
  unsnoozed_seq: z.nullable(z.int()),
  resolved_at: z.nullable(Time),
  /** Null if it isn't resolved. */
  resolved_by: z.nullable(ResolvedBy),
  /** When a member first replied to the customer. */
  first_reply_at: z.nullable(Time),
  /** How often it was reopened after being resolved. */
  reopen_count: z.int(),
  rating: z.nullable(Rating),
  /** Number of scheduled replies. */
  scheduled_count: z.int(),
  /** The page from which the customer first wrote. */
  page_url: z.nullable(z.string()),
  /** Created on the preview page. */
  is_test: z.boolean(),
  /** `seq` of the last message that the customer has seen. */
  visitor_seen_seq: z.int(),
  /**
   * `seq` of the last message that one of the customer's browsers has received; at least `visitor_seen_seq`.
   */
  visitor_delivered_seq: z.int(),
  created_at: Time,
  /** Incremented on every change, so older events never overwrite newer data. */
  version: z.int(),
})
export type Conversation = z.infer<typeof Conversation>
/** A row of the inbox: the conversation with the reading member's unread count and the scenario that replies. */
export const InboxRow = z.extend(Conversation, {
  seen_seq: z.int(),
  /** Absent if no scenario replies. */
  active_scenario: z.optional(ActiveScenario),
})
export type InboxRow = z.infer<typeof InboxRow>
/** A row without what depends on the member who sees it. */
export type SharedRow = Omit<InboxRow, 'seen_seq'>
export const getConversation = schemas({
  output: InboxRow,
  problems: ['not_found'],
})
export const takeOver = schemas({
  output: Conversation,
  problems: ['not_found', 'forbidden'],
})
export const handBack = schemas({
  output: Conversation,
  problems: ['not_found', 'forbidden'],
})
export const setStatus = schemas({
  input: z.object({
    status: ConversationStatus,
    snoozed_until: z.optional(Instant),
    fields: z.optional(FieldChanges),
  }),
  output: Conversation,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const assignConversation = schemas({
  input: z.object({ assignee_id: z.nullable(Id) }),
  output: Conversation,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const assignTeam = schemas({
  input: z.object({ team_id: z.nullable(Id) }),
  output: Conversation,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const setTags = schemas({
  input: z.object({
    add: z._default(z.array(Id).check(z.maxLength(tagsPerConversationMax)), []),
    remove: z._default(z.array(Id).check(z.maxLength(tagsPerConversationMax)), []),
  }),
  output: Conversation,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const setPriority = schemas({
  input: z.object({ priority: Priority }),
  output: Conversation,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const markSeen = schemas({
  input: z.object({ seq: z.int().check(z.gte(0)) }),
  output: Nothing,
  problems: ['not_found'],
})
export const markUnread = schemas({
  output: z.object({ seen_seq: z.int() }),
  problems: ['not_found'],
})
/** The row for every member: without the read cursor, which each has. */
export const conversationChanged = z.omit(InboxRow, { seen_seq: true })
