import type * as z from 'zod/mini'
import type { HubspotStepResult, RunHubspotStep } from '#features/hubspot'
import type { Context } from '#platform/context/context.ts'
import { derivedId } from '#platform/secrets/derived-id.ts'
import { continueWithResult } from './continue-with-result.ts'
import { writeHubspotJob } from './jobs.ts'

/** Carries out a step in HubSpot and continues the run. After the last attempt, a failure is a result as well. */
export async function runInHubspot(
  ctx: Context,
  work: RunHubspotStep,
  { key, action, ...run }: z.output<typeof writeHubspotJob.data>,
  { signal, attempt }: { signal: AbortSignal; attempt: number },
): Promise<void> {
  const { integration_id, conversation_id } = run
  let result: HubspotStepResult = { ok: false }
  try {
    result = await work(ctx, { integration_id, conversation_id, id: derivedId(key), action }, signal)
  } catch (error) {
    if (attempt <= writeHubspotJob.retry_limit) throw error
    ctx.log.warn({ err: error, integration_id, conversation_id }, 'scenarios: HubSpot step failed')
  }
  const { ok, failure } = result
  await continueWithResult(ctx, run, { ok, status: ok ? 200 : 0, body: null, key }, () => failure)
}
