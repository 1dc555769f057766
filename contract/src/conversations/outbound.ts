import { defineRoute } from '../api.ts'
import { day_ms } from '../durations.ts'
import type * as schema from './outbound.schema.ts'

/*
 * Conversations started by the team. They appear in the contact's chat; each reply is emailed with a return
 * link if the contact isn't online.
 */

/**
 * Starts an empty conversation with a contact and assigns it to the caller. Its first message is sent like
 * any reply; no one is notified before that. The caller chooses the id; a repeated call returns the existing
 * conversation.
 * @throws Problem `invalid_input` on `contact_id`: unreachable or blocked
 * @throws Problem `rate_limited` on `contact_id`: reachable only by email, and the daily quota is used up
 */
export const startConversation = defineRoute<typeof schema.startConversation>()(
  'POST',
  '/api/integration/:integration_id/contact/:contact_id/conversation',
)
/** A conversation that is still empty after this time is deleted with its number. */
export const emptyConversationTtl_ms = day_ms

/**
 * Unsubscribes a contact from the emails of a workspace, with the link in one of them. Needs no session.
 * @throws Problem `invalid_input` on `token`: not valid
 */
export const unsubscribeContactEmails = defineRoute<typeof schema.unsubscribeContactEmails>()(
  'POST',
  '/api/contact-mails/stop',
)

interface Reached {
  email: string | null
  has_browser: boolean
  unsubscribed_at: string | null
}
/** How a contact can be messaged first; both are false if they can't be. */
export const channelsTo = ({ email, has_browser, unsubscribed_at }: Reached) => ({
  via_chat: has_browser,
  via_email: email !== null && unsubscribed_at === null,
})
