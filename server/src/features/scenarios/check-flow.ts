import { type Flow, Problem, type Step } from '@ozvi/contract'
import { findAssignee } from '#features/integrations'
import { hasTags } from '#features/tags'
import { findTeam } from '#features/teams'
import type { Context, Db } from '#platform/context/context.ts'
import { isScenario, type Key } from './store.ts'

/** The field of a step that refers to something that doesn't exist, and the error. */
async function missing(
  ctx: Context,
  db: Db,
  integration_id: string,
  step: Step,
): Promise<[string, string] | undefined> {
  switch (step.kind) {
    case 'add_tags':
      return (await hasTags(db, integration_id, step.tag_ids)) ? undefined : ['tag_ids', 'tag_unknown']
    case 'assign': {
      if (step.team_id && !(await findTeam(db, { integration_id, team_id: step.team_id })))
        return ['team_id', 'team_unknown']
      const member = step.member_id && (await findAssignee(db, integration_id, step.member_id))
      return typeof member === 'string' && member ? ['member_id', member] : undefined
    }
    case 'run_scenario': {
      const { scenario_id } = step
      return scenario_id && (await isScenario(db, { integration_id, scenario_id }))
        ? undefined
        : ['scenario_id', 'scenario_unknown']
    }
    case 'http_request':
      return ctx.egress.staticUrlProblem(step.url) ? ['url', 'url_blocked'] : undefined
    default:
      return undefined
  }
}

/**
 * Checks what the pure checks of the contract can't know.
 *
 * @throws Problem `invalid_input` on `steps.{index}.{field}` for everything a step refers to that doesn't exist
 */
export async function checkReferences(ctx: Context, db: Db, { integration_id }: Key, { steps }: Flow) {
  const errors: Record<string, string[]> = {}
  for (const [index, step] of steps.entries()) {
    const refusal = await missing(ctx, db, integration_id, step)
    if (refusal) errors[`steps.${index}.${refusal[0]}`] = [refusal[1]]
  }
  if (Object.keys(errors).length > 0) throw new Problem('invalid_input', errors)
}
