import { type BulkAct, bulkActChanged, type Input, type ListOf, Problem } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import * as z from 'zod/mini'
import type { MemberActor } from '#features/integrations'
import type { Context, Tx } from '#platform/context/context.ts'
import type { JobKind } from '#platform/jobs/index.ts'
import * as store from './store.ts'

/*
 * One change of many conversations or contacts. A bulk action has one row per subject, and a job that
 * processes them one by one: each in a separate transaction with its event, so that nothing waits for the
 * whole and an interrupted run continues.
 */

/** The actor. */
export interface Doer {
  integration_id: string
  user_id: string
  name: string
  /** The request's address for the audit log. */
  network: string
}
/** Payload of the job that continues an action. */
export const ActRun = z.object({
  integration_id: z.uuid(),
  bulk_act_id: z.uuid(),
  by: z.object({ user_id: z.uuid(), name: z.string(), network: z._default(z.string(), '') }),
})
type ActJob = JobKind<typeof ActRun>
export type BulkJobs = Record<ListOf, ActJob>
/** How a bulk action changes each subject. */
export interface BulkWork<Change, Before extends object> {
  /** @returns the previous state, or why it wasn't changed */
  change(
    ctx: Context,
    tx: Tx,
    doer: Doer,
    id: string,
    change: Change,
    bulk_act_id: string,
  ): Promise<Before | 'unchanged' | 'incomplete'>
  /** @returns whether the previous state was restored; false if someone has changed it since */
  changeBack(
    ctx: Context,
    tx: Tx,
    doer: Doer,
    id: string,
    change: Change,
    before: Before,
    bulk_act_id: string,
  ): Promise<boolean>
  /** The entry's outcome when a change was rejected; `unchanged` by default. */
  refused?(problem: Problem): 'unchanged' | 'incomplete'
}

const kept_ms = 86_400_000
/** Progress is emitted after this many entries. */
const told = 20

/** The action with this id; undefined if it wasn't started yet. */
export const findAct = (ctx: Context, { integration_id, user_id }: MemberActor, id: string) =>
  store.findAct(ctx.db, { integration_id, bulk_act_id: id }, user_id)

type NewAct = Pick<BulkAct, 'id' | 'list' | 'change'> & { subject_ids: readonly string[] }

/**
 * Subjects a member's action couldn't resolve.
 *
 * @throws Problem `not_found` if the member has no such action
 */
export async function listIncompleteSubjects(
  ctx: Context,
  actor: MemberActor,
  bulk_act_id: string,
): Promise<string[]> {
  const { integration_id } = actor
  if (!(await findAct(ctx, actor, bulk_act_id))) throw new Problem('not_found')
  return store.listSubjects(ctx.db, { integration_id, bulk_act_id }, 'incomplete')
}

/** @throws Problem `not_found` without subjects · `invalid_input` on `id` if used by someone else */
export async function startAct(ctx: Context, actor: MemberActor, act: NewAct, job: ActJob): Promise<BulkAct> {
  if (act.subject_ids.length === 0) throw new Problem('not_found')
  return ctx.transaction((tx) => startActIn(ctx, tx, actor, act, job))
}

/** Starts an action in the transaction of another change. */
export async function startActIn(
  ctx: Context,
  tx: Tx,
  actor: MemberActor,
  { subject_ids, ...act }: NewAct,
  job: ActJob,
): Promise<BulkAct> {
  const { integration_id, user_id, name, network } = actor
  await store.removeActsBefore(tx, integration_id, new Date(ctx.now() - kept_ms).toISOString())
  const created_at = new Date(ctx.now()).toISOString()
  const made = await store.insertAct(tx, { integration_id, user_id, created_at, subject_ids, ...act })
  if (!made) throw new Problem('invalid_input', { id: ['id_reused'] })
  await tx.enqueue(job, { integration_id, bulk_act_id: act.id, by: { user_id, name, network } })
  tx.emit(bulkActChanged, made)
  return made
}

export async function getBulkAct(
  ctx: Context,
  actor: MemberActor,
  { bulk_act_id }: Input<typeof contract.getBulkAct>,
): Promise<BulkAct> {
  const act = await findAct(ctx, actor, bulk_act_id)
  if (!act) throw new Problem('not_found')
  return act
}

export const undoBulkAct =
  (jobs: BulkJobs) =>
  (
    ctx: Context,
    { integration_id, user_id, name, network }: MemberActor,
    { bulk_act_id }: Input<typeof contract.undoBulkAct>,
  ): Promise<BulkAct> =>
    ctx.transaction(async (tx) => {
      const key = { integration_id, bulk_act_id }
      const state = await store.lockAct(tx, key, user_id)
      if (!state) throw new Problem('not_found')
      if (state === 'running' || state === 'done') {
        await store.skipWaiting(tx, key)
        const act = await store.beginUndo(tx, key)
        await tx.enqueue(jobs[act.list], { ...key, by: { user_id, name, network } })
        tx.emit(bulkActChanged, act)
        return act
      }
      const found = await store.findAct(tx, key, user_id)
      if (!found) throw new Problem('not_found')
      return found
    })

/** Continues an action, or its undo, until nothing is left. Runs as a job. */
export async function goOn<Change, Before extends object>(
  ctx: Context,
  { integration_id, bulk_act_id, by }: z.output<typeof ActRun>,
  work: BulkWork<Change, Before>,
): Promise<void> {
  const key = { integration_id, bulk_act_id }
  const doer: Doer = { integration_id, ...by }
  for (;;) {
    const act = await store.findAct(ctx.db, key, by.user_id)
    if (!act || act.state === 'done' || act.state === 'undone') return
    // An action of a list contains a change of that list.
    const change = act.change as Change
    const from = act.state === 'undoing' ? 'changed' : 'waiting'
    for (const place of await store.listPlaces(ctx.db, key, from, told))
      await ctx
        .transaction(async (tx) => {
          const entry = await store.lockEntry(tx, key, place, from)
          if (!entry) return
          const { subject_id: id } = entry
          if (from === 'changed') {
            // The previous state was returned by `change`.
            const was = entry.before as Before
            const isBack = await work.changeBack(ctx, tx, doer, id, change, was, bulk_act_id)
            return void (await store.settleEntry(tx, key, place, isBack ? 'undone' : 'kept'))
          }
          const before = await work.change(ctx, tx, doer, id, change, bulk_act_id)
          if (typeof before === 'string') await store.settleEntry(tx, key, place, before)
          else await store.settleEntry(tx, key, place, 'changed', before)
        })
        // A rejected change, such as too many tags, doesn't stop the others.
        .catch(async (error: unknown) => {
          if (!(error instanceof Problem)) throw error
          const state = from === 'changed' ? 'kept' : (work.refused?.(error) ?? 'unchanged')
          await ctx.transaction((tx) => store.settleEntry(tx, key, place, state))
        })
    await ctx.transaction(async (tx) => {
      const counted = await store.countAct(tx, key)
      if (counted) tx.emit(bulkActChanged, counted)
    })
  }
}
