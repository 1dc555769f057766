import type { BulkChange, Conversation } from '@ozvi/contract'
import type { Context, Tx } from '#platform/context/context.ts'
import { setPriorityWithTx, setTagsWithTx } from '../record/tags-and-priority.ts'
import { findConversation, type Key } from '../record/store.ts'
import {
  assignConversationWithTx,
  assignTeamWithTx,
  type WorkspaceActor,
  setStatusWithTx,
} from '../record/service.ts'

/* One change of one conversation and its inverse. Used by bulk actions and macros. */

export type Change = Exclude<BulkChange, { kind: 'macro' | 'block' | 'delete' }>
/** The fields that a change can modify. */
export type State = Pick<
  Conversation,
  'status' | 'snoozed_until' | 'assignee_id' | 'team_id' | 'priority' | 'tag_ids'
> &
  // Absent in bulk actions stored before custom fields existed.
  Partial<Pick<Conversation, 'fields'>>
export const stateOf = ({
  status,
  snoozed_until,
  assignee_id,
  team_id,
  priority,
  tag_ids,
  fields = {},
}: State): State => ({ status, snoozed_until, assignee_id, team_id, priority, tag_ids, fields })

type StatusChange = Extract<Change, { kind: 'status' }>
/** Returns the change with values only for fields that are empty. */
async function requiredFieldsOf(
  tx: Tx,
  key: Key,
  { fields, ...change }: StatusChange,
): Promise<StatusChange> {
  const values = (await findConversation(tx, key))?.fields ?? {}
  const empty = Object.entries(fields ?? {}).filter(([id]) => values[id] === undefined)
  return empty.length > 0 ? { ...change, fields: Object.fromEntries(empty) } : change
}

/** @param isRestoring skips the check of required fields when a previous state is restored */
export async function applyChange(
  ctx: Context,
  tx: Tx,
  actor: WorkspaceActor,
  {
    conversation_id,
    change,
    isRestoring = false,
  }: { conversation_id: string; change: Change; isRestoring?: boolean },
) {
  const key = { integration_id: actor.integration_id, conversation_id }
  if (change.kind === 'status') {
    const changes = isRestoring ? change : await requiredFieldsOf(tx, key, change)
    return setStatusWithTx(ctx, tx, actor, { ...key, ...changes }, isRestoring)
  }
  if (change.kind === 'assignee') return assignConversationWithTx(ctx, tx, actor, { ...key, ...change })
  if (change.kind === 'team') return assignTeamWithTx(ctx, tx, actor, { ...key, ...change })
  if (change.kind === 'priority') return setPriorityWithTx(ctx, tx, actor, { ...key, ...change })
  return setTagsWithTx(ctx, tx, actor, { ...key, ...change })
}

/**
 * Reverts changes in reverse order, except where someone has changed the value since.
 *
 * @returns whether anything was reverted
 */
export async function revertChanges(
  ctx: Context,
  tx: Tx,
  actor: WorkspaceActor,
  {
    conversation_id,
    previous,
    changes,
  }: { conversation_id: string; previous: State; changes: readonly Change[] },
): Promise<boolean> {
  const key = { integration_id: actor.integration_id, conversation_id }
  let isReverted = false
  for (const change of changes.toReversed()) {
    const now = await findConversation(tx, key)
    const inverse = now && inverseOf(change, previous, now, ctx.now())
    if (!inverse) continue
    await applyChange(ctx, tx, actor, { conversation_id, change: inverse, isRestoring: true })
    isReverted = true
  }
  return isReverted
}

/** Returns the change that restores the previous state; undefined where someone has changed the value since. */
function inverseOf(change: Change, previous: State, now: State, now_ms: number): Change | undefined {
  if (change.kind === 'status') {
    if (now.status !== change.status) return undefined
    const { status, snoozed_until } = previous
    const filled = Object.entries(change.fields ?? {}).filter(
      ([id, value]) => previous.fields?.[id] === undefined && now.fields?.[id] === value,
    )
    const fields = Object.fromEntries(filled.map(([id]) => [id, null]))
    const emptied = filled.length > 0 ? { fields } : {}
    if (status !== 'snoozed') return { kind: 'status', status, ...emptied }
    const hasEnded = !snoozed_until || Date.parse(snoozed_until) <= now_ms
    return hasEnded
      ? { kind: 'status', status: 'open', ...emptied }
      : { kind: 'status', status, snoozed_until, ...emptied }
  }
  if (change.kind === 'assignee')
    return now.assignee_id === change.assignee_id
      ? { kind: 'assignee', assignee_id: previous.assignee_id }
      : undefined
  if (change.kind === 'team')
    return now.team_id === change.team_id ? { kind: 'team', team_id: previous.team_id } : undefined
  if (change.kind === 'priority')
    return now.priority === change.priority ? { kind: 'priority', priority: previous.priority } : undefined
  return {
    kind: 'tags',
    add: change.remove.filter((id) => previous.tag_ids.includes(id)),
    remove: change.add.filter((id) => !previous.tag_ids.includes(id)),
  }
}
