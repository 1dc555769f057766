import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secrets } from './secrets.ts'

/*
 * Links in mails name what they are for and are signed with a key of their own for each purpose: nothing is stored,
 * and whoever has one can do that and no more.
 */

const signatureOf = (secrets: Secrets, purpose: string, named: string) =>
  createHmac('sha256', secrets.derive(purpose)).update(named).digest('base64url')

/** @param names two ids, and up to two numbers, such as a time in ms when it expires */
export function signed(secrets: Secrets, purpose: string, ...names: (string | number)[]): string {
  const named = names.join('.')
  return `${named}.${signatureOf(secrets, purpose, named)}`
}

const shape = /^([0-9a-f-]{36}\.[0-9a-f-]{36}(?:\.\d{1,16}){0,2})\.([\w-]{43})$/
/** @returns what was signed for this purpose; nothing where it is not ours */
export function namesIn(secrets: Secrets, purpose: string, token: string): string[] | undefined {
  const [, named = '', signature = ''] = shape.exec(token) ?? []
  if (!signature) return undefined
  // Letter by letter: the last of them has bits that no byte is made of.
  const isOurs = timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(secrets, purpose, named)))
  return isOurs ? named.split('.') : undefined
}
