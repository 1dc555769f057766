import {
  type ConversationFilter,
  type FilterContext,
  filterOfView,
  type InboxView,
  inboxViews,
  type Input,
} from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import type { MemberActor } from '#features/integrations'
import { listTeams } from '#features/teams'
import type { Context } from '#platform/context/context.ts'
import { cursorOf, pageOf, readCursor } from '#platform/http/cursor.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { listInbox } from '../record/inbox-store.ts'
import { conditionsOf, countLists, newestOf } from './filter-store.ts'

export const filterContextOf = (
  ctx: Context,
  { user_id }: MemberActor,
  time_zone: string,
): FilterContext => ({
  user_id,
  now: ctx.now(),
  time_zone,
})
const dayRanges = [
  ['created_from', 'created_to'],
  ['active_from', 'active_to'],
] as const
/** @throws Problem `invalid_input` if a date range ends before it starts */
export function checkFilter(filter: ConversationFilter): ConversationFilter {
  for (const [from, to] of dayRanges) {
    if ((filter[from] ?? '') > (filter[to] ?? '9999-12-31')) throw validationError(to, 'range_reversed')
  }
  return filter
}

/** Newest message first; `next` is the cursor of the following page. */
export async function listConversations(
  ctx: Context,
  actor: MemberActor,
  { view, cursor, limit, time_zone, ...filter }: Input<typeof contract.listConversations>,
) {
  const conditions = conditionsOf(
    filterOfView(view, checkFilter(filter)),
    filterContextOf(ctx, actor, time_zone),
  )
  const rows = await listInbox(ctx.db, actor, conditions, { after: readCursor(cursor), limit: limit + 1 })
  return pageOf(rows, limit, ({ last_message_at, id }) => cursorOf({ at: last_message_at, id }))
}

export const countConversations = (
  ctx: Context,
  actor: MemberActor,
  { time_zone, ...filter }: Input<typeof contract.countConversations>,
): Promise<Record<InboxView, number>> =>
  countLists(
    ctx.db,
    actor,
    inboxViews.map((view) => ({ name: view, filter: filterOfView(view, checkFilter(filter)) })),
    filterContextOf(ctx, actor, time_zone),
  )

export async function countTeamConversations(
  ctx: Context,
  actor: MemberActor,
): Promise<Record<string, number>> {
  const teams = await listTeams(ctx.db, actor.integration_id)
  const counts = await countLists(
    ctx.db,
    actor,
    teams.map(({ id }) => ({ name: id, filter: filterOfView('all', { team: [id] }) })),
    filterContextOf(ctx, actor, 'UTC'),
  )
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
}

/** The ids of a whole list, newest message first, at most `limit`. */
export async function listIds(
  ctx: Context,
  actor: MemberActor,
  { view, time_zone, ...filter }: ConversationFilter & { view: InboxView; time_zone: string },
  limit: number,
): Promise<string[]> {
  const conditions = conditionsOf(
    filterOfView(view, checkFilter(filter)),
    filterContextOf(ctx, actor, time_zone),
  )
  const rows = await newestOf(ctx.db, actor, conditions, undefined, limit).execute()
  return rows.map(({ id }) => id)
}
