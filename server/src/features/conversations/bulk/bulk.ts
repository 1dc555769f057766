import { randomUUID } from 'node:crypto'
import {
  type Blocked,
  type BulkAct,
  type BulkChange,
  bulkMax,
  bulkNamedMax,
  type Input,
  may,
  Problem,
} from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import {
  ActRun,
  type BulkWork,
  type Doer,
  findAct,
  listIncompleteSubjects,
  startAct,
  startActIn,
} from '#features/bulk-acts'
import { blockBack, blockFor, checkUntil } from '#features/contacts'
import { findAssignee, type MemberActor } from '#features/integrations'
import { findMacro } from '#features/macros'
import { readerOf } from '#features/reach'
import { hasTags } from '#features/tags'
import { findTeam } from '#features/teams'
import type { Context, Tx } from '#platform/context/context.ts'
import { derivedId } from '#platform/secrets/derived-id.ts'
import { defineJob } from '#platform/jobs/index.ts'
import { applyChange, type Change, type State, stateOf, takeBack } from './changes.ts'
import { deleteConversationIn } from '../record/deletion.ts'
import { checkFields, conversationFields, isIncomplete } from '../record/fields.ts'
import { listIds } from '../listing/listing.ts'
import { mustSee } from '../record/must-find.ts'
import { runMacroIn } from './macro-runs.ts'
import { dropHeldIn } from '../scheduled/scheduled.ts'
import { checkSnooze } from '../record/service.ts'
import * as store from '../record/store.ts'

/** Continues a bulk action. */
export const changeManyNow = defineJob('conversations.change_many', ActRun, {
  retry_limit: 5,
  retry_delay_s: 2,
  expire_s: 1_800,
  concurrency: 2,
})
/**
 * @throws Problem `forbidden` if the role can't delete · `invalid_input` if the change refers to something
 * that doesn't exist
 */
async function checkChange(
  ctx: Context,
  { integration_id, user_id, role }: MemberActor,
  change: BulkChange,
): Promise<void> {
  if (change.kind === 'delete' && !may(role, 'conversations.delete')) throw new Problem('forbidden')
  if (change.kind === 'block') checkUntil(ctx, change.until)
  if (change.kind === 'status') {
    checkSnooze(ctx, change)
    if (change.fields) await checkFields(ctx.db, integration_id, change.fields)
  }
  if (change.kind === 'assignee' && change.assignee_id) {
    const assignee = await findAssignee(ctx.db, integration_id, change.assignee_id)
    if (typeof assignee === 'string') throw new Problem('invalid_input', { assignee_id: [assignee] })
  }
  if (
    change.kind === 'team' &&
    change.team_id &&
    !(await findTeam(ctx.db, { integration_id, team_id: change.team_id }))
  )
    throw new Problem('invalid_input', { team_id: ['team_unknown'] })
  if (
    change.kind === 'macro' &&
    !(await findMacro(ctx.db, { integration_id, macro_id: change.macro_id }, user_id))
  )
    throw new Problem('invalid_input', { macro_id: ['macro_unknown'] })
  if (change.kind === 'tags' && !(await hasTags(ctx.db, integration_id, change.add)))
    throw new Problem('invalid_input', { add: ['tag_unknown'] })
}

export async function startBulkAct(
  ctx: Context,
  actor: MemberActor,
  { id, change, conversation_ids, list, left_by }: Input<typeof contract.startBulkAct>,
): Promise<BulkAct> {
  if ([conversation_ids, list, left_by].filter((named) => named !== undefined).length !== 1)
    throw new Problem('invalid_input', { conversation_ids: ['required'] })
  const first = await findAct(ctx, actor, id)
  if (first) return first
  await checkChange(ctx, actor, change)
  const subject_ids = list
    ? await listIds(ctx, actor, list, bulkMax)
    : await store.findKnown(
        ctx.db,
        actor,
        left_by ? await listIncompleteSubjects(ctx, actor, left_by) : (conversation_ids ?? []),
      )
  return startAct(ctx, actor, { id, list: 'conversations', change, subject_ids }, changeManyNow)
}

/** Returns the conversations a bulk action couldn't resolve, and the required fields that are empty in them. */
export async function listIncomplete(
  ctx: Context,
  actor: MemberActor,
  { bulk_act_id }: Input<typeof contract.listIncomplete>,
) {
  const { integration_id } = actor
  const ids = await store.findKnown(ctx.db, actor, await listIncompleteSubjects(ctx, actor, bulk_act_id))
  const required = (await conversationFields.list(ctx.db, integration_id)).filter(
    ({ is_required }) => is_required,
  )
  const empty = await store.findEmptyFields(
    ctx.db,
    integration_id,
    ids,
    required.map((field) => field.id),
  )
  return {
    conversation_ids: ids.slice(0, bulkNamedMax),
    fields: required.filter((field) => empty.has(field.id)).map(({ id, name }) => ({ id, name })),
  }
}

