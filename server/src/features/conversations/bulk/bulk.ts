import { randomUUID } from 'node:crypto'
import {
  type Blocked,
  type BulkAction,
  type BulkChange,
  bulkMax,
  bulkNamedMax,
  type Input,
  can,
  Problem,
} from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import {
  ActionRun,
  type BulkItem,
  type BulkWork,
  type Actor,
  currentViewer,
  findAction,
  listIncompleteSubjects,
  startAction,
  startActionWithTx,
} from '#features/bulk-actions'
import { restoreBlock, blockFor, checkUntil } from '#features/contacts'
import { findAssignee, type MemberActor } from '#features/integrations'
import { findMacro } from '#features/macros'
import { hasTags } from '#features/tags'
import { findTeam } from '#features/teams'
import type { Context, Tx } from '#platform/context/context.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { derivedId } from '#platform/secrets/derived-id.ts'
import { defineJob } from '#platform/jobs/index.ts'
import { applyChange, type Change, type State, stateOf, revertChanges } from './changes.ts'
import { deleteConversationWithTx } from '../record/deletion.ts'
import { checkFields, conversationFields, isIncomplete } from '../record/fields.ts'
import { listIds } from '../listing/listing.ts'
import { assertVisible } from '../record/get-conversation.ts'
import { runMacroWithTx } from './macro-runs.ts'
import { cancelHeldWithTx } from '../scheduled/scheduled.ts'
import { checkSnooze } from '../record/service.ts'
import * as store from '../record/store.ts'

/** Continues a bulk action. */
export const changeManyJob = defineJob('conversations.change_many', ActionRun, {
  retry_limit: 5,
  retry_delay_s: 2,
  expire_s: 1_800,
  concurrency: 2,
})
/**
 * @throws Problem `forbidden` if the role can't delete · `invalid_input` if the change refers to something
 * that doesn't exist
 */
async function checkChange(ctx: Context, actor: MemberActor, change: BulkChange): Promise<void> {
  const { integration_id, user_id } = actor
  if (change.kind === 'delete' && !can(actor, 'conversations.delete')) throw new Problem('forbidden')
  if (change.kind === 'block') checkUntil(ctx, change.until)
  if (change.kind === 'status') {
    checkSnooze(ctx, change)
    if (change.fields) await checkFields(ctx.db, integration_id, change.fields)
  }
  if (change.kind === 'assignee' && change.assignee_id) {
    const assignee = await findAssignee(ctx.db, integration_id, change.assignee_id)
    if (typeof assignee === 'string') throw validationError('assignee_id', assignee)
  }
  if (
    change.kind === 'team' &&
    change.team_id &&
    !(await findTeam(ctx.db, { integration_id, team_id: change.team_id }))
  )
    throw validationError('team_id', 'team_unknown')
  if (
    change.kind === 'macro' &&
    !(await findMacro(ctx.db, { integration_id, macro_id: change.macro_id }, user_id))
  )
    throw validationError('macro_id', 'macro_unknown')
  if (change.kind === 'tags' && !(await hasTags(ctx.db, integration_id, change.add)))
    throw validationError('add', 'tag_unknown')
}

export async function startBulkAction(
  ctx: Context,
  actor: MemberActor,
  { id, change, conversation_ids, list, left_by }: Input<typeof contract.startBulkAction>,
): Promise<BulkAction> {
  if ([conversation_ids, list, left_by].filter((selection) => selection !== undefined).length !== 1)
    throw validationError('conversation_ids', 'required')
  const first = await findAction(ctx, actor, id)
  if (first) return first
  await checkChange(ctx, actor, change)
  const subject_ids = list
    ? await listIds(ctx, actor, list, bulkMax)
    : await store.filterVisible(
        ctx.db,
        actor,
        left_by ? await listIncompleteSubjects(ctx, actor, left_by) : (conversation_ids ?? []),
      )
  return startAction(ctx, actor, { id, list: 'conversations', change, subject_ids }, changeManyJob)
}

