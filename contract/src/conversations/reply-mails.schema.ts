import * as z from 'zod/mini'
import { schemas } from '../api.schema.ts'
import { Author } from './conversations.schema.ts'
import { MessageBody } from './messages.schema.ts'
import { Id, Locale, Time } from '../fields.schema.ts'

/** How a reply reaches a customer who is away. */
export const ReplyEmail = z.object({
  contact_id: Id,
  /** Whether the customer has the chat open in a browser. */
  is_online: z.boolean(),
  /** The address that replies are emailed to; null if the customer gave none in this conversation. */
  email: z.nullable(z.string()),
  /** Whether the email contains the reply; otherwise it contains a link to it. */
  has_text: z.boolean(),
  is_unsubscribed: z.boolean(),
  /** Null if replies aren't emailed. */
  after_min: z.nullable(z.int()),
  /** Whether the customer can only be reached by email, so that the workspace's setting doesn't apply. */
  is_email_only: z.boolean(),
})
export type ReplyEmail = z.infer<typeof ReplyEmail>
export const getReplyEmail = schemas({
  output: ReplyEmail,
  problems: ['not_found'],
})

const LinkToken = z.string().check(z.maxLength(300))
/** A message on the page behind an email link: without pictures, files or ids of people. */
export const LinkMessage = z.object({
  id: Id,
  author: Author,
  /** The name that customers see; null for the assistant and for the customer. */
  author_name: z.nullable(z.string()),
  body: z.string(),
  file_names: z.array(z.string()),
  sent_at: Time,
})
export type LinkMessage = z.infer<typeof LinkMessage>
export const ReplyLink = z.object({
  /** The conversation, if this browser started it and shows it in the chat. */
  own_conversation_id: z.nullable(Id),
  /** For other browsers, which don't show the conversation in the chat. */
  messages: z.array(LinkMessage),
  /** Whether earlier messages are included. */
  has_history: z.boolean(),
  /** The page where the browser that started the conversation shows all of it. */
  site_url: z.string(),
})
export type ReplyLink = z.infer<typeof ReplyLink>
export const openReplyLink = schemas({
  input: z.object({ token: LinkToken }),
  output: ReplyLink,
  problems: ['invalid_input'],
})
export const sendLinkReply = schemas({
  input: z.object({ token: LinkToken, id: Id, body: MessageBody, locale: Locale }),
  output: LinkMessage,
  problems: ['invalid_input', 'blocked'],
})
