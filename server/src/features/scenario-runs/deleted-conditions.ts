import { type Flow, failedStepReasons, type StepOf } from '@ozvi/contract'
import { findDeletedInBranch } from '@ozvi/contract/scenario-checks'
import type { RunState } from '@ozvi/contract/scenario-engine'
import { listReferences, type RunRow } from '#features/scenarios'
import type { Context, Tx } from '#platform/context/context.ts'
import { appendFailedStep } from './run-events.ts'

/** The branches that a run passed in a turn, each with the step that followed. */
function passedBranches({ steps }: Flow, before: RunState, after: RunState) {
  const visits = ({ visits }: RunState) => Object.values(visits).reduce((sum, count) => sum + count, 0)
  const entered = visits(after) - visits(before)
  const path = entered > 0 ? after.path.slice(-entered) : []
  return path.flatMap((id, index): { step: StepOf<'branch'>; next: string | undefined }[] => {
    const step = steps.find((each) => each.id === id)
    return step?.kind === 'branch' ? [{ step, next: path[index + 1] }] : []
  })
}

/** A condition over something deleted is never met. The team sees which step it changed. */
export async function reportDeletedConditions(
  ctx: Context,
  tx: Tx,
  run: RunRow,
  before: RunState,
  after: RunState,
): Promise<void> {
  const branches = passedBranches(run.flow, before, after)
  if (branches.length === 0) return
  const known = await listReferences(tx, run.integration_id)
  for (const { step, next } of branches) {
    const codes: readonly string[] = findDeletedInBranch(step, next, known)
    for (const reason of failedStepReasons.filter((each) => codes.includes(each)))
      await appendFailedStep(ctx, tx, run, step.id, reason)
  }
}
