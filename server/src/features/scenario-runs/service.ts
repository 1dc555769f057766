import { type Input, Problem, type ScenarioRun } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { type Actor, findConversation, giveToScenario, lockConversation } from '#features/conversations'
import type { MemberActor } from '#features/integrations'
import {
  findLastRun,
  findLiveRun,
  isScenario,
  listLiveRunIds,
  listPublished,
  listRunRows,
  readNumbers,
  type RunKey,
  type RunRow,
  toRun,
} from '#features/scenarios'
import type { Context, Tx } from '#platform/context/context.ts'
import { cursorOf, readCursor } from '#platform/http/cursor.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { advanceRun, lockOrThrow, startRun } from './advance.ts'
import { appendRunEvent } from './run-events.ts'
import { findLastSeq } from './store.ts'

/* What teammates do with runs. */

const keyOf = (
  { integration_id }: MemberActor,
  { conversation_id }: { conversation_id: string },
): RunKey => ({ integration_id, conversation_id })

/** The last run of a conversation, or null. */
export async function getScenarioRun(
  ctx: Context,
  actor: MemberActor,
  input: Input<typeof contract.getScenarioRun>,
): Promise<ScenarioRun | null> {
  const key = keyOf(actor, input)
  if (!(await findConversation(ctx.db, key))) throw new Problem('not_found')
  const run = await findLastRun(ctx.db, key)
  return run ? toRun(run) : null
}

/** Changes runs under the lock of the conversation. @throws Problem `not_found` if there is no such conversation */
const changeRun = (
  ctx: Context,
  actor: MemberActor,
  input: { conversation_id: string },
  work: (tx: Tx, key: RunKey) => Promise<RunRow>,
): Promise<ScenarioRun> =>
  ctx.transaction(async (tx) => {
    const key = keyOf(actor, input)
    await lockOrThrow(tx, key)
    return toRun(await work(tx, key))
  })

/** @throws Problem `invalid_input` on `scenario_id` if it isn't published or another run is live */
export const startScenarioRun = (
  ctx: Context,
  actor: MemberActor,
  input: Input<typeof contract.startScenarioRun>,
): Promise<ScenarioRun> =>
  changeRun(ctx, actor, input, (tx, key) =>
    startPublished(ctx, tx, key, { scenario_id: input.scenario_id, by: actor }),
  )

/** @throws Problem `invalid_input` on `scenario_id` if it isn't published or another run is live */
async function startPublished(
  ctx: Context,
  tx: Tx,
  key: RunKey,
  { scenario_id, by }: { scenario_id: string; by: Actor },
): Promise<RunRow> {
  const [scenario] = await listPublished(tx, key.integration_id, { scenario_id })
  if (!scenario) throw validationError('scenario_id', 'scenario_unpublished')
  if (await findLiveRun(tx, key)) throw validationError('scenario_id', 'scenario_running')
  return startRun(ctx, tx, key, scenario, { last_seq: await findLastSeq(tx, key), by })
}

/**
 * Starts a scenario by a rule, in the transaction that holds the lock of the conversation. What its first turn
 * changes is known to come from the rule, so that rules and scenarios can't start each other without end.
 *
 * @throws Problem `invalid_input` on `scenario_id` if it isn't published or another run is live
 */
export async function startByRule(
  ctx: Context,
  tx: Tx,
  key: RunKey,
  start: { scenario_id: string; by: Actor },
): Promise<void> {
  await startPublished(ctx, tx, key, start)
}

/** Continues a paused run. Does nothing if it isn't paused. @throws Problem `not_found` without a live run */
export const resumeScenarioRun = (
  ctx: Context,
  actor: MemberActor,
  input: Input<typeof contract.resumeScenarioRun>,
): Promise<ScenarioRun> =>
  changeRun(ctx, actor, input, async (tx, key) => {
    const run = await findLiveRun(tx, key)
    if (!run) throw new Problem('not_found')
    if (run.status !== 'paused') return run
    await giveToScenario(ctx, tx, key)
    await appendRunEvent(ctx, tx, run, { event: 'scenario_resumed' }, actor)
    // The team has dealt with what the customer wrote until now.
    const last_seq = await findLastSeq(tx, key)
    return advanceRun(ctx, tx, run, { kind: 'resumed' }, { last_seq })
  })

/** Ends the live run. Does nothing if it is over. @throws Problem `not_found` if there was no run */
export const endScenarioRun = (
  ctx: Context,
  actor: MemberActor,
  input: Input<typeof contract.endScenarioRun>,
): Promise<ScenarioRun> =>
  changeRun(ctx, actor, input, async (tx, key) => {
    const run = await findLastRun(tx, key)
    if (!run) throw new Problem('not_found')
    return run.ended_at === null ? advanceRun(ctx, tx, run, { kind: 'ended' }, { by: actor }) : run
  })

const batch = 50
/** Ends the live runs of a deleted scenario. */
export async function endRuns(ctx: Context, scenarioKey: { integration_id: string; scenario_id: string }) {
  const { integration_id, scenario_id } = scenarioKey
  for (;;) {
    // Restored in the meantime.
    if (await isScenario(ctx.db, scenarioKey)) return
    const ids = await listLiveRunIds(ctx.db, scenarioKey, batch)
    for (const conversation_id of ids)
      await ctx.transaction(async (tx) => {
        const key = { integration_id, conversation_id }
        // A merged conversation has no live run: the merge ended it.
        if (!(await lockConversation(tx, key))) return
        const run = await findLiveRun(tx, key)
        if (run?.scenario_id === scenario_id) await advanceRun(ctx, tx, run, { kind: 'ended' })
      })
    if (ids.length < batch) return
  }
}

/** Newest first, of the conversations that the member can see; `next` is the cursor of the following page. */
export async function listScenarioRuns(
  ctx: Context,
  actor: MemberActor,
  { scenario_id, cursor, limit, ...filter }: Input<typeof contract.listScenarioRuns>,
) {
  const after = readCursor(cursor)
  const key = { integration_id: actor.integration_id, scenario_id }
  if (!(await isScenario(ctx.db, key))) throw new Problem('not_found')
  const page = { after, limit: limit + 1, filter: { ...filter, now: ctx.now() } }
  const rows = await listRunRows(ctx.db, key, actor, page)
  const last = rows[limit - 1]
  return {
    items: rows.slice(0, limit).map((row) => ({
      ...toRun(row),
      conversation_number: row.conversation_number,
      conversation_status: row.conversation_status,
      contact: { id: row.contact_id, name: row.contact_name, email: row.contact_email },
      path: row.state.path,
    })),
    next: rows.length > limit && last ? cursorOf({ at: last.started_at, id: last.id }) : null,
  }
}

/** @throws Problem `not_found` */
export async function getScenarioNumbers(
  ctx: Context,
  actor: MemberActor,
  { scenario_id, days, version, locale }: Input<typeof contract.getScenarioNumbers>,
) {
  const key = { integration_id: actor.integration_id, scenario_id }
  if (!(await isScenario(ctx.db, key))) throw new Problem('not_found')
  return readNumbers(ctx.db, key, actor, { days, version, locale, now: ctx.now() })
}
