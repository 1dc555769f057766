import {
  folded,
  type Input,
  may,
  Problem,
  readFilter,
  type SavedView,
  savedViewsChanged,
  savedViewsMax,
  wantedIn,
  writeFilter,
} from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import type { MemberActor } from '#features/integrations'
import type { Context, Tx } from '#platform/context.ts'
import { countLists } from './filter-store.ts'
import { askingOf, checkFilter } from './listing.ts'
import * as store from './saved-view-store.ts'

/* Lists of the inbox that a member keeps under a name, for themselves or for the team. */

export const listSavedViews = (ctx: Context, { integration_id, user_id }: MemberActor) =>
  store.listViews(ctx.db, integration_id, user_id)

export async function countSavedViews(
  ctx: Context,
  actor: MemberActor,
  { time_zone }: Input<typeof contract.countSavedViews>,
): Promise<Record<string, number>> {
  const views = await listSavedViews(ctx, actor)
  if (views.length === 0) return {}
  const lists = views.map(({ id, view, filter }) => ({
    name: id,
    filter: wantedIn(view, readFilter(filter)),
  }))
  return countLists(ctx.db, actor.integration_id, lists, askingOf(ctx, actor, time_zone))
}

const mayChange = ({ role, user_id }: MemberActor, { owner_id }: Pick<SavedView, 'owner_id'>) =>
  owner_id === null ? may(role, 'views.manage') : owner_id === user_id

/**
 * The view that is there, if the caller may change it.
 *
 * @throws Problem `not_found`: somebody else's own · `forbidden`: the team's
 */
async function findOwn(tx: Tx, actor: MemberActor, key: store.Key) {
  const view = await store.findView(tx, key)
  if (view && view.owner_id !== null && view.owner_id !== actor.user_id) throw new Problem('not_found')
  if (view && !mayChange(actor, view)) throw new Problem('forbidden')
  return view
}

/** @throws Problem `forbidden`: the team's are others' to keep · `invalid_input` on `name` */
export const saveView = (
  ctx: Context,
  actor: MemberActor,
  { saved_view_id, name, is_shared, view, filter }: Input<typeof contract.saveView>,
) =>
  ctx.transaction(async (tx) => {
    const { integration_id, user_id } = actor
    const key = { integration_id, saved_view_id }
    const owner_id = is_shared ? null : user_id
    if (!mayChange(actor, { owner_id })) throw new Problem('forbidden')
    checkFilter(filter)
    await store.lockViews(tx, integration_id)
    const before = await findOwn(tx, actor, key)
    const others = (await store.listViews(tx, integration_id, user_id)).filter(
      ({ id }) => id !== saved_view_id,
    )
    if (others.some((other) => folded(other.name) === folded(name)))
      throw new Problem('invalid_input', { name: ['name_taken'] })
    if (!before && others.filter((other) => other.owner_id === owner_id).length >= savedViewsMax)
      throw new Problem('invalid_input', { name: [`too_many:${savedViewsMax}`] })
    const stored = { integration_id, id: saved_view_id, owner_id, name, view, filter: told(filter) }
    const saved = await store.putView(tx, stored)
    tx.emit(savedViewsChanged, { integration_id })
    return saved
  })
const told = (filter: Input<typeof contract.saveView>['filter']): Record<string, string> =>
  Object.fromEntries(Object.entries(writeFilter(filter)))

export const orderSavedViews = (
  ctx: Context,
  actor: MemberActor,
  { ids }: Input<typeof contract.orderSavedViews>,
) =>
  ctx.transaction(async (tx) => {
    const { integration_id, user_id } = actor
    await store.lockViews(tx, integration_id)
    const views = await store.listViews(tx, integration_id, user_id)
    const rank = (view: SavedView) => (mayChange(actor, view) ? ids.indexOf(view.id) : -1)
    // Those that are moved take among themselves the places that they have together.
    for (const isTeams of [true, false]) {
      const list = views.filter(({ owner_id }) => (owner_id === null) === isTeams)
      const moved = list.filter((view) => rank(view) >= 0).toSorted((a, b) => rank(a) - rank(b))
      const next = list.map((view) => (rank(view) >= 0 ? (moved.shift() ?? view) : view))
      for (const [place, { id }] of next.entries()) {
        await store.placeView(tx, { integration_id, saved_view_id: id }, place + 1)
      }
    }
    tx.emit(savedViewsChanged, { integration_id })
    return store.listViews(tx, integration_id, user_id)
  })

export const deleteSavedView = (
  ctx: Context,
  actor: MemberActor,
  { saved_view_id }: Input<typeof contract.deleteSavedView>,
) =>
  ctx.transaction(async (tx) => {
    const { integration_id } = actor
    const key = { integration_id, saved_view_id }
    if (!(await findOwn(tx, actor, key))) throw new Problem('not_found')
    await store.removeView(tx, key)
    tx.emit(savedViewsChanged, { integration_id })
    return null
  })
