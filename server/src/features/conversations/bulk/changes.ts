import type { BulkChange, Conversation } from '@ozvi/contract'
import type { Context, Tx } from '#platform/context/context.ts'
import { setPriorityIn, setTagsIn } from '../record/labels.ts'
import { findConversation, type Key } from '../record/store.ts'
import { assignConversationIn, assignTeamIn, type Doer, setStatusIn } from '../record/service.ts'

/*
 * One change of one conversation, and what takes it back: for acts on many, and for many acts on one.
 */

/** A change of the conversation itself. */
export type Change = Exclude<BulkChange, { kind: 'macro' | 'block' | 'delete' }>
/** What a change may change. */
export type State = Pick<
  Conversation,
  'status' | 'snoozed_until' | 'assignee_id' | 'team_id' | 'priority' | 'tag_ids'
> &
  // Absent in acts from before fields could be filled in.
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
/** The change with those of its values alone whose fields are empty. */
async function fillingOf(tx: Tx, key: Key, { fields, ...change }: StatusChange): Promise<StatusChange> {
  const held = (await findConversation(tx, key))?.fields ?? {}
  const empty = Object.entries(fields ?? {}).filter(([id]) => held[id] === undefined)
  return empty.length > 0 ? { ...change, fields: Object.fromEntries(empty) } : change
}

/** @param isBack what was so before is so again, whatever is required by now */
export async function applyChange(
  ctx: Context,
  tx: Tx,
  doer: Doer,
  conversation_id: string,
  change: Change,
  isBack = false,
) {
  const key = { integration_id: doer.integration_id, conversation_id }
  if (change.kind === 'status') {
    const wanted = isBack ? change : await fillingOf(tx, key, change)
    return setStatusIn(ctx, tx, doer, { ...key, ...wanted }, isBack)
  }
  if (change.kind === 'assignee') return assignConversationIn(ctx, tx, doer, { ...key, ...change })
  if (change.kind === 'team') return assignTeamIn(ctx, tx, doer, { ...key, ...change })
  if (change.kind === 'priority') return setPriorityIn(ctx, tx, doer, { ...key, ...change })
  return setTagsIn(ctx, tx, doer, { ...key, ...change })
}

/**
 * Takes changes back, the last one first, as far as nobody has made others since.
 *
 * @returns whether anything was taken back
 */
export async function takeBack(
  ctx: Context,
  tx: Tx,
  doer: Doer,
  key: Key,
  before: State,
  changes: readonly Change[],
): Promise<boolean> {
  let isAny = false
  for (const change of changes.toReversed()) {
    const now = await findConversation(tx, key)
    const back = now && inverseOf(change, before, now, ctx.now())
    if (!back) continue
    await applyChange(ctx, tx, doer, key.conversation_id, back, true)
    isAny = true
  }
  return isAny
}

/** What makes a conversation as it was; nothing where somebody has changed again what the act had changed. */
function inverseOf(change: Change, before: State, now: State, now_ms: number): Change | undefined {
  if (change.kind === 'status') {
    if (now.status !== change.status) return undefined
    const { status, snoozed_until } = before
    const filled = Object.entries(change.fields ?? {}).filter(
      ([id, value]) => before.fields?.[id] === undefined && now.fields?.[id] === value,
    )
    const fields = Object.fromEntries(filled.map(([id]) => [id, null]))
    const emptied = filled.length > 0 ? { fields } : {}
    if (status !== 'snoozed') return { kind: 'status', status, ...emptied }
    const isOver = !snoozed_until || Date.parse(snoozed_until) <= now_ms
    return isOver
      ? { kind: 'status', status: 'open', ...emptied }
      : { kind: 'status', status, snoozed_until, ...emptied }
  }
  if (change.kind === 'assignee')
    return now.assignee_id === change.assignee_id
      ? { kind: 'assignee', assignee_id: before.assignee_id }
      : undefined
  if (change.kind === 'team')
    return now.team_id === change.team_id ? { kind: 'team', team_id: before.team_id } : undefined
  if (change.kind === 'priority')
    return now.priority === change.priority ? { kind: 'priority', priority: before.priority } : undefined
  return {
    kind: 'tags',
    add: change.remove.filter((id) => before.tag_ids.includes(id)),
    remove: change.add.filter((id) => !before.tag_ids.includes(id)),
  }
}
