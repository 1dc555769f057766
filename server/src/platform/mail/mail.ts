import type { FieldCode } from '@ozvi/contract'

export interface Mail {
  /** The same for every delivery attempt, so duplicates can be recognized (REL-23). */
  message_id: string
  to: string
  subject: string
  text: string
  html: string
  /** Ids of the contacts and conversations it is about: it is deleted with them. */
  about?: readonly string[] | undefined
  /** Unsubscribes from emails of this kind with one POST (RFC 8058). */
  unsubscribe_url?: string | undefined
}

/**
 * The purpose of an email, which determines its limits.
 *
 * - `account`: links that anyone can request for an address, such as a password reset or an invitation
 * - `notice`: events of a member's own account or workspaces
 * - `customer`: from a workspace to one of its contacts
 * - `transcript`: a conversation that a visitor wants emailed; anyone can enter another person's address
 */
export type MailKind = 'account' | 'notice' | 'customer' | 'transcript'
/** The workspace of an email to a customer, its quota in 24 hours, and the code of the error when it is used up. */
export interface MailSender {
  key: string
  daily_max: number
  limit_code: FieldCode
}
/** The limit that was exceeded: of the address, the workspace, or the whole installation. */
export type MailLimit = 'recipient' | 'sender' | 'installation'
export interface MailError {
  is_queued: false
  limit: MailLimit
  /** Code of the error message, and the number in it. */
  code: FieldCode
  max: number
  /** Seconds until a retry can succeed. */
  retry_after_s: number
}

export type OutgoingMail = Mail &
  (
    | { kind: 'account' | 'notice'; sender?: undefined }
    | { kind: 'customer' | 'transcript'; sender: MailSender }
  )
export type MailOutcome = { is_queued: true } | MailError
