import { dataSourceChanged } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import type { MemberActor } from '#features/integrations'
import type { Context } from '#platform/context/context.ts'
import { pageOf } from '#platform/http/cursor.ts'
import { positionCursorOf, readPositionCursor } from './cursor.ts'
import * as items from './item-store.ts'
import { showItem } from './items.ts'
import { keyOf, orNotFound, type Source } from './service.ts'
import * as store from './store.ts'

const searchWordsMax = 10

/** By address; `next` opens the following page. */
export async function listDataSourceItems(
  ctx: Context,
  actor: MemberActor,
  { status, difference, search, cursor, limit, ...input }: Source<typeof contract.listDataSourceItems>,
) {
  const key = keyOf(actor, input)
  const { run } = await orNotFound(store.findRunnable(ctx.db, key))
  const after = readPositionCursor(cursor)
  const words = search?.split(/\s+/).filter(Boolean).slice(0, searchWordsMax)
  const rows = await items.listItems(ctx.db, key, {
    status,
    difference,
    ...(words && { words }),
    run,
    after,
    limit: limit + 1,
  })
  return pageOf(rows, limit, ({ source_path }) => positionCursorOf(source_path))
}

export async function getDataSourceItem(
  ctx: Context,
  actor: MemberActor,
  input: Source<typeof contract.getDataSourceItem>,
) {
  const item = await orNotFound(items.findItem(ctx.db, keyOf(actor, input), input.item_id))
  return { ...item, text: item.text ?? '' }
}

/** Includes a page in the assistant's answers, or excludes it. */
export function updateDataSourceItem(
  ctx: Context,
  actor: MemberActor,
  { item_id, is_enabled, ...input }: Source<typeof contract.updateDataSourceItem>,
) {
  const key = keyOf(actor, input)
  return ctx.transaction(async (tx) => {
    const source = await orNotFound(store.lockSource(tx, key))
    const item = await orNotFound(items.updateItem(tx, key, item_id, { is_enabled }))
    if (item.status === 'indexed') await showItem(tx, source, item)
    tx.emit(dataSourceChanged, source)
    return item
  })
}
