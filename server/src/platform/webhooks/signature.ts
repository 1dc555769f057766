import { createHmac } from 'node:crypto'

/** The header with the signature and time of a webhook. */
export const signature_header = 'ozvi-signature'

/**
 * `t=1795290628,v1=…`: HMAC-SHA256 in hex over the seconds since the epoch, a full stop, and the raw body;
 * one `v1` per valid secret, so that receivers can verify with any of them.
 */
export function signatureOf(secrets: readonly string[], body: string, now_ms: number): string {
  const t = Math.floor(now_ms / 1_000)
  const signed = secrets.map(
    (secret) => `v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`,
  )
  return [`t=${t}`, ...signed].join(',')
}
