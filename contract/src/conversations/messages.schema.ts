import * as z from 'zod/mini'
import { Nothing, queryInt, schemas } from '../api.schema.ts'
import { Citation } from '../assistant/citations.schema.ts'
import { Id, Instant, Time, visibleText } from '../fields.schema.ts'
import { Attachment } from '../files/files.schema.ts'
import { fileLimits } from '../files/files.ts'
import { messageCharsMax } from './messages.ts'
import { Author } from './conversations.schema.ts'
import { MessageDetails } from './message-details.schema.ts'

export const MessageKind = z.enum(['text', 'answer', 'note', 'event', 'hand_over', 'ai_notice', 'rating'])
export type MessageKind = z.infer<typeof MessageKind>

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
/**
 * A page of a thread in `seq` order: the newest entries, those after `after_seq`, or those before `before_seq`.
 * With `after_seq`, older messages changed by the new entries come first, in their current state.
 */
export const messagePage = z.object({
  after_seq: z.optional(z.coerce.number().check(z.int32(), z.gte(0))),
  before_seq: z.optional(z.coerce.number().check(z.int32(), z.gte(1))),
  limit: queryInt(1, 200, 50),
})
export const listMessages = schemas({
  input: messagePage,
  output: z.array(Message),
  problems: ['not_found', 'invalid_input'],
})
/** Empty only if there are files. */
export const MessageBody = visibleText(0, messageCharsMax)
/** Files uploaded by the sender, or those of one of the team's canned replies. */
export const MessageFiles = z._default(z.array(Id).check(z.maxLength(fileLimits.files_max)), [])
/**
 * When the author finished writing, by their clock; their draft up to that time is sent with it. Defaults to
 * now.
 */
export const ComposedAt = z.optional(Instant)
/** The newest entry that the author has seen. Rejected if a teammate has replied to the customer since. */
export const SeenSeq = z.optional(z.int32().check(z.gte(0)))
/** The message that this one replies to. It must be in the same conversation, and visible to the author. */
export const ReplyTo = z.optional(Id)
/** A `text` reaches the customer and takes the conversation over; a `note` stays with the team. */
export const sendMessage = schemas({
  input: z.object({
    id: Id,
    body: MessageBody,
    file_ids: MessageFiles,
    kind: z._default(z.enum(['text', 'note']), 'text'),
    composed_at: ComposedAt,
    reply_to: ReplyTo,
    seen_seq: SeenSeq,
  }),
  output: Message,
  problems: ['not_found', 'forbidden', 'invalid_input', 'rate_limited'],
})
export const setTyping = schemas({
  input: z.object({ is_typing: z.boolean() }),
  output: Nothing,
  problems: ['not_found', 'forbidden'],
})
export const messageSent = Message
export const messageChanged = Message
export const Seen = z.object({ conversation_id: Id, side: z.enum(['team', 'visitor']), seq: z.int() })
export type Seen = z.infer<typeof Seen>
export const messagesSeen = Seen
/** The last message that a browser of the customer has received. */
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
