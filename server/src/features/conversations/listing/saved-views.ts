import { type Input, parseFilter, filterOfView, serializeFilter } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import type { MemberActor } from '#features/integrations'
import { storeView, viewsOf } from '#features/saved-views'
import type { Context } from '#platform/context/context.ts'
import { countLists } from './filter-store.ts'
import { filterContextOf, checkFilter } from './listing.ts'

/* Counts of saved views. */

export async function countSavedViews(
  ctx: Context,
  actor: MemberActor,
  { time_zone }: Input<typeof contract.countSavedViews>,
): Promise<Record<string, number>> {
  const lists = (await viewsOf(ctx, actor, 'conversations')).map(({ id, view, filter }) => ({
    name: id,
    filter: filterOfView(view, parseFilter(filter)),
  }))
  return countLists(ctx.db, actor, lists, filterContextOf(ctx, actor, time_zone))
}

export const saveView = (
  ctx: Context,
  actor: MemberActor,
  { filter, ...input }: Input<typeof contract.saveView>,
) =>
  storeView(ctx, actor, {
    ...input,
    list: 'conversations',
    filter: Object.fromEntries(Object.entries(serializeFilter(checkFilter(filter)))),
  })
