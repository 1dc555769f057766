import type { EgressOptions } from '#platform/egress/index.ts'
import type * as z from 'zod/mini'
import { derivedId } from '#platform/secrets/derived-id.ts'
import type { Context } from '#platform/context/context.ts'
import { continueRun } from './continue-run.ts'
import type { requestHttp } from './jobs.ts'

const answerBytesMax = 64 * 1024

/** The JSON of a response, or its text. */
function readBody(body: Buffer): unknown {
  const text = body.toString('utf8')
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Sends the request of a step and continues the run with the response. A failure is a result as well. */
export async function sendRequest(
  ctx: Context,
  { request, ...run }: z.output<typeof requestHttp.data>,
): Promise<void> {
  const { key, method, url, headers, body, timeout_s } = request
  const answer = await ctx.egress.fetch(url, {
    // The flow's schema allows only methods that the client has.
    method: method as NonNullable<EgressOptions['method']>,
    headers: {
      ...Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), value])),
      'idempotency-key': derivedId(key),
    },
    ...(body === null || method === 'GET' ? {} : { body }),
    timeout_ms: timeout_s * 1000,
    max_bytes: answerBytesMax,
    at_cap: 'truncate',
  })
  const ok = answer.ok && answer.status >= 200 && answer.status < 300
  await continueRun(ctx, run, () => ({
    kind: 'http_result',
    ok,
    status: answer.ok ? answer.status : 0,
    body: answer.ok ? readBody(answer.body) : null,
    key,
  }))
}

/** Continues a run whose wait is over. One that was woken too early waits again. */
export const wake = (
  ctx: Context,
  run: { integration_id: string; conversation_id: string; run_id: string },
): Promise<void> =>
  continueRun(ctx, run, (_tx, { state }) => (state.awaiting === 'timer' ? { kind: 'timer' } : undefined))
