import { type Input, Problem, type Scenario, type ScenarioWithFlow } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { record } from '#features/audit-log'
import type { MemberActor } from '#features/integrations'
import type { Context, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { checkCases } from './cases.ts'
import { checkFlow } from './check-flow.ts'
import { emitSaved, keyOf, readDraft, requirePublishRoom } from './service.ts'
import * as store from './store.ts'

/* Versions: what was published, unchanged since. */

export async function listScenarioVersions(
  ctx: Context,
  actor: MemberActor,
  input: Input<typeof contract.listScenarioVersions>,
) {
  await readDraft(ctx, ctx.db, keyOf(actor, input))
  return store.listVersions(ctx.db, keyOf(actor, input))
}

/** @throws Problem `not_found` if there is no such version */
async function getVersion(ctx: Context, db: Context['db'], key: store.Key, number: string) {
  await readDraft(ctx, db, key)
  const version = /^[1-9]\d{0,8}$/.test(number) ? await store.findVersion(db, key, Number(number)) : undefined
  if (!version) throw new Problem('not_found')
  return version
}
export const getScenarioVersion = (
  ctx: Context,
  actor: MemberActor,
  input: Input<typeof contract.getScenarioVersion>,
) => getVersion(ctx, ctx.db, keyOf(actor, input), input.version)

/** Stores the flow as the version that starts new runs. */
async function publish(
  ctx: Context,
  tx: Tx,
  actor: MemberActor,
  { id: scenario_id, name, flow }: Pick<ScenarioWithFlow, 'id' | 'name' | 'flow'>,
  { note, rolled_back_to }: { note: string; rolled_back_to: number | null },
): Promise<Scenario> {
  const key = keyOf(actor, { scenario_id })
  await requirePublishRoom(ctx, tx, key)
  const published_at = isoNow(ctx)
  const published_version = await store.insertVersion(tx, key, {
    flow,
    note,
    published_by: actor.user_id,
    published_at,
    rolled_back_to,
  })
  await store.changeScenario(
    tx,
    key,
    { status: 'published', published_version, published_at, published_trigger: flow.trigger.kind },
    published_at,
  )
  await record(ctx, tx, actor, {
    action: rolled_back_to === null ? 'scenario_published' : 'scenario_rolled_back',
    subject: name,
    details: { version: String(rolled_back_to ?? published_version) },
  })
  return (await emitSaved(ctx, tx, key)).scenario
}

/**
 * Publishes the draft. Does nothing if it is what is published already.
 *
 * @throws Problem `invalid_input` with the problems of the draft, or with the saved cases that it fails
 */
export const publishScenario = (
  ctx: Context,
  actor: MemberActor,
  input: Input<typeof contract.publishScenario>,
): Promise<Scenario> =>
  ctx.transaction(async (tx) => {
    await store.lockScenarios(tx, actor.integration_id)
    const { flow, ...scenario } = await readDraft(ctx, tx, keyOf(actor, input))
    if (scenario.status === 'published' && !scenario.has_unpublished_changes) return scenario
    await checkFlow(ctx, tx, keyOf(actor, input), flow)
    await checkCases(tx, keyOf(actor, input), flow)
    return publish(ctx, tx, actor, { ...scenario, flow }, { note: input.note, rolled_back_to: null })
  })

/**
 * Publishes an earlier version again. The draft stays.
 *
 * @throws Problem `invalid_input` if it refers to something that was deleted since
 */
export const rollBackScenario = (
  ctx: Context,
  actor: MemberActor,
  input: Input<typeof contract.rollBackScenario>,
): Promise<Scenario> =>
  ctx.transaction(async (tx) => {
    await store.lockScenarios(tx, actor.integration_id)
    const { flow: _draft, ...scenario } = await readDraft(ctx, tx, keyOf(actor, input))
    const { flow, version } = await getVersion(ctx, tx, keyOf(actor, input), input.version)
    await checkFlow(ctx, tx, keyOf(actor, input), flow)
    return publish(ctx, tx, actor, { ...scenario, flow }, { note: input.note, rolled_back_to: version })
  })
