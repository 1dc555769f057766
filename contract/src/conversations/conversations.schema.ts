import * as z from 'zod/mini'
import { Nothing, queryInt, schemas } from '../api.schema.ts'
import { Citation } from '../assistant/citations.schema.ts'
import { Contact } from '../contacts/contacts.schema.ts'
import { Id, Instant, Locale, text, Time } from '../fields.schema.ts'
import { Attachment } from '../files/files.schema.ts'
import { fileLimits } from '../files/files.ts'
import { FieldChanges, FieldValue, FieldValues } from '../filters/custom-fields.schema.ts'
import { formFieldKinds, formFieldsMax } from '../scenarios/flow.ts'
import { scenarioRunStatuses } from '../scenarios/scenarios.ts'
import { tagsPerConversationMax } from '../tags/tags.ts'
import { AssignmentMode } from '../users/teams.schema.ts'
import {
  buttonIdCharsMax,
  conversationStatuses,
  formValueCharsMax,
  handlers,
  handOverReasons,
  messageCharsMax,
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
  /** Members mentioned in notes. */
  mentioned_ids: z.array(Id),
  locale: Locale,
  /** Highest `seq` of the conversation's messages, as the team sees them. */
  last_seq: z.int(),
  /** When the last message was sent or the snooze expired, whichever is later. Lists are sorted by it. */
  last_message_at: Time,
  last_message_preview: z.string(),
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
/** A row of the inbox: the conversation and how much of it the reading member has not seen. */
export const InboxRow = z.extend(Conversation, { seen_seq: z.int() })
export type InboxRow = z.infer<typeof InboxRow>

export const MessageKind = z.enum(['text', 'answer', 'note', 'event', 'hand_over', 'ai_notice', 'rating'])
export type MessageKind = z.infer<typeof MessageKind>
/** Why a reply to a customer who is away was not emailed. */
export const NotMailed = z.enum(['no_address', 'unsubscribed', 'limit', 'resolved'])
export type NotMailed = z.infer<typeof NotMailed>
/** Id of a button, unique within its message. */
export const ButtonId = z.string().check(z.minLength(1), z.maxLength(buttonIdCharsMax))
/** A reply the customer can choose instead of typing. */
export const MessageButton = z.object({ id: ButtonId, text: z.string() })
export type MessageButton = z.infer<typeof MessageButton>

/** A field of a form that the customer is asked to fill in. */
export const MessageFormField = z.object({
  id: ButtonId,
  kind: z.enum(formFieldKinds),
  text: z.string(),
  is_required: z.boolean(),
  /** For `choice`. */
  choices: z.array(MessageButton),
  /** Shown only if an earlier field has this value: the id of a choice, or `yes` for a consent. */
  shown_if: z.nullable(z.object({ field_id: ButtonId, value: z.string() })),
})
export type MessageFormField = z.infer<typeof MessageFormField>
/** Answers by the id of the field: a text, the id of a choice, or whether consent is given. */
export const MessageFormValues = z
  .record(ButtonId, z.union([z.string().check(z.maxLength(formValueCharsMax)), z.boolean()]))
  .check(z.refine((values) => Object.keys(values).length <= formFieldsMax, 'choice_invalid'))

export type MessageFormValues = z.infer<typeof MessageFormValues>

/** An image of a scenario. */
export const MessageImage = z.object({
  /** The path on this installation where anyone can read it. */
  path: z.string(),
  /** In pixels. */
  width: z.int(),
  height: z.int(),
  /** What it shows, for those who don't see it. */
  alt: z.string(),
})
export type MessageImage = z.infer<typeof MessageImage>
/** A card of a scenario. Without `url`, a button is a reply to choose. */
export const MessageCard = z.object({
  id: ButtonId,
  image: z.nullable(MessageImage),
  title: z.string(),
  text: z.string(),
  buttons: z.array(z.object({ id: ButtonId, text: z.string(), url: z.nullable(z.string()) })),
})
export type MessageCard = z.infer<typeof MessageCard>

/** Structured data of a message, in addition to its text. */
export const MessageDetails = z.object({
  event: z.optional(
    z.enum([
      'started',
      'taken_over',
      'handed_back',
      'status_changed',
      'assigned',
      'handed_out',
      'team_assigned',
      'subject_changed',
      'tags_changed',
      'priority_changed',
      'fields_changed',
      'overdue',
      'timed_out',
      'woken_by_clock',
      'woken_by_customer',
      'reopened',
      'confirmed',
      'follows',
      'message_edited',
      'message_deleted',
      'message_restored',
      'merged',
      'merged_into',
      'unmerged',
      'split_off',
      'split_from',
      'reply_mailed',
      'reply_not_mailed',
      'scenario_started',
      'scenario_paused',
      'scenario_resumed',
      'scenario_ended',
    ]),
  ),
  /** The message that this one replies to. It may have moved to another conversation. */
  reply_to: z.optional(Id),
  /** Replies offered to the customer as buttons. */
  buttons: z.optional(z.array(MessageButton)),
  /** The button that the customer chose, from the message in `reply_to`. */
  button_id: z.optional(ButtonId),
  image: z.optional(MessageImage),
  /** One card, or several side by side; the text of the message says the same. */
  cards: z.optional(z.array(MessageCard)),
  /** Fields that the customer can fill in. */
  form: z.optional(z.array(MessageFormField)),
  /** What the customer filled in, in the form of the message in `reply_to`. */
  form_values: z.optional(MessageFormValues),
  /** The scenario and the step that sent the message or caused the event, with their names at that time. */
  scenario: z.optional(
    z.object({
      id: Id,
      name: z.string(),
      run_id: Id,
      /** Empty if no step caused it. */
      step_id: z.string(),
      /** The position of the step in the flow, from 1. */
      step_number: z.optional(z.int()),
      step_title: z.optional(z.string()),
    }),
  ),
  /** How the run of `scenario` ended. */
  run_status: z.optional(z.enum(scenarioRunStatuses)),
  /** The message that was edited, deleted or restored. */
  target_id: z.optional(Id),
  status: z.optional(ConversationStatus),
  priority: z.optional(Priority),
  /** Members mentioned in a note. */
  mentions: z.optional(z.array(Id)),
  /** The conversation that this one continues. */
  follows_id: z.optional(Id),
  follows_number: z.optional(z.int()),
  /** The other conversation of a merge or split. */
  other_id: z.optional(Id),
  other_number: z.optional(z.int()),
  /** The merge, which can be undone for a while. */
  merge_id: z.optional(Id),
  /** Names of tags at that time. */
  tags_added: z.optional(z.array(z.string())),
  tags_removed: z.optional(z.array(z.string())),
  /** Names of custom fields at that time. */
  fields: z.optional(
    z.array(z.object({ label: z.string(), before: z.nullable(FieldValue), after: z.nullable(FieldValue) })),
  ),
  assignee_name: z.optional(z.nullable(z.string())),
  team_name: z.optional(z.nullable(z.string())),
  /** The assignment mode that selected the assignee. */
  assignment_mode: z.optional(AssignmentMode),
  reason: z.optional(HandOverReason),
  /** Visible to the team only. */
  summary: z.optional(z.string()),
  /** `may_help`: the assistant wasn't sure of the answer. */
  band: z.optional(z.enum(['answer', 'may_help'])),
  confidence: z.optional(z.number()),
  /** Whether this is the assistant's reply to a customer who said thanks. */
  is_confirmed: z.optional(z.boolean()),
  /** Name of the rule that caused the event, at that time. */
  rule_name: z.optional(z.string()),
  /** Whether the customer of an outbound conversation can be reached in the chat. */
  via_chat: z.optional(z.boolean()),
  via_email: z.optional(z.boolean()),
  /** The address that a reply was emailed to. */
  mailed_to: z.optional(z.string()),
  /** Whether the email contains the reply, not only a link to it. */
  has_text: z.optional(z.boolean()),
  not_mailed: z.optional(NotMailed),
  /** Sent from a link in an email that was opened in another browser than the customer's. */
  by_link: z.optional(z.boolean()),
  /** Rating from 1 to 5. */
  score: z.optional(z.int()),
})
export type MessageDetails = z.infer<typeof MessageDetails>

/** How a message was changed after it was sent. */
export const MessageChange = z.object({
  /** 1, 2, … on every change, so older events never overwrite newer data. */
  version: z.int(),
  is_edited: z.boolean(),
  /** Whether its text and files are deleted. */
  is_deleted: z.boolean(),
  at: Time,
  by_id: Id,
  by_name: z.string(),
})
export type MessageChange = z.infer<typeof MessageChange>

export const Message = z.object({
  /** Chosen by the sender, so that retries are safe. Unique per conversation and author. */
  id: Id,
  conversation_id: Id,
  /** Numbers the messages of a conversation from 1, without gaps. Numbers are never reused. */
  seq: z.int(),
  /**
   * `seq` of the previous entry visible to the same audience, or 0 for the first. A first entry with a `seq`
   * above 1 means that the thread was renumbered and cached entries are invalid.
   */
  prev: z.int(),
  author: Author,
  author_id: z.nullable(Id),
  author_name: z.nullable(z.string()),
  kind: MessageKind,
  /** Markdown, at most `messageCharsMax` characters; empty if the message has only files. */
  body: z.string(),
  attachments: z.array(Attachment),
  citations: z.array(Citation),
  details: MessageDetails,
  /** Null if the message hasn't changed since it was sent. */
  change: z.nullable(MessageChange),
  sent_at: Time,
})
export type Message = z.infer<typeof Message>
export const getConversation = schemas({
  output: InboxRow,
  problems: ['not_found'],
})
/**
 * A page of a thread in `seq` order: the newest entries, those after `after_seq`, or those before `before_seq`.
 * With `after_seq`, older messages changed by the new entries come first, in their current state.
 */
export const messagePage = z.object({
  after_seq: z.optional(z.coerce.number().check(z.int(), z.gte(0))),
  before_seq: z.optional(z.coerce.number().check(z.int(), z.gte(1))),
  limit: queryInt(1, 200, 50),
})
export const listMessages = schemas({
  input: messagePage,
  output: z.array(Message),
  problems: ['not_found', 'invalid_input'],
})
/** Empty only if there are files. */
export const MessageBody = text(0, messageCharsMax)
/** Files uploaded by the sender, or those of one of the team's canned replies. */
export const MessageFiles = z._default(z.array(Id).check(z.maxLength(fileLimits.files_max)), [])
/**
 * When the author finished writing, by their clock; their draft up to that time is sent with it. Defaults to
 * now.
 */
export const WrittenAt = z.optional(Instant)
/** A `text` reaches the customer and takes the conversation over; a `note` stays with the team. */
/** The newest entry that its writer has seen: refused where a colleague has replied to the customer since. */
export const SeenSeq = z.optional(z.int().check(z.gte(0)))
/** The message that is answered to: one of the same conversation, and for the customer one that they can see. */
export const ReplyTo = z.optional(Id)
export const sendMessage = schemas({
  input: z.object({
    id: Id,
    body: MessageBody,
    file_ids: MessageFiles,
    kind: z._default(z.enum(['text', 'note']), 'text'),
    written_at: WrittenAt,
    reply_to: ReplyTo,
    seen_seq: SeenSeq,
  }),
  output: Message,
  problems: ['not_found', 'forbidden', 'invalid_input', 'rate_limited'],
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
export const setTyping = schemas({
  input: z.object({ is_typing: z.boolean() }),
  output: Nothing,
  problems: ['not_found', 'forbidden'],
})
export const messageSent = Message
export const messageChanged = Message
export const conversationChanged = Conversation
export const Seen = z.object({ conversation_id: Id, side: z.enum(['team', 'visitor']), seq: z.int() })
export type Seen = z.infer<typeof Seen>
export const messagesSeen = Seen
/** Up to here a browser of the customer has received the thread. */
export const Delivered = z.object({ conversation_id: Id, seq: z.int() })
export type Delivered = z.infer<typeof Delivered>
export const messagesDelivered = Delivered
export const Typing = z.object({
  conversation_id: Id,
  side: z.enum(['team', 'visitor', 'assistant']),
  /** The name that the recipient may see; null for a visitor without a name. */
  name: z.nullable(z.string()),
  author_id: z.nullable(Id),
  is_typing: z.boolean(),
})
export type Typing = z.infer<typeof Typing>
export const typingChanged = Typing
