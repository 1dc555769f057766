import type { Egress } from '../egress/index.ts'
import { signature_header, signatureOf } from './signature.ts'

/** From the start of the request to the end of the response. */
const webhook_timeout_ms = 10_000
const answer_bytes_max = 64 * 1024

export interface WebhookRequest {
  url: string
  body: string
  /** Headers in addition to those of every webhook. */
  headers?: Readonly<Record<string, string>>
  secrets: readonly string[]
  timeout_ms?: number
  signal?: AbortSignal
}

/**
 * Delivers one webhook: signed, through the egress guard, without cookies, without redirects.
 *
 * @returns why it failed (a status, or a network error), or undefined; anything but 2xx is a failure
 */
export async function postWebhook(
  { egress, now }: { egress: Pick<Egress, 'fetch'>; now: () => number },
  { url, body, headers, secrets, timeout_ms = webhook_timeout_ms, signal }: WebhookRequest,
): Promise<string | undefined> {
  const answer = await egress.fetch(url, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/json',
      [signature_header]: signatureOf(secrets, body, now()),
    },
    body,
    redirect: 'manual',
    max_bytes: answer_bytes_max,
    at_cap: 'truncate',
    timeout_ms,
    first_byte_timeout_ms: timeout_ms,
    ...(signal ? { signal } : {}),
  })
  if (!answer.ok) return answer.reason
  return answer.status >= 200 && answer.status < 300 ? undefined : String(answer.status)
}
