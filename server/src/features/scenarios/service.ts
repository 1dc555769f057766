import {
  type AuditAction,
  type Input,
  Problem,
  type ScenarioStatus,
  type ScenarioWithFlow,
  scenarioDeleted,
  scenarioSaved,
  scenariosMax,
  scenariosReordered,
  day_ms,
  minute_ms,
} from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { isRecorded, record } from '#features/audit-log'
import type { MemberActor } from '#features/integrations'
import { requireRoom } from '#features/plans'
import type { Context, Db, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { applyOrder } from '#platform/reorder.ts'
import { blockedUrlsOf } from './check-flow.ts'
import { endRunsJob } from './run-jobs.ts'
import * as store from './store.ts'

export const keyOf = (
  { integration_id }: Pick<MemberActor, 'integration_id'>,
  { scenario_id }: { scenario_id: string },
): store.Key => ({ integration_id, scenario_id })
export const listScenarios = (ctx: Context, { integration_id }: MemberActor) =>
  store.listScenarios(ctx.db, integration_id, ctx.now())

/** @throws Problem `not_found` if it doesn't exist, was deleted or belongs to another workspace */
export async function readDraft(ctx: Context, db: Db, key: store.Key): Promise<store.StoredScenario> {
  const scenario = await store.findScenario(db, key, ctx.now())
  if (!scenario) throw new Problem('not_found')
  return scenario
}
const withBlockedUrls = (ctx: Context, scenario: store.StoredScenario): ScenarioWithFlow => ({
  ...scenario,
  blocked_urls: blockedUrlsOf(ctx, scenario.flow),
})
export const getScenario = async (
  ctx: Context,
  actor: MemberActor,
  input: Input<typeof contract.getScenario>,
): Promise<ScenarioWithFlow> => withBlockedUrls(ctx, await readDraft(ctx, ctx.db, keyOf(actor, input)))

/** Emits the scenario as it is now. */
export async function emitSaved(ctx: Context, tx: Tx, key: store.Key) {
  const saved = await readDraft(ctx, tx, key)
  const { flow: _flow, ...scenario } = saved
  tx.emit(scenarioSaved, scenario)
  return { saved, scenario }
}

/** Drafts are saved often, so changes by one member within this time are one entry of the audit log. */
const sameEntry_ms = 10 * minute_ms

/**
 * Saves a draft. Repeating a save changes nothing, so that its lost response isn't taken for a conflict.
 *
 * @throws Problem `invalid_input` on `name` if there are already `scenariosMax`
 * @throws Problem `invalid_input` on `base_version` if the draft has changed since
 */
export const saveScenario = (
  ctx: Context,
  actor: MemberActor,
  input: Input<typeof contract.saveScenario>,
): Promise<ScenarioWithFlow> =>
  ctx.transaction(async (tx) => {
    const { integration_id } = actor
    const { scenario_id, name, description, flow, base_version } = input
    const draft = { id: scenario_id, integration_id, name, description, flow }
    const key = keyOf(actor, input)
    await store.lockScenarios(tx, integration_id)
    const before = await store.findScenario(tx, key, ctx.now())
    if (!before && (await store.countScenarios(tx, integration_id)) >= scenariosMax)
      throw validationError('name', `too_many:${scenariosMax}`)
    if (before && (await store.isSameDraft(tx, draft))) return withBlockedUrls(ctx, before)
    if (before && base_version !== undefined && base_version !== before.draft_version)
      throw validationError('base_version', 'draft_changed')
    await store.upsertScenario(tx, draft, { updated_at: isoNow(ctx), saved_by: actor.user_id })
    if (!before && (await readDraft(ctx, tx, key)).status === 'published')
      await requirePublishRoom(ctx, tx, key)
    const line = { action: before ? 'scenario_changed' : 'scenario_created', subject: name } as const
    const since = new Date(ctx.now() - sameEntry_ms).toISOString()
    if (!before || !(await isRecorded(tx, actor, line, since))) await record(ctx, tx, actor, line)
    return withBlockedUrls(ctx, (await emitSaved(ctx, tx, key)).saved)
  })

export const reorderScenarios = (
  ctx: Context,
  actor: MemberActor,
  { ids }: Input<typeof contract.reorderScenarios>,
) =>
  ctx.transaction(async (tx) => {
    const { integration_id } = actor
    await store.lockScenarios(tx, integration_id)
    const scenarios = await store.listScenarios(tx, integration_id, ctx.now())
    const next = applyOrder(scenarios, ids)
    if (next.every(({ id }, position) => scenarios[position]?.id === id)) return scenarios
    for (const [position, { id }] of next.entries())
      await store.positionScenario(tx, { integration_id, scenario_id: id }, position)
    await record(ctx, tx, actor, { action: 'scenarios_ordered' })
    tx.emit(scenariosReordered, { integration_id, ids: next.map(({ id }) => id) })
    return next.map((scenario, position) => ({ ...scenario, position }))
  })

export const deleteScenario = (
  ctx: Context,
  actor: MemberActor,
  input: Input<typeof contract.deleteScenario>,
) =>
  ctx.transaction(async (tx) => {
    const { integration_id } = actor
    const key = keyOf(actor, input)
    await store.lockScenarios(tx, integration_id)
    const { name } = await readDraft(ctx, tx, key)
    await store.changeScenario(tx, key, { deleted_at: isoNow(ctx) }, isoNow(ctx))
    await record(ctx, tx, actor, { action: 'scenario_deleted', subject: name })
    await tx.enqueue(endRunsJob, key)
    tx.emit(scenarioDeleted, { id: key.scenario_id, integration_id })
    return null
  })

/** @throws Problem `plan_limit` on `plan` if the plan has no room for another published scenario */
export const requirePublishRoom = (ctx: Context, tx: Tx, key: store.Key) =>
  requireRoom(ctx, tx, key.integration_id, 'published_scenarios', () =>
    store.countPublishedScenarios(tx, key.integration_id, key.scenario_id),
  )

/**
 * Changes the status. Does nothing if the scenario has it already.
 *
 * @throws Problem `invalid_input` on `status` if it can't change from its current one
 */
const setStatus =
  (status: ScenarioStatus, from: readonly ScenarioStatus[], action: AuditAction) =>
  (ctx: Context, actor: MemberActor, input: { scenario_id: string }) =>
    ctx.transaction(async (tx) => {
      const key = keyOf(actor, input)
      await store.lockScenarios(tx, actor.integration_id)
      const { flow: _flow, ...before } = await readDraft(ctx, tx, key)
      if (before.status === status) return before
      if (!from.includes(before.status)) throw validationError('status', 'scenario_unpublished')
      if (status === 'published') await requirePublishRoom(ctx, tx, key)
      await store.changeScenario(tx, key, { status }, isoNow(ctx))
      await record(ctx, tx, actor, { action, subject: before.name })
      return (await emitSaved(ctx, tx, key)).scenario
    })
export const pauseScenario = setStatus('paused', ['published'], 'scenario_paused')
export const resumeScenario = setStatus('published', ['paused'], 'scenario_resumed')
export const archiveScenario = setStatus('archived', ['draft', 'published', 'paused'], 'scenario_archived')

const restorable_ms = 30 * day_ms
/** Deletes scenarios that were deleted long ago. Called by the scheduler. */
export const deleteOldScenarios = (ctx: Context) =>
  ctx.transaction((tx) => store.deleteScenariosBefore(tx, new Date(ctx.now() - restorable_ms).toISOString()))
