import * as z from 'zod/mini'
import { schemas } from '../api.schema.ts'
import { Author, MessageBody } from './conversations.schema.ts'
import { Id, Locale, Time } from '../fields.schema.ts'

/** What happens with a reply while its customer is away. */
export const ReplyMail = z.object({
  contact_id: Id,
  /** The chat is open in a browser of theirs. */
  is_here: z.boolean(),
  /** Where replies are emailed; null: the customer gave no address in this conversation. */
  email: z.nullable(z.string()),
  /** The email contains the reply; otherwise a link to it. */
  has_text: z.boolean(),
  is_unsubscribed: z.boolean(),
  /** Null: replies aren't emailed. */
  after_min: z.nullable(z.int()),
  /** Can only be reached by email, so the workspace's setting doesn't apply. */
  is_mail_only: z.boolean(),
})
export type ReplyMail = z.infer<typeof ReplyMail>
export const getReplyMail = schemas({
  output: ReplyMail,
  problems: ['not_found'],
})

const LinkToken = z.string().check(z.maxLength(300))
/** A message as a link in an email shows it: without pictures, files or ids of people. */
export const LinkMessage = z.object({
  id: Id,
  author: Author,
  /** As customers know them; null for the assistant and for the customer. */
  author_name: z.nullable(z.string()),
  body: z.string(),
  file_names: z.array(z.string()),
  sent_at: Time,
})
export type LinkMessage = z.infer<typeof LinkMessage>
export const ReplyLink = z.object({
  /** The conversation, in the browser that began it: there it is shown in the chat. */
  own_conversation_id: z.nullable(Id),
  /** Shown everywhere else. */
  messages: z.array(LinkMessage),
  /** Earlier messages are shown too. */
  is_whole: z.boolean(),
  /** Where the whole conversation is, in the browser that began it. */
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
