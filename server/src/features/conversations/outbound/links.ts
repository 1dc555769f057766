import type { Secrets } from '#platform/secrets.ts'
import { namesIn, signed } from '#platform/signing.ts'
import type { Key } from '../store.ts'

/* Links in mails to customers. */

const wayBack_ms = 30 * 86_400_000

interface ContactKey {
  integration_id: string
  contact_id: string
}
/** Ends the mails of one workspace to one contact; it does not run out. */
export const stopToken = (secrets: Secrets, { integration_id, contact_id }: ContactKey): string =>
  signed(secrets, 'contact-mails', integration_id, contact_id)
export function contactOfToken(secrets: Secrets, token: string): ContactKey | undefined {
  const [integration_id, contact_id] = namesIn(secrets, 'contact-mails', token) ?? []
  return integration_id && contact_id ? { integration_id, contact_id } : undefined
}

/** Opens one conversation, in any browser, as whom it was begun with; for a month. */
export const wayBackToken = (
  secrets: Secrets,
  { integration_id, conversation_id }: Key,
  now: number,
): string => signed(secrets, 'way-back', integration_id, conversation_id, now + wayBack_ms)
export function conversationOfToken(secrets: Secrets, token: string, now: number): Key | undefined {
  const [integration_id, conversation_id, until] = namesIn(secrets, 'way-back', token) ?? []
  return integration_id && conversation_id && Number(until) > now
    ? { integration_id, conversation_id }
    : undefined
}
