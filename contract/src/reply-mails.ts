import * as z from 'zod/mini'
import { Author, MessageBody } from './conversations/conversations.ts'
import { Id, Locale, Time } from './fields.ts'
import { route } from './api.ts'
import type { Targets } from './sla.ts'
import { visitorCalls } from './visitor-calls.ts'

/*
 * Replies to a customer who has left are emailed. The text is included only if the customer's server has signed
 * the address; otherwise the email has only a link.
 */

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
export const getReplyMail = route({
  method: 'GET',
  path: '/api/integration/:integration_id/conversation/:conversation_id/reply-mail',
  output: ReplyMail,
  problems: ['not_found'],
})
export const applyTargetsToReplyMail = (mail: ReplyMail, { mail_after_min }: Targets): ReplyMail =>
  mail.is_mail_only ? mail : { ...mail, after_min: mail_after_min }

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
/**
 * The target of an email link. A visitor's token tells whether the conversation was started in this browser.
 * @throws Problem `invalid_input` on `token`: invalid or expired, or the conversation was deleted
 */
export const openReplyLink = route({
  ...visitorCalls.openReplyLink,
  input: z.object({ token: LinkToken }),
  output: ReplyLink,
  problems: ['invalid_input'],
})
/**
 * Sends a message as the customer of the conversation; repeating it is harmless.
 *
 * @throws Problem `invalid_input` on `token`, as above; on `body`: empty; on `id`: used before for another text
 */
export const sendLinkReply = route({
  ...visitorCalls.sendLinkReply,
  input: z.object({ token: LinkToken, id: Id, body: MessageBody, locale: Locale }),
  output: LinkMessage,
  problems: ['invalid_input', 'blocked'],
})
