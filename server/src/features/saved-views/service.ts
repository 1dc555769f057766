import {
  normalizeText,
  type Input,
  type ListOf,
  can,
  Problem,
  type SavedView,
  savedViewsChanged,
  savedViewsMax,
} from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { record, recordSharedItem } from '#features/audit-log'
import { type MemberActor, assertCanEditShared } from '#features/integrations'
import type { Context, Tx } from '#platform/context/context.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { applyOrder } from '#platform/reorder.ts'
import * as store from './store.ts'

/* Personal and shared saved filters of the inbox, or of contacts. */

/** The name in the audit log. */
const nameOf = { conversations: 'view', contacts: 'segment' } as const satisfies Record<ListOf, string>

export const listSavedViews = (
  ctx: Context,
  actor: MemberActor,
  { list }: Input<typeof contract.listSavedViews>,
) => store.listViews(ctx.db, actor, list)

const mayChange = (actor: MemberActor, { owner_id }: Pick<SavedView, 'owner_id'>) =>
  owner_id === null ? can(actor, 'views.manage') : owner_id === actor.user_id

/**
 * The view, if the caller can change it.
 *
 * @throws Problem `not_found` for someone else's personal view · `forbidden` for a shared one
 */
async function findEditable(tx: Tx, actor: MemberActor, key: store.Key) {
  const view = await store.findView(tx, key)
  if (view) assertCanEditShared(actor, view, 'views.manage')
  return view
}

interface StoredView extends Pick<SavedView, 'name' | 'list' | 'view' | 'filter'> {
  saved_view_id: string
  is_shared: boolean
}
/** @throws Problem `forbidden` for a shared view without the right · `invalid_input` on `name` */
export const storeView = (
  ctx: Context,
  actor: MemberActor,
  { saved_view_id, is_shared, name, list, view, filter }: StoredView,
) =>
  ctx.transaction(async (tx) => {
    const { integration_id, user_id } = actor
    const owner_id = is_shared ? null : user_id
    assertCanEditShared(actor, { owner_id }, 'views.manage')
    await store.lockViews(tx, integration_id)
    const before = await findEditable(tx, actor, { integration_id, saved_view_id })
    if (before && before.list !== list) throw new Problem('not_found')
    const others = (await store.listViews(tx, actor, list)).filter(({ id }) => id !== saved_view_id)
    if (others.some((other) => normalizeText(other.name) === normalizeText(name)))
      throw validationError('name', 'name_taken')
    if (!before && others.filter((other) => other.owner_id === owner_id).length >= savedViewsMax)
      throw validationError('name', `too_many:${savedViewsMax}`)
    const saved = await store.upsertView(tx, {
      integration_id,
      id: saved_view_id,
      list,
      owner_id,
      name,
      view,
      filter,
    })
    await recordSharedItem(ctx, tx, actor, {
      item: nameOf[list],
      subject: name,
      before,
      after: { owner_id },
    })
    tx.emit(savedViewsChanged, { integration_id })
    return saved
  })

/** The views of one kind of list, as needed for counts. */
export const viewsOf = (ctx: Context, actor: MemberActor, list: ListOf): Promise<SavedView[]> =>
  store.listViews(ctx.db, actor, list)

export const reorderSavedViews = (
  ctx: Context,
  actor: MemberActor,
  { list: of, ids }: Input<typeof contract.reorderSavedViews>,
) =>
  ctx.transaction(async (tx) => {
    const { integration_id } = actor
    await store.lockViews(tx, integration_id)
    const views = await store.listViews(tx, actor, of)
    const isMine = (id: string) => views.some((view) => view.id === id && mayChange(actor, view))
    for (const isTeams of [true, false]) {
      const list = views.filter(({ owner_id }) => (owner_id === null) === isTeams)
      const ordered = applyOrder(list, ids.filter(isMine))
      for (const [position, { id }] of ordered.entries()) {
        await store.positionView(tx, { integration_id, saved_view_id: id }, position + 1)
      }
      if (isTeams && ordered.some(({ id }, position) => id !== list[position]?.id))
        await record(ctx, tx, actor, { action: `${nameOf[of]}s_ordered` })
    }
    tx.emit(savedViewsChanged, { integration_id })
    return store.listViews(tx, actor, of)
  })

export const deleteSavedView = (
  ctx: Context,
  actor: MemberActor,
  { saved_view_id }: Input<typeof contract.deleteSavedView>,
) =>
  ctx.transaction(async (tx) => {
    const { integration_id } = actor
    const key = { integration_id, saved_view_id }
    const view = await findEditable(tx, actor, key)
    if (!view) throw new Problem('not_found')
    await store.deleteView(tx, key)
    await recordSharedItem(ctx, tx, actor, { item: nameOf[view.list], subject: view.name, before: view })
    tx.emit(savedViewsChanged, { integration_id })
    return null
  })
