import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secrets } from './secrets.ts'

/*
 * Signed links in emails name their purpose, with a separate key per purpose: nothing is stored, and a link
 * can't be used for anything else.
 */

const signatureOf = (secrets: Secrets, purpose: string, payload: string) =>
  createHmac('sha256', secrets.derive(purpose)).update(payload).digest('base64url')

/** @param names two ids, and up to two numbers, such as a time in ms when it expires */
export function signed(secrets: Secrets, purpose: string, ...names: (string | number)[]): string {
  const payload = names.join('.')
  return `${payload}.${signatureOf(secrets, purpose, payload)}`
}

const shape = /^([0-9a-f-]{36}\.[0-9a-f-]{36}(?:\.\d{1,16}){0,2})\.([\w-]{43})$/
/** @returns what was signed for this purpose; undefined if it isn't ours */
export function namesIn(secrets: Secrets, purpose: string, token: string): string[] | undefined {
  const [, payload = '', signature = ''] = shape.exec(token) ?? []
  if (!signature) return undefined
  // Compared as text: the last base64url character has unused bits.
  const isOurs = timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(secrets, purpose, payload)))
  return isOurs ? payload.split('.') : undefined
}
