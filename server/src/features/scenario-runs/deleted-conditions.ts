import { type Flow, failedStepReasons } from '@ozvi/contract'
import { deletableInBranch, findDeleted } from '@ozvi/contract/scenario-checks'
import type { RunState } from '@ozvi/contract/scenario-engine'
import { listReferences, type RunRow } from '#features/scenarios'
import type { Context, Tx } from '#platform/context/context.ts'
import { appendFailedStep } from './run-events.ts'

/** The branches that a run passed in a turn, each with what it read that can be deleted. */
function passedBranches({ steps }: Flow, before: RunState, after: RunState) {
  const visits = ({ visits }: RunState) => Object.values(visits).reduce((sum, count) => sum + count, 0)
  const entered = visits(after) - visits(before)
  const path = entered > 0 ? after.path.slice(-entered) : []
  return path.flatMap((id, index) => {
    const step = steps.find((each) => each.id === id)
    if (step?.kind !== 'branch') return []
    return [{ step_id: id, references: deletableInBranch(step, path[index + 1]) }]
  })
}

/**
 * A condition over something deleted reads an empty value, so the run may take another way. The team sees which step.
 */
export async function reportDeletedConditions(
  ctx: Context,
  tx: Tx,
  run: RunRow,
  before: RunState,
  after: RunState,
): Promise<void> {
  const branches = passedBranches(run.flow, before, after).filter(({ references }) => references.length > 0)
  if (branches.length === 0) return
  const known = await listReferences(tx, run.integration_id)
  for (const { step_id, references } of branches) {
    const codes: readonly string[] = findDeleted(references, known)
    for (const reason of failedStepReasons.filter((each) => codes.includes(each)))
      await appendFailedStep(ctx, tx, run, step_id, reason)
  }
}
