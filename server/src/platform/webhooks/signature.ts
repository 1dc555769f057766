import { createHmac } from 'node:crypto'

/** The header that says who a webhook is from and when it was sent. */
export const signature_header = 'ozvi-signature'

/**
 * `t=1795290628,v1=…`: HMAC-SHA256 in hex over the seconds since the epoch, a full stop, and the body as it is sent;
 * one `v1` for each secret that may be known, so that a receiver who knows any of them can check it.
 */
export function signatureOf(secrets: readonly string[], body: string, now_ms: number): string {
  const t = Math.floor(now_ms / 1_000)
  const signed = secrets.map(
    (secret) => `v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`,
  )
  return [`t=${t}`, ...signed].join(',')
}
