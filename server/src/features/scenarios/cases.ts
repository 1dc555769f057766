import { type Input, Problem, type ScenarioCase, scenarioCasesMax } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { runCase } from '@ozvi/contract/scenario-cases'
import { findHours } from '#features/hours'
import type { MemberActor } from '#features/integrations'
import type { Context, Db } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { validationError } from '#platform/http/validation-error.ts'
import * as cases from './case-store.ts'
import { keyOf } from './service.ts'
import { isScenario, type Key, lockScenarios } from './store.ts'

async function assertScenario(db: Db, key: Key) {
  if (!(await isScenario(db, key))) throw new Problem('not_found')
}

/** @throws Problem `not_found` */
export async function listScenarioCases(
  ctx: Context,
  actor: MemberActor,
  input: Input<typeof contract.listScenarioCases>,
): Promise<ScenarioCase[]> {
  const key = keyOf(actor, input)
  await assertScenario(ctx.db, key)
  return cases.listCases(ctx.db, key)
}

/** @throws Problem `not_found`, or `invalid_input` on `name` if there are already `scenarioCasesMax` */
export const saveScenarioCase = (
  ctx: Context,
  actor: MemberActor,
  { case_id, scenario_id, name, persona, inputs, checks }: Input<typeof contract.saveScenarioCase>,
): Promise<ScenarioCase> =>
  ctx.transaction(async (tx) => {
    const key = keyOf(actor, { scenario_id })
    await lockScenarios(tx, actor.integration_id)
    await assertScenario(tx, key)
    const saved = await cases.listCases(tx, key)
    if (saved.length >= scenarioCasesMax && saved.every(({ id }) => id !== case_id))
      throw validationError('name', `too_many:${scenarioCasesMax}`)
    const stored = { id: case_id, name, persona, inputs, checks }
    await cases.upsertCase(tx, key, stored, isoNow(ctx))
    return stored
  })

/** Idempotent. @throws Problem `not_found` if there is no such scenario */
export async function deleteScenarioCase(
  ctx: Context,
  actor: MemberActor,
  input: Input<typeof contract.deleteScenarioCase>,
) {
  const key = keyOf(actor, input)
  await assertScenario(ctx.db, key)
  await ctx.transaction((tx) => cases.deleteCase(tx, key, input.case_id))
  return null
}

/** @throws Problem `invalid_input` with the saved cases that the flow fails, as `cases.{id}` */
export async function checkCases(db: Db, key: Key, flow: contract.Flow): Promise<void> {
  const saved = await cases.listCases(db, key)
  if (saved.length === 0) return
  const hours = await findHours(db, key.integration_id)
  const failed = saved.filter((each) => runCase(flow, each, hours).failed.length > 0)
  if (failed.length > 0)
    throw new Problem(
      'invalid_input',
      Object.fromEntries(failed.map(({ id, name }) => [`cases.${id}`, [`case_failed:${name}`]])),
    )
}