/**
 * Reassigns all open conversations of a member who can't reply anymore, as a bulk action that `actor` can
 * undo.
 *
 * @param to_user_id null to unassign
 * @returns null if no conversations are assigned to the member
 */
export async function reassignOpenIn(
  ctx: Context,
  tx: Tx,
  actor: MemberActor,
  { from_user_id, to_user_id }: { from_user_id: string; to_user_id: string | null },
): Promise<BulkAct | null> {
  const subject_ids = await store.listOpenOf(tx, actor.integration_id, from_user_id)
  if (subject_ids.length === 0) return null
  const change = { kind: 'assignee', assignee_id: to_user_id } as const
  const act = { id: randomUUID(), list: 'conversations', change, subject_ids } as const
  return startActIn(ctx, tx, actor, act, changeManyNow)
}

/** The previous state of a conversation or its contact. Empty if it was deleted. */
type Before = (State & { changes?: Change[] }) | { blocked: Blocked | null } | Record<never, never>
/** Applies one change to many conversations. */
export const changeMany: BulkWork<BulkChange, Before> = {
  async change(ctx, tx, doer, conversation_id, change, bulk_act_id) {
    const key = { integration_id: doer.integration_id, conversation_id }
    await mustStillSee(tx, doer, conversation_id)
    if (change.kind === 'delete') {
      await deleteConversationIn(ctx, tx, doer, conversation_id)
      return {}
    }
    if (change.kind === 'block') {
      const customer = (await store.findConversation(tx, key))?.contact_id
      return (customer && (await blockFor(ctx, tx, doer, customer, change))) || 'unchanged'
    }
    await store.lockConversation(tx, key)
    const before = await store.findConversation(tx, key)
    if (!before) return 'unchanged'
    if (change.kind === 'macro') {
      const asked = { id: idOf(bulk_act_id, conversation_id), macro_id: change.macro_id }
      const { changes } = await runMacroIn(ctx, tx, doer, before, asked)
      return { ...stateOf(before), changes }
    }
    const after = await applyChange(ctx, tx, doer, conversation_id, change)
    return after.version === before.version ? 'unchanged' : stateOf(before)
  },
  async changeBack(ctx, tx, doer, conversation_id, change, before, bulk_act_id) {
    if (change.kind === 'delete') return false
    const isBack = await changeOneBack(ctx, tx, doer, conversation_id, change, before, bulk_act_id)
    // Members get back what they gave away. Changes others have made since stay.
    if (isBack) await mustStillSee(tx, doer, conversation_id)
    return isBack
  },
  refused: (problem) => (isIncomplete(problem) ? 'incomplete' : 'unchanged'),
}

/** @returns whether anything was reverted */
async function changeOneBack(
  ctx: Context,
  tx: Tx,
  doer: Doer,
  conversation_id: string,
  change: Exclude<BulkChange, { kind: 'delete' }>,
  before: Before,
  bulk_act_id: string,
): Promise<boolean> {
  const key = { integration_id: doer.integration_id, conversation_id }
  if (change.kind === 'block') {
    const customer = (await store.findConversation(tx, key))?.contact_id
    // Returned by `blockFor`.
    const { blocked } = before as Extract<Before, { blocked: unknown }>
    return customer !== undefined && blockBack(ctx, tx, doer, customer, change, blocked)
  }
  await store.lockConversation(tx, key)
  // Returned by the other changes before they are applied.
  const was = before as Extract<Before, State>
  if (change.kind !== 'macro') return takeBack(ctx, tx, doer, key, was, [change])
  await dropHeldIn(ctx, tx, { ...key, id: idOf(bulk_act_id, conversation_id) })
  return takeBack(ctx, tx, doer, key, was, was.changes ?? [])
}
/** @throws Problem `not_found` if the member can't see the conversation or isn't a member */
async function mustStillSee(tx: Tx, { integration_id, user_id }: Doer, conversation_id: string) {
  const reader = await readerOf(tx, integration_id, user_id)
  if (!reader) throw new Problem('not_found')
  await mustSee(tx, reader, conversation_id)
}
/** Deterministic, so a retried run sends each reply only once. */
const idOf = (bulk_act_id: string, conversation_id: string) => derivedId(`${bulk_act_id} ${conversation_id}`)