/** Returns the conversations a bulk action couldn't resolve, and the required fields that are empty in them. */
export async function listIncomplete(
  ctx: Context,
  actor: MemberActor,
  { bulk_action_id }: Input<typeof contract.listIncomplete>,
) {
  const { integration_id } = actor
  const ids = await store.filterVisible(
    ctx.db,
    actor,
    await listIncompleteSubjects(ctx, actor, bulk_action_id),
  )
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
export async function reassignOpenWithTx(
  ctx: Context,
  tx: Tx,
  actor: MemberActor,
  { from_user_id, to_user_id }: { from_user_id: string; to_user_id: string | null },
): Promise<BulkAction | null> {
  const subject_ids = await store.listOpenOf(tx, actor.integration_id, from_user_id)
  if (subject_ids.length === 0) return null
  const change = { kind: 'assignee', assignee_id: to_user_id } as const
  const action = { id: randomUUID(), list: 'conversations', change, subject_ids } as const
  return startActionWithTx(ctx, tx, actor, action, changeManyJob)
}

/** The previous state of a conversation or its contact. Empty if it was deleted. */
type PreviousState = (State & { changes?: Change[] }) | { blocked: Blocked | null } | Record<never, never>
/** Applies one change to many conversations. */
export const changeMany: BulkWork<BulkChange, PreviousState> = {
  async change(ctx, tx, actor, { bulk_action_id, subject_id: conversation_id, change }) {
    const key = { integration_id: actor.integration_id, conversation_id }
    await assertStillAllowed(tx, actor, change, conversation_id)
    if (change.kind === 'delete') {
      await deleteConversationWithTx(ctx, tx, actor, conversation_id)
      return {}
    }
    if (change.kind === 'block') {
      const customer = (await store.findConversation(tx, key))?.contact_id
      return (customer && (await blockFor(ctx, tx, actor, customer, change))) || 'unchanged'
    }
    await store.lockConversation(tx, key)
    const previous = await store.findConversation(tx, key)
    if (!previous) return 'unchanged'
    if (change.kind === 'macro') {
      const run = { id: idOf(bulk_action_id, conversation_id), macro_id: change.macro_id }
      const { changes } = await runMacroWithTx(ctx, tx, actor, previous, run)
      return { ...stateOf(previous), changes }
    }
    const after = await applyChange(ctx, tx, actor, { conversation_id, change })
    return after.version === previous.version ? 'unchanged' : stateOf(previous)
  },
  async revert(ctx, tx, actor, { change, ...item }) {
    if (change.kind === 'delete') return false
    const isReverted = await revertOne(ctx, tx, actor, { ...item, change })
    // Members get back what they gave away. Changes others have made since stay.
    if (isReverted) await assertStillAllowed(tx, actor, change, item.subject_id)
    return isReverted
  },
  outcomeOf: (problem) => (isIncomplete(problem) ? 'incomplete' : 'unchanged'),
}

type Reversion = BulkItem<Exclude<BulkChange, { kind: 'delete' }>> & { before: PreviousState }
/** @returns whether anything was reverted */
async function revertOne(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  { bulk_action_id, subject_id: conversation_id, change, before }: Reversion,
): Promise<boolean> {
  const key = { integration_id: actor.integration_id, conversation_id }
  if (change.kind === 'block') {
    const customer = (await store.findConversation(tx, key))?.contact_id
    // Returned by `blockFor`.
    const { blocked } = before as Extract<PreviousState, { blocked: unknown }>
    return customer !== undefined && restoreBlock(ctx, tx, actor, customer, { change, before: blocked })
  }
  await store.lockConversation(tx, key)
  // Returned by the other changes before they are applied.
  const previous = before as Extract<PreviousState, State>
  if (change.kind !== 'macro')
    return revertChanges(ctx, tx, actor, { conversation_id, previous, changes: [change] })
  await cancelHeldWithTx(ctx, tx, { ...key, id: idOf(bulk_action_id, conversation_id) })
  return revertChanges(ctx, tx, actor, { conversation_id, previous, changes: previous.changes ?? [] })
}
/** @throws Problem `not_found` if the member can't see the conversation or make the change anymore */
async function assertStillAllowed(tx: Tx, actor: Actor, { kind }: BulkChange, conversation_id: string) {
  const right = kind === 'delete' ? 'conversations.delete' : 'conversations.answer'
  await assertVisible(tx, await currentViewer(tx, actor, right), conversation_id)
}
/** Deterministic, so a retried run sends each reply only once. */
const idOf = (bulk_action_id: string, conversation_id: string) =>
  derivedId(`${bulk_action_id} ${conversation_id}`)
