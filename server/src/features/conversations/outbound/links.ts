import { day_ms } from '@ozvi/contract'
import { recipientHash } from '#platform/mail/index.ts'
import { derivedId } from '#platform/secrets/derived-id.ts'
import type { Secrets } from '#platform/secrets/secrets.ts'
import { namesIn, signed } from '#platform/secrets/signing.ts'
import type { Key } from '../record/store.ts'

/* Signed links in emails to customers. */

const expires_ms = 30 * day_ms

interface ContactKey {
  integration_id: string
  contact_id: string
}
export interface TranscriptStop {
  integration_id: string
  recipient_id: string
}
/** Unsubscribes one contact from the emails of one workspace. Never expires. */
export const unsubscribeToken = (secrets: Secrets, { integration_id, contact_id }: ContactKey): string =>
  signed(secrets, 'contact-mails', integration_id, contact_id)
export function contactOfToken(secrets: Secrets, token: string): ContactKey | undefined {
  const [integration_id, contact_id] = namesIn(secrets, 'contact-mails', token) ?? []
  return integration_id && contact_id ? { integration_id, contact_id } : undefined
}

/** Identifies an address without naming it. */
export const recipientIdOf = (secrets: Secrets, email: string): string =>
  derivedId(recipientHash(secrets, email).toString('hex'))
/** Stops transcripts of one workspace to one address. Never expires. */
export const stopTranscriptsToken = (
  secrets: Secrets,
  { integration_id, recipient_id }: TranscriptStop,
): string => signed(secrets, 'transcript-mails', integration_id, recipient_id)
export function transcriptStopOf(secrets: Secrets, token: string): TranscriptStop | undefined {
  const [integration_id, recipient_id] = namesIn(secrets, 'transcript-mails', token) ?? []
  return integration_id && recipient_id ? { integration_id, recipient_id } : undefined
}

/** Opens one conversation in any browser as its original contact. Expires after 30 days. */
export const returnToken = (
  secrets: Secrets,
  { integration_id, conversation_id }: Key,
  now: number,
): string => signed(secrets, 'way-back', integration_id, conversation_id, now + expires_ms)
export function conversationOfToken(secrets: Secrets, token: string, now: number): Key | undefined {
  const [integration_id, conversation_id, until] = namesIn(secrets, 'way-back', token) ?? []
  return integration_id && conversation_id && Number(until) > now
    ? { integration_id, conversation_id }
    : undefined
}

/** Purposes of a reply link: with or without the earlier messages of the conversation. */
const fullPurpose = 'reply-link-whole'
const repliesPurpose = 'reply-link'
export interface ReplyLinkNames extends Key {
  /** When the first reply shown by the link was sent, in ms. A merge changes `seq` but not times. */
  from_ms: number
  has_history: boolean
}
/** Shows the replies of one conversation and a reply box without a session. Expires after 30 days. */
export const replyLinkToken = (
  secrets: Secrets,
  { integration_id, conversation_id, from_ms, has_history }: ReplyLinkNames,
  now: number,
): string =>
  signed(
    secrets,
    has_history ? fullPurpose : repliesPurpose,
    integration_id,
    conversation_id,
    now + expires_ms,
    from_ms,
  )
export function replyLinkOf(secrets: Secrets, token: string, now: number): ReplyLinkNames | undefined {
  const whole = namesIn(secrets, fullPurpose, token)
  const [integration_id, conversation_id, until, from] =
    whole ?? namesIn(secrets, repliesPurpose, token) ?? []
  return integration_id && conversation_id && from && Number(until) > now
    ? { integration_id, conversation_id, from_ms: Number(from), has_history: whole !== undefined }
    : undefined
}
