import { defineRoute } from '../api.ts'
import type { ReplyEmail } from './reply-mails.schema.ts'
import type { Targets } from '../sla/sla.ts'
import type * as schema from './reply-mails.schema.ts'

export type { ReplyEmail, LinkMessage, ReplyLink } from './reply-mails.schema.ts'

/*
 * Replies to a customer who has left are emailed. The text is included only if the customer's server has signed
 * the address; otherwise the email has only a link.
 */

export const getReplyEmail = defineRoute<typeof schema.getReplyEmail>()(
  'GET',
  '/api/integration/:integration_id/conversation/:conversation_id/reply-email',
)
export const applyTargetsToReplyEmail = (mail: ReplyEmail, { email_delay_min }: Targets): ReplyEmail =>
  mail.is_email_only ? mail : { ...mail, after_min: email_delay_min }
/**
 * Returns the conversation that a link in an email leads to. The token of a visitor tells whether the
 * conversation was started in this browser.
 * @throws Problem `invalid_input` on `token`: invalid or expired, or the conversation was deleted
 */
export const openReplyLink = defineRoute<typeof schema.openReplyLink>()('POST', '/api/reply-link/open')
/**
 * Sends a message as the customer of the conversation. Repeating the call changes nothing.
 * @throws Problem `invalid_input` on `token`: as in `openReplyLink`; on `body`: empty; on `id`: used for
 * another text
 */
export const sendLinkReply = defineRoute<typeof schema.sendLinkReply>()('POST', '/api/reply-link/message')
