import { randomUUID } from 'node:crypto'
import { type Input, Problem, type ScenarioReplay } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { replayConversation } from '@ozvi/contract/scenario-replay'
import { dayAt, isOpenAt } from '@ozvi/contract/opening-intervals'
import { intentOf } from '#features/assistant'
import { findHours } from '#features/hours'
import type { MemberActor } from '#features/integrations'
import { isScenario, readDraft } from '#features/scenarios'
import type { Context, Db } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { runReplayJob } from './jobs.ts'
import * as store from './store.ts'

/** Conversations that are loaded and replayed in a batch. */
const batch = 50

const keyOf = ({ integration_id }: MemberActor, { scenario_id }: { scenario_id: string }): store.Key => ({
  integration_id,
  scenario_id,
})
async function assertScenario(db: Db, key: store.Key) {
  if (!(await isScenario(db, key))) throw new Problem('not_found')
}

/** @throws Problem `not_found` */
export const startScenarioReplay = (
  ctx: Context,
  actor: MemberActor,
  { scenario_id, conversations }: Input<typeof contract.startScenarioReplay>,
): Promise<ScenarioReplay> =>
  ctx.transaction(async (tx) => {
    const key = keyOf(actor, { scenario_id })
    const draft = await readDraft(ctx, tx, key)
    const id = randomUUID()
    await store.insertReplay(tx, key, {
      id,
      flow: draft.flow,
      conversation_ids: await store.listLastConversations(tx, key.integration_id, conversations),
      requested_by: actor.user_id,
      created_at: isoNow(ctx),
    })
    await tx.enqueue(runReplayJob, { ...key, id })
    const replay = await store.findReplay(tx, key)
    if (!replay) throw new Problem('not_found')
    return replay
  })

/** @throws Problem `not_found` if there is no such scenario */
export async function getScenarioReplay(
  ctx: Context,
  actor: MemberActor,
  input: Input<typeof contract.getScenarioReplay>,
): Promise<ScenarioReplay | null> {
  const key = keyOf(actor, input)
  await assertScenario(ctx.db, key)
  return (await store.findReplay(ctx.db, key)) ?? null
}

/** Does nothing if it is over. @throws Problem `not_found` if there is no such scenario */
export async function cancelScenarioReplay(
  ctx: Context,
  actor: MemberActor,
  input: Input<typeof contract.cancelScenarioReplay>,
) {
  const key = keyOf(actor, input)
  await assertScenario(ctx.db, key)
  await ctx.transaction((tx) => store.cancelReplay(tx, key))
  return null
}

/** @throws Problem `not_found` if there was no replay */
export async function listReplayResults(
  ctx: Context,
  actor: MemberActor,
  { scenario_id, only, offset, limit }: Input<typeof contract.listReplayResults>,
) {
  const key = keyOf(actor, { scenario_id })
  await assertScenario(ctx.db, key)
  const found = await store.findResults(ctx.db, key, { only, offset, limit })
  if (!found) throw new Problem('not_found')
  return found
}

/**
 * Replays conversations in batches until all are done or it is canceled. A batch and its results are stored
 * together, so a repeated job continues where the last one stopped.
 */
export async function replayAll(ctx: Context, { id, ...key }: store.Key & { id: string }): Promise<void> {
  const hours = await findHours(ctx.db, key.integration_id)
  const rules = {
    scenario_id: key.scenario_id,
    now: isoNow(ctx),
    isOpen: (time: string) => !hours.is_on || isOpenAt(hours, Date.parse(time)),
    dayOf: (time: string) => dayAt(hours, Date.parse(time)),
    wantsPerson: (text: string) => intentOf(text) === 'person',
  }
  for (;;) {
    const work = await store.findWork(ctx.db, key, id)
    if (!work) return
    const ids = work.conversation_ids.slice(work.done, work.done + batch)
    if (ids.length === 0) return
    const past = await store.readPast(ctx.db, key.integration_id, ids)
    const results = past.map((each) => replayConversation(work.flow, each, rules))
    const added = { from: work.done, count: ids.length, results }
    const isAdded = await ctx.transaction((tx) => store.addResults(tx, key, id, added))
    if (!isAdded) return
  }
}
