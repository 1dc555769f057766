import { type Input, readFilter, wantedIn, writeFilter } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import type { MemberActor } from '#features/integrations'
import { keepView, viewsOf } from '#features/saved-views'
import type { Context } from '#platform/context/context.ts'
import { countLists } from './filter-store.ts'
import { askingOf, checkFilter } from './listing.ts'

/* Counts of saved views. */

export async function countSavedViews(
  ctx: Context,
  actor: MemberActor,
  { time_zone }: Input<typeof contract.countSavedViews>,
): Promise<Record<string, number>> {
  const lists = (await viewsOf(ctx, actor, 'conversations')).map(({ id, view, filter }) => ({
    name: id,
    filter: wantedIn(view, readFilter(filter)),
  }))
  return countLists(ctx.db, actor, lists, askingOf(ctx, actor, time_zone))
}

export const saveView = (
  ctx: Context,
  actor: MemberActor,
  { filter, ...kept }: Input<typeof contract.saveView>,
) =>
  keepView(ctx, actor, {
    ...kept,
    list: 'conversations',
    filter: Object.fromEntries(Object.entries(writeFilter(checkFilter(filter)))),
  })
