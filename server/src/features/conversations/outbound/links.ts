import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '#platform/secrets.ts'

/*
 * Links in mails to customers. Each names what it is for and is signed with a key of its own: nothing is stored, and
 * whoever has one can do that and no more.
 */

const wayBack_ms = 30 * 86_400_000
const macOf = (secrets: Secrets, purpose: string, named: string) =>
  createHmac('sha256', secrets.derive(purpose)).update(named).digest()
const signed = (secrets: Secrets, purpose: string, named: string): string =>
  `${named}.${macOf(secrets, purpose, named).toString('base64url')}`

const shape = /^([0-9a-f-]{36})\.([0-9a-f-]{36})((?:\.\d{1,16})?)\.([\w-]{43})$/
function read(secrets: Secrets, purpose: string, token: string) {
  const [, integration_id = '', id = '', until = '', mac = ''] = shape.exec(token) ?? []
  if (!mac) return undefined
  const named = `${integration_id}.${id}${until}`
  if (!timingSafeEqual(Buffer.from(mac, 'base64url'), macOf(secrets, purpose, named))) return undefined
  return { integration_id, id, until: Number(until.slice(1)) }
}

/** Ends the mails of one workspace to one contact; it does not run out. */
export const stopToken = (
  secrets: Secrets,
  { integration_id, contact_id }: { integration_id: string; contact_id: string },
): string => signed(secrets, 'contact-mails', `${integration_id}.${contact_id}`)
export function contactOfToken(secrets: Secrets, token: string) {
  const found = read(secrets, 'contact-mails', token)
  return found && { integration_id: found.integration_id, contact_id: found.id }
}

/** Opens one conversation, in any browser, as whom it was begun with; for a month. */
export const wayBackToken = (
  secrets: Secrets,
  { integration_id, conversation_id }: { integration_id: string; conversation_id: string },
  now: number,
): string => signed(secrets, 'way-back', `${integration_id}.${conversation_id}.${now + wayBack_ms}`)
export function conversationOfToken(secrets: Secrets, token: string, now: number) {
  const found = read(secrets, 'way-back', token)
  return found && found.until > now
    ? { integration_id: found.integration_id, conversation_id: found.id }
    : undefined
}
