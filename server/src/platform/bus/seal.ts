import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'

/** An envelope with messages of one node; without messages it is a keepalive. */
const Envelope = z.strictObject({
  v: z.literal(1),
  node: z.string().check(z.regex(/^[\w-]{8,64}$/)),
  /** Numbers the envelopes of a node from 1 without gaps. */
  seq: z.int().check(z.positive()),
  /** The node is shutting down. */
  bye: z.optional(z.literal(true)),
  messages: z.array(z.tuple([z.string().check(z.minLength(1), z.maxLength(64)), z.unknown()])),
})
export type Envelope = z.infer<typeof Envelope>

export const envelope_bytes_max = 1024 * 1024
/** HMAC-SHA256 in base64url. */
const mac_length = 43

const macOf = (key: Buffer, body: string) => createHmac('sha256', key).update(body).digest('base64url')

/** @param messages serialized JSON, `["topic",data]` each */
export function seal(key: Buffer, node: string, seq: number, messages: readonly string[], is_bye = false) {
  const bye = is_bye ? ',"bye":true' : ''
  const body = `{"v":1,"node":"${node}","seq":${seq}${bye},"messages":[${messages.join(',')}]}`
  return macOf(key, body) + body
}

/** @returns the envelope, or the reason it was rejected */
export function unseal(key: Buffer, text: string): Envelope | 'size' | 'signature' | 'shape' {
  if (text.length > envelope_bytes_max + mac_length) return 'size'
  const body = text.slice(mac_length)
  const mac = Buffer.from(text.slice(0, mac_length))
  const expected = Buffer.from(macOf(key, body))
  if (mac.length !== expected.length || !timingSafeEqual(mac, expected)) return 'signature'
  try {
    const { data } = Envelope.safeParse(JSON.parse(body))
    return data ?? 'shape'
  } catch {
    return 'shape'
  }
}
