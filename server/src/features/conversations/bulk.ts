import {
  type BulkAct,
  type BulkChange,
  bulkMax,
  type Conversation,
  type Input,
  Problem,
} from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { ActRun, type BulkWork, findAct, startAct } from '#features/bulk-acts'
import { findMember, type MemberActor } from '#features/integrations'
import { findTags } from '#features/tags'
import { findTeam } from '#features/teams'
import type { Context, Tx } from '#platform/context.ts'
import { defineJob } from '#platform/jobs/index.ts'
import { isIncomplete } from './fields.ts'
import { setPriorityIn, setTagsIn } from './labels.ts'
import { listIds } from './listing.ts'
import { assignConversationIn, assignTeamIn, checkSnooze, type Doer, setStatusIn } from './service.ts'
import * as store from './store.ts'

/** Goes on with what a member does to many conversations at once. */
export const changeManyNow = defineJob('conversations.change_many', ActRun, {
  retry_limit: 5,
  retry_delay_s: 2,
  expire_s: 600,
  concurrency: 2,
})
/** @throws Problem `invalid_input` on the field of the change that names what is not there */
async function checkChange(ctx: Context, integration_id: string, change: BulkChange): Promise<void> {
  if (change.kind === 'status') checkSnooze(ctx, change)
  if (
    change.kind === 'assignee' &&
    change.assignee_id &&
    !(await findMember(ctx.db, integration_id, change.assignee_id))
  )
    throw new Problem('invalid_input', { assignee_id: ['not_a_member'] })
  if (
    change.kind === 'team' &&
    change.team_id &&
    !(await findTeam(ctx.db, { integration_id, team_id: change.team_id }))
  )
    throw new Problem('invalid_input', { team_id: ['team_unknown'] })
  if (change.kind === 'tags') {
    const add = [...new Set(change.add)]
    if ((await findTags(ctx.db, integration_id, add)).length < add.length)
      throw new Problem('invalid_input', { add: ['tag_unknown'] })
  }
}

export async function startBulkAct(
  ctx: Context,
  actor: MemberActor,
  { id, change, conversation_ids, list }: Input<typeof contract.startBulkAct>,
): Promise<BulkAct> {
  const { integration_id } = actor
  if ((conversation_ids === undefined) === (list === undefined))
    throw new Problem('invalid_input', { conversation_ids: ['required'] })
  const first = await findAct(ctx, actor, id)
  if (first) return first
  await checkChange(ctx, integration_id, change)
  const subject_ids = list
    ? await listIds(ctx, actor, list, bulkMax)
    : await store.findKnown(ctx.db, integration_id, conversation_ids ?? [])
  return startAct(ctx, actor, { id, list: 'conversations', change, subject_ids }, changeManyNow)
}

const apply = (ctx: Context, tx: Tx, doer: Doer, conversation_id: string, change: BulkChange) => {
  const key = { integration_id: doer.integration_id, conversation_id }
  if (change.kind === 'status') return setStatusIn(ctx, tx, doer, { ...key, ...change })
  if (change.kind === 'assignee') return assignConversationIn(ctx, tx, doer, { ...key, ...change })
  if (change.kind === 'team') return assignTeamIn(ctx, tx, doer, { ...key, ...change })
  if (change.kind === 'priority') return setPriorityIn(ctx, tx, doer, { ...key, ...change })
  return setTagsIn(ctx, tx, doer, { ...key, ...change })
}

/** What is refused of one conversation, such as a tag too many, stops none of the others. */
async function applyIfAllowed(
  ctx: Context,
  tx: Tx,
  doer: Doer,
  conversation_id: string,
  change: BulkChange,
): Promise<Conversation | 'incomplete' | undefined> {
  try {
    return await apply(ctx, tx, doer, conversation_id, change)
  } catch (error) {
    if (error instanceof Problem) return isIncomplete(error) ? 'incomplete' : undefined
    throw error
  }
}

type State = Pick<
  Conversation,
  'status' | 'snoozed_until' | 'assignee_id' | 'team_id' | 'priority' | 'tag_ids'
>
/** What makes a conversation as it was; nothing where somebody has changed again what the act had changed. */
function inverseOf(change: BulkChange, before: State, now: State, now_ms: number): BulkChange | undefined {
  if (change.kind === 'status') {
    if (now.status !== change.status) return undefined
    const { status, snoozed_until } = before
    if (status !== 'snoozed') return { kind: 'status', status }
    const isOver = !snoozed_until || Date.parse(snoozed_until) <= now_ms
    return isOver ? { kind: 'status', status: 'open' } : { kind: 'status', status, snoozed_until }
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

/** What changing many does to each of them. */
export const changeMany: BulkWork<BulkChange, State> = {
  async change(ctx, tx, doer, conversation_id, change) {
    const key = { integration_id: doer.integration_id, conversation_id }
    await store.lockConversation(tx, key)
    const before = await store.findConversation(tx, key)
    const after = before && (await applyIfAllowed(ctx, tx, doer, conversation_id, change))
    if (after === 'incomplete') return after
    if (!before || !after || after.version === before.version) return 'unchanged'
    const { status, snoozed_until, assignee_id, team_id, priority, tag_ids } = before
    return { status, snoozed_until, assignee_id, team_id, priority, tag_ids }
  },
  async changeBack(ctx, tx, doer, conversation_id, change, before) {
    const key = { integration_id: doer.integration_id, conversation_id }
    await store.lockConversation(tx, key)
    const now = await store.findConversation(tx, key)
    const back = now && inverseOf(change, before, now, ctx.now())
    const after = back && (await applyIfAllowed(ctx, tx, doer, conversation_id, back))
    return after !== undefined && after !== 'incomplete'
  },
}
