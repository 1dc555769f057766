import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '#platform/secrets.ts'
import type { MemberKey } from './store.ts'

const macOf = (secrets: Secrets, named: string) =>
  createHmac('sha256', secrets.derive('notification-mails')).update(named).digest()

/** Ends the mails of one member about one workspace, and does nothing else; it does not run out. */
export function mailToken(secrets: Secrets, { integration_id, user_id }: MemberKey): string {
  const named = `${integration_id}.${user_id}`
  return `${named}.${macOf(secrets, named).toString('base64url')}`
}

const shape = /^([0-9a-f-]{36})\.([0-9a-f-]{36})\.([\w-]{43})$/
export function memberOfToken(secrets: Secrets, token: string): MemberKey | undefined {
  const [, integration_id = '', user_id = '', mac = ''] = shape.exec(token) ?? []
  if (!mac) return undefined
  const isOurs = timingSafeEqual(
    Buffer.from(mac, 'base64url'),
    macOf(secrets, `${integration_id}.${user_id}`),
  )
  return isOurs ? { integration_id, user_id } : undefined
}
