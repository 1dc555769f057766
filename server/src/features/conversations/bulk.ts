import {
  type BulkAct,
  bulkActChanged,
  type BulkChange,
  bulkMax,
  type Conversation,
  type Input,
  Problem,
} from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import * as z from 'zod/mini'
import { findMember, type MemberActor } from '#features/integrations'
import { findTags } from '#features/tags'
import { findTeam } from '#features/teams'
import type { Context, Tx } from '#platform/context.ts'
import { defineJob } from '#platform/jobs/index.ts'
import * as bulkStore from './bulk-store.ts'
import { isIncomplete } from './fields.ts'
import { setPriorityIn, setTagsIn } from './labels.ts'
import { listIds } from './listing.ts'
import { assignConversationIn, assignTeamIn, checkSnooze, type Doer, setStatusIn } from './service.ts'
import * as store from './store.ts'

/*
 * One change of many conversations. The act is a row with an entry for each of them, and a job that goes from
 * one to the next: each is changed in a commit of its own, with its line in the thread and its event, so that
 * nobody waits for the whole and a run that breaks off goes on where it was.
 */

/** Goes on with what a member does to many conversations at once. */
export const changeManyNow = defineJob(
  'conversations.change_many',
  z.object({
    integration_id: z.uuid(),
    bulk_act_id: z.uuid(),
    by: z.object({ user_id: z.uuid(), name: z.string() }),
  }),
  { retry_limit: 5, retry_delay_s: 2, expire_s: 600, concurrency: 2 },
)
const kept_ms = 86_400_000
/** As many are changed before it is told how far the act has come. */
const told = 20

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
  const { integration_id, user_id } = actor
  if ((conversation_ids === undefined) === (list === undefined))
    throw new Problem('invalid_input', { conversation_ids: ['required'] })
  const key = { integration_id, bulk_act_id: id }
  const first = await bulkStore.findAct(ctx.db, key, user_id)
  if (first) return first
  await checkChange(ctx, integration_id, change)
  const ids = list
    ? await listIds(ctx, actor, list, bulkMax)
    : await bulkStore.findKnown(ctx.db, integration_id, conversation_ids ?? [])
  if (ids.length === 0) throw new Problem('not_found')
  return ctx.transaction(async (tx) => {
    await bulkStore.removeActsBefore(tx, integration_id, new Date(ctx.now() - kept_ms).toISOString())
    const created_at = new Date(ctx.now()).toISOString()
    const act = await bulkStore.insertAct(tx, {
      integration_id,
      id,
      user_id,
      change,
      created_at,
      conversation_ids: ids,
    })
    if (!act) throw new Problem('invalid_input', { id: ['id_reused'] })
    await tx.enqueue(changeManyNow, { ...key, by: { user_id, name: actor.name } })
    tx.emit(bulkActChanged, act)
    return act
  })
}

export async function getBulkAct(
  ctx: Context,
  { integration_id, user_id }: MemberActor,
  { bulk_act_id }: Input<typeof contract.getBulkAct>,
): Promise<BulkAct> {
  const act = await bulkStore.findAct(ctx.db, { integration_id, bulk_act_id }, user_id)
  if (!act) throw new Problem('not_found')
  return act
}

export const undoBulkAct = (
  ctx: Context,
  { integration_id, user_id, name }: MemberActor,
  { bulk_act_id }: Input<typeof contract.undoBulkAct>,
): Promise<BulkAct> =>
  ctx.transaction(async (tx) => {
    const key = { integration_id, bulk_act_id }
    const act = await bulkStore.beginUndo(tx, key, user_id)
    if (act) {
      await tx.enqueue(changeManyNow, { ...key, by: { user_id, name } })
      tx.emit(bulkActChanged, act)
      return act
    }
    const found = await bulkStore.findAct(tx, key, user_id)
    if (!found) throw new Problem('not_found')
    return found
  })

/** Goes on with an act, or with its undoing, until nothing is left of it. Run as a job. */
export async function changeMany(
  ctx: Context,
  { integration_id, bulk_act_id, by }: bulkStore.ActKey & { by: { user_id: string; name: string } },
): Promise<void> {
  const key = { integration_id, bulk_act_id }
  const doer: Doer = { integration_id, ...by }
  for (;;) {
    const act = await bulkStore.findAct(ctx.db, key, by.user_id)
    if (!act || act.state === 'done' || act.state === 'undone') return
    const isUndo = act.state === 'undoing'
    for (const conversation_id of await bulkStore.listEntries(
      ctx.db,
      key,
      isUndo ? 'changed' : 'waiting',
      told,
    )) {
      const work = isUndo ? changeBack : changeOne
      await ctx.transaction((tx) => work(ctx, tx, key, doer, conversation_id, act.change))
    }
    await ctx.transaction(async (tx) => {
      const counted = await bulkStore.countAct(tx, key)
      if (counted) tx.emit(bulkActChanged, counted)
    })
  }
}

const apply = (ctx: Context, tx: Tx, doer: Doer, conversation_id: string, change: BulkChange) => {
  const key = { integration_id: doer.integration_id, conversation_id }
  if (change.kind === 'status') return setStatusIn(ctx, tx, doer, { ...key, ...change })
  if (change.kind === 'assignee') return assignConversationIn(ctx, tx, doer, { ...key, ...change })
  if (change.kind === 'team') return assignTeamIn(ctx, tx, doer, { ...key, ...change })
  if (change.kind === 'priority') return setPriorityIn(ctx, tx, doer, { ...key, ...change })
  return setTagsIn(ctx, tx, doer, { ...key, ...change })
}

type Work = (
  ctx: Context,
  tx: Tx,
  key: bulkStore.ActKey,
  doer: Doer,
  conversation_id: string,
  change: BulkChange,
) => Promise<void>

const changeOne: Work = async (ctx, tx, key, doer, conversation_id, change) => {
  if (!(await bulkStore.lockEntry(tx, key, conversation_id, 'waiting'))) return
  const { integration_id } = key
  await store.lockConversation(tx, { integration_id, conversation_id })
  const before = await store.findConversation(tx, { integration_id, conversation_id })
  const after = before && (await applyIfAllowed(ctx, tx, doer, conversation_id, change))
  if (after === 'incomplete')
    return void (await bulkStore.settleEntry(tx, key, conversation_id, 'incomplete'))
  if (!before || !after || after.version === before.version)
    return void (await bulkStore.settleEntry(tx, key, conversation_id, 'unchanged'))
  const { status, snoozed_until, assignee_id, team_id, priority, tag_ids } = before
  await bulkStore.settleEntry(tx, key, conversation_id, 'changed', {
    status,
    snoozed_until,
    assignee_id,
    team_id,
    priority,
    tag_ids,
  })
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

const changeBack: Work = async (ctx, tx, key, doer, conversation_id, change) => {
  const entry = await bulkStore.lockEntry(tx, key, conversation_id, 'changed')
  if (!entry?.before) return
  const { integration_id } = key
  await store.lockConversation(tx, { integration_id, conversation_id })
  const now = await store.findConversation(tx, { integration_id, conversation_id })
  const back = now && inverseOf(change, entry.before, now, ctx.now())
  const after = back && (await applyIfAllowed(ctx, tx, doer, conversation_id, back))
  await bulkStore.settleEntry(tx, key, conversation_id, after && after !== 'incomplete' ? 'undone' : 'kept')
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
