import type { FailedStepReason } from '@ozvi/contract'
import type { RunInput } from '@ozvi/contract/scenario-engine'
import type { RunKey, RunRow } from '#features/scenarios'
import type { Context } from '#platform/context/context.ts'
import { continueRun, isAwaiting } from './continue-run.ts'
import { appendFailedStep } from './run-events.ts'

type Result = Omit<Extract<RunInput, { kind: 'http_result' }>, 'kind'> & { key: string }

/** Continues a run with the result of another server. If the run still waits for it, a failure is shown to the team. */
export const continueWithResult = (
  ctx: Context,
  run: RunKey & { run_id: string },
  result: Result,
  failureOf: (current: RunRow) => FailedStepReason | undefined,
): Promise<void> =>
  continueRun(ctx, run, async (tx, current) => {
    const reason = isAwaiting(current, 'http', result.key) ? failureOf(current) : undefined
    if (reason) await appendFailedStep(ctx, tx, current, current.state.step_id, reason)
    return { kind: 'http_result', ...result }
  })
