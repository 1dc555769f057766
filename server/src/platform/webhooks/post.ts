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

export interface WebhookAnswer {
  /** Undefined if there was no response. */
  status: number | undefined
  /** The response's body, as far as it was read. */
  answer: string | undefined
  /** Why it failed (a status, or a network error); undefined if it succeeded. */
  problem: string | undefined
}

/**
 * Sends one webhook: signed, through the egress guard, without cookies, without redirects. Anything but 2xx is
 * a failure.
 */
export async function sendWebhook(
  { egress, now }: { egress: Pick<Egress, 'fetch'>; now: () => number },
  { url, body, headers, secrets, timeout_ms = webhook_timeout_ms, signal }: WebhookRequest,
): Promise<WebhookAnswer> {
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
  if (!answer.ok) return { status: undefined, answer: undefined, problem: answer.reason }
  const { status } = answer
  const problem = status >= 200 && status < 300 ? undefined : String(status)
  return { status, answer: answer.body.toString('utf8'), problem }
}

/** Sends a webhook. @returns why it failed, or undefined */
export const postWebhook = async (
  context: Parameters<typeof sendWebhook>[0],
  request: WebhookRequest,
): Promise<string | undefined> => (await sendWebhook(context, request)).problem
