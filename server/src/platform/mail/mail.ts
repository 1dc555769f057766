import type { FieldCode } from '@ozvi/contract'

export interface Mail {
  /** The same for every delivery attempt, so that a repeated one is recognizable (REL-23). */
  message_id: string
  to: string
  subject: string
  text: string
  html: string
  /** Ids of the contacts and conversations it says something of: it is deleted with them. */
  about?: readonly string[] | undefined
  /** Unsubscribes from mails of this kind with one POST (RFC 8058). */
  unsubscribe_url?: string | undefined
}

/**
 * Why a mail is sent, which decides the limits it counts toward.
 *
 * - `account`: links that anyone can request for an address, such as a password reset or an invitation
 * - `notice`: what has happened to a member's own account or workspaces
 * - `customer`: from a workspace to one of its contacts
 */
export type MailKind = 'account' | 'notice' | 'customer'
/** The workspace a customer mail is sent for, how many it can send in 24 hours, and what is said when it has. */
export interface MailSender {
  key: string
  daily_max: number
  refusal: FieldCode
}
/** The limit that refused a mail: of its address, of its workspace, or of the whole installation. */
export type MailLimit = 'recipient' | 'sender' | 'installation'
export interface MailRefusal {
  is_queued: false
  limit: MailLimit
  /** The text of the refusal, and the figure in it. */
  code: FieldCode
  max: number
  /** Seconds until a retry can succeed. */
  retry_after_s: number
}

export type OutgoingMail = Mail &
  ({ kind: 'account' | 'notice'; sender?: undefined } | { kind: 'customer'; sender: MailSender })
export type MailOutcome = { is_queued: true } | MailRefusal
