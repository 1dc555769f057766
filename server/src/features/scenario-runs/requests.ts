import type { FailedStepReason } from '@ozvi/contract'
import type { EgressOptions, EgressResult } from '#platform/egress/index.ts'
import type * as z from 'zod/mini'
import { openSecrets, type RunRow } from '#features/scenarios'
import { derivedId } from '#platform/secrets/derived-id.ts'
import type { Context } from '#platform/context/context.ts'
import { continueRun } from './continue-run.ts'
import { continueWithResult } from './continue-with-result.ts'
import type { requestHttpJob } from './jobs.ts'

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

type Header = z.output<typeof requestHttpJob.data>['request']['headers'][number]
const fill = ({ name, value }: Header, secrets: ReadonlyMap<string, string>): [string, string] => [
  name.toLowerCase(),
  value.map((part) => (typeof part === 'string' ? part : (secrets.get(part.secret) ?? ''))).join(''),
]
/** Shorter values would be found in ordinary words. */
const redactedCharsMin = 6
/** A server that repeats the headers of a request must not show a secret to the customer. */
function redact(body: Buffer, secrets: ReadonlyMap<string, string>): Buffer {
  const values = [...secrets.values()].filter(({ length }) => length >= redactedCharsMin)
  if (values.length === 0) return body
  let text = body.toString('utf8')
  // Longest first: the rest of a value that begins with another one would remain.
  const longestFirst = values.toSorted((one, two) => two.length - one.length)
  for (const value of longestFirst.flatMap((each) => [each, JSON.stringify(each).slice(1, -1)]))
    text = text.replaceAll(value, '•••')
  return Buffer.from(text)
}

const isSuccess = (answer: EgressResult) => answer.ok && answer.status >= 200 && answer.status < 300

/** What the team should know about a response. A status other than 2xx is up to the scenario, which reads no values. */
function failureOf(answer: EgressResult, { flow, state }: RunRow): FailedStepReason | undefined {
  if (!answer.ok) return answer.reason === 'blocked' ? 'url_blocked' : 'no_response'
  const step = flow.steps.find(({ id }) => id === state.step_id)
  const isRead = step?.kind === 'http_request' && step.map.length > 0
  return isSuccess(answer) && answer.truncated && isRead ? 'response_too_large' : undefined
}

/** Sends the request of a step and continues the run with the response. A failure is a result as well. */
export async function sendRequest(
  ctx: Context,
  { request, ...run }: z.output<typeof requestHttpJob.data>,
): Promise<void> {
  const { key, method, url, headers, body, timeout_s } = request
  const names = headers.flatMap(({ value }) =>
    value.flatMap((part) => (typeof part === 'string' ? [] : [part.secret])),
  )
  const secrets = await openSecrets(ctx, run.integration_id, names, url)
  if (!secrets)
    return continueWithResult(ctx, run, { ok: false, status: 0, body: null, key }, () => 'secret_unknown')
  const answer = await ctx.egress.fetch(url, {
    // The flow's schema allows only methods that the client has.
    method: method as NonNullable<EgressOptions['method']>,
    headers: {
      ...Object.fromEntries(headers.map((header) => fill(header, secrets))),
      'idempotency-key': derivedId(key),
    },
    ...(body === null || method === 'GET' ? {} : { body }),
    timeout_ms: timeout_s * 1000,
    max_bytes: answerBytesMax,
    at_cap: 'truncate',
    // A redirect could take a secret to another server.
    redirect: names.length > 0 ? 'manual' : 'follow',
  })
  const result = {
    ok: isSuccess(answer),
    status: answer.ok ? answer.status : 0,
    body: answer.ok ? readBody(redact(answer.body, secrets)) : null,
    key,
  }
  await continueWithResult(ctx, run, result, (current) => failureOf(answer, current))
}

/** Continues a run when its wait is over. If called too early, the run keeps waiting. */
export const continueAfterWait = (
  ctx: Context,
  run: { integration_id: string; conversation_id: string; run_id: string },
): Promise<void> =>
  continueRun(ctx, run, (_tx, { state }) => (state.awaiting === 'timer' ? { kind: 'timer' } : undefined))
