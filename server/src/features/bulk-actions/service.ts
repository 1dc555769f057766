import {
  type BulkAction,
  bulkActionChanged,
  can,
  effectiveAccess,
  type Input,
  type ListOf,
  Problem,
  type Right,
  day_ms,
} from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import * as z from 'zod/mini'
import { findMembership, type MemberActor } from '#features/integrations'
import type { Viewer } from '#features/visibility'
import type { Context, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { validationError } from '#platform/http/validation-error.ts'
import type { JobDefinition } from '#platform/jobs/index.ts'
import * as store from './store.ts'

/*
 * One change of many conversations or contacts. A bulk action has one row per subject, and a job that
 * processes them one by one: each in a separate transaction with its event, so that nothing waits for the
 * whole and an interrupted run continues.
 */

/** The actor. */
export interface Actor {
  integration_id: string
  user_id: string
  name: string
  /** The request's address for the audit log. */
  ip_prefix: string
}
/** Payload of the job that continues an action. */
export const ActionRun = z.object({
  integration_id: z.uuid(),
  bulk_action_id: z.uuid(),
  by: z.object({ user_id: z.uuid(), name: z.string(), ip_prefix: z._default(z.string(), '') }),
})
type ActionJob = JobDefinition<typeof ActionRun>
export type BulkJobs = Record<ListOf, ActionJob>
/** One subject of a bulk action and the change to make to it. */
export interface BulkItem<Change> {
  bulk_action_id: string
  subject_id: string
  change: Change
}
/** How a bulk action changes each subject. */
export interface BulkWork<Change, Before extends object> {
  /** @returns the previous state, or why it wasn't changed */
  change(
    ctx: Context,
    tx: Tx,
    actor: Actor,
    item: BulkItem<Change>,
  ): Promise<Before | 'unchanged' | 'incomplete'>
  /** @returns whether the previous state was restored; false if someone has changed it since */
  revert(ctx: Context, tx: Tx, actor: Actor, item: BulkItem<Change> & { before: Before }): Promise<boolean>
  /** The item's outcome when a change was rejected; `unchanged` by default. */
  outcomeOf?(problem: Problem): 'unchanged' | 'incomplete'
}

/**
 * The actor with the access they have now: an action may run for minutes.
 *
 * @throws Problem `not_found` if they have left the workspace or lost the right
 */
export async function currentViewer(
  tx: Tx,
  { integration_id, user_id }: Actor,
  right: Right,
): Promise<Viewer> {
  const membership = await findMembership(tx, user_id, integration_id)
  if (!membership || !can(membership, right)) throw new Problem('not_found')
  return { integration_id, user_id, conversation_access: effectiveAccess(membership) }
}

/** Only the member who started it can read an action. */
const emitAction = (tx: Tx, action: BulkAction, user_id: string) =>
  tx.emit(bulkActionChanged, action, action, { only: [user_id] })

const kept_ms = day_ms
/** Progress is emitted after this many items. */
const progressEvery = 20

/** The action with this id; undefined if it wasn't started yet. */
export const findAction = (ctx: Context, { integration_id, user_id }: MemberActor, id: string) =>
  store.findAction(ctx.db, { integration_id, bulk_action_id: id }, user_id)

type NewAction = Pick<BulkAction, 'id' | 'list' | 'change'> & { subject_ids: readonly string[] }

/**
 * Subjects a member's action couldn't resolve.
 *
 * @throws Problem `not_found` if the member has no such action
 */
export async function listIncompleteSubjects(
  ctx: Context,
  actor: MemberActor,
  bulk_action_id: string,
): Promise<string[]> {
  const { integration_id } = actor
  if (!(await findAction(ctx, actor, bulk_action_id))) throw new Problem('not_found')
  return store.listSubjects(ctx.db, { integration_id, bulk_action_id }, 'incomplete')
}

/** @throws Problem `not_found` without subjects · `invalid_input` on `id` if used by someone else */
export async function startAction(
  ctx: Context,
  actor: MemberActor,
  action: NewAction,
  job: ActionJob,
): Promise<BulkAction> {
  if (action.subject_ids.length === 0) throw new Problem('not_found')
  return ctx.transaction((tx) => startActionWithTx(ctx, tx, actor, action, job))
}

/** Starts an action in the transaction of another change. */
export async function startActionWithTx(
  ctx: Context,
  tx: Tx,
  actor: MemberActor,
  { subject_ids, ...action }: NewAction,
  job: ActionJob,
): Promise<BulkAction> {
  const { integration_id, user_id, name, ip_prefix } = actor
  await store.deleteActionsBefore(tx, integration_id, new Date(ctx.now() - kept_ms).toISOString())
  const created_at = isoNow(ctx)
  const row = await store.insertAction(tx, { integration_id, user_id, created_at, subject_ids, ...action })
  if (!row) throw validationError('id', 'id_reused')
  await tx.enqueue(job, { integration_id, bulk_action_id: action.id, by: { user_id, name, ip_prefix } })
  emitAction(tx, row, user_id)
  return row
}

export async function getBulkAction(
  ctx: Context,
  actor: MemberActor,
  { bulk_action_id }: Input<typeof contract.getBulkAction>,
): Promise<BulkAction> {
  const action = await findAction(ctx, actor, bulk_action_id)
  if (!action) throw new Problem('not_found')
  return action
}

export const undoBulkAction =
  (jobs: BulkJobs) =>
  (
    ctx: Context,
    { integration_id, user_id, name, ip_prefix }: MemberActor,
    { bulk_action_id }: Input<typeof contract.undoBulkAction>,
  ): Promise<BulkAction> =>
    ctx.transaction(async (tx) => {
      const key = { integration_id, bulk_action_id }
      const state = await store.lockAction(tx, key, user_id)
      if (!state) throw new Problem('not_found')
      if (state === 'running' || state === 'done') {
        await store.skipPending(tx, key)
        const action = await store.startUndo(tx, key)
        await tx.enqueue(jobs[action.list], { ...key, by: { user_id, name, ip_prefix } })
        emitAction(tx, action, user_id)
        return action
      }
      const stored = await store.findAction(tx, key, user_id)
      if (!stored) throw new Problem('not_found')
      return stored
    })

/** An action, or its undo, that is carried out item by item. */
interface RunningAction<Change, Before extends object> {
  ctx: Context
  actor: Actor
  key: store.ActionKey
  change: Change
  work: BulkWork<Change, Before>
}
interface Item {
  position: number
  subject_id: string
  before: unknown
}

async function changeItem<Change, Before extends object>(
  tx: Tx,
  { ctx, actor, key, change, work }: RunningAction<Change, Before>,
  { position, subject_id }: Item,
): Promise<void> {
  const { bulk_action_id } = key
  const before = await work.change(ctx, tx, actor, { bulk_action_id, subject_id, change })
  if (typeof before === 'string') await store.finishItem(tx, key, position, before)
  else await store.finishItem(tx, key, position, 'changed', before)
}

async function undoItem<Change, Before extends object>(
  tx: Tx,
  { ctx, actor, key, change, work }: RunningAction<Change, Before>,
  { position, subject_id, before: stored }: Item,
): Promise<void> {
  const { bulk_action_id } = key
  // The previous state was returned by `change`.
  const before = stored as Before
  const isReverted = await work.revert(ctx, tx, actor, { bulk_action_id, subject_id, change, before })
  await store.finishItem(tx, key, position, isReverted ? 'undone' : 'kept')
}

/** Continues an action, or its undo, until nothing is left. Runs as a job. */
export async function continueAction<Change, Before extends object>(
  ctx: Context,
  { integration_id, bulk_action_id, by }: z.output<typeof ActionRun>,
  work: BulkWork<Change, Before>,
): Promise<void> {
  const key = { integration_id, bulk_action_id }
  const actor: Actor = { integration_id, ...by }
  for (;;) {
    const action = await store.findAction(ctx.db, key, by.user_id)
    if (!action || action.state === 'done' || action.state === 'undone') return
    // An action of a list contains a change of that list.
    const running = { ctx, actor, key, change: action.change as Change, work }
    const isUndo = action.state === 'undoing'
    const state = isUndo ? 'changed' : 'waiting'
    for (const position of await store.listPositions(ctx.db, key, state, progressEvery))
      try {
        await ctx.transaction(async (tx) => {
          const item = await store.lockItem(tx, key, position, state)
          if (item) await (isUndo ? undoItem : changeItem)(tx, running, { ...item, position })
        })
      } catch (error) {
        // A rejected change, such as too many tags, doesn't stop the others.
        if (!(error instanceof Problem)) throw error
        const outcome = isUndo ? 'kept' : (work.outcomeOf?.(error) ?? 'unchanged')
        await ctx.transaction((tx) => store.finishItem(tx, key, position, outcome))
      }
    await ctx.transaction(async (tx) => {
      const counted = await store.countAction(tx, key)
      if (counted) emitAction(tx, counted, by.user_id)
    })
  }
}
