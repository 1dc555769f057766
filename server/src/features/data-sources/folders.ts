import { dataSourceChanged, folderRulesMax, type Input, type SourceEntry } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import type { MemberActor } from '#features/integrations'
import type { Context } from '#platform/context/context.ts'
import { pageOf } from '#platform/http/cursor.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { positionCursorOf, readPositionCursor } from './cursor.ts'
import { switchFolder } from './folder-rules.ts'
import * as folders from './folder-store.ts'
import { findItem } from './item-store.ts'
import { showItems } from './items.ts'
import { showSourceJob } from './jobs.ts'
import { keyOf, orNotFound } from './service.ts'
import * as store from './store.ts'

type Source<R> = Input<R> & { source_id: string }

/** More pages are indexed again in steps, because a transaction of seconds would stop everything else. */
const shownAtOnceMax = 100

/** The last part of a folder's path; an origin is shown in full. */
const nameOf = (path: string, parent: string) => (parent ? path.slice(parent.length, -1) : path.slice(0, -1))

export async function listSourceFolder(
  ctx: Context,
  actor: MemberActor,
  { path, cursor, limit, ...input }: Source<typeof contract.listSourceFolder>,
) {
  const key = keyOf(actor, input)
  const { kind } = await orNotFound(store.findSource(ctx.db, key))
  const isWebsite = kind === 'website'
  const rows = await folders.listEntries(ctx.db, key, {
    path,
    isWebsite,
    after: readPositionCursor(cursor),
    limit: limit + 1,
  })
  const { items: shown, next } = pageOf(rows, limit, (entry) => positionCursorOf(entry.key))
  const itemIds = shown.filter(({ pages }) => pages === 1).map(({ id }) => id)
  const items = itemIds.length > 0 ? await folders.listItemsById(ctx.db, key, itemIds) : []
  const byId = new Map(items.map((item) => [item.id, item]))
  const entries = shown.flatMap(({ key: folderPath, id, ...counts }): SourceEntry[] => {
    if (counts.pages > 1) {
      const name = nameOf(folderPath, path)
      return [{ kind: 'folder', folder: { path: folderPath, name, ...counts } }]
    }
    const item = byId.get(id)
    return item ? [{ kind: 'item', item }] : []
  })
  return { entries, next }
}

export function updateSourceFolder(
  ctx: Context,
  actor: MemberActor,
  { path, is_enabled, ...input }: Source<typeof contract.updateSourceFolder>,
) {
  const key = keyOf(actor, input)
  return ctx.transaction(async (tx) => {
    // Locked, so that a run sees the rule or waits for it.
    const source = await orNotFound(store.lockSource(tx, key))
    if (!path.endsWith('/') || !(await folders.hasPages(tx, key, path)))
      throw validationError('path', 'choice_invalid')
    const rules = switchFolder(await folders.findFolderRules(tx, key), path, is_enabled)
    if (Object.keys(rules).length > folderRulesMax)
      throw validationError('path', `too_many:${folderRulesMax}`)
    await folders.putFolderRules(tx, key, rules)
    const switched = await folders.switchItems(tx, key, path, is_enabled)
    const indexed = switched.filter(({ status }) => status === 'indexed').map(({ id }) => id)
    if (indexed.length <= shownAtOnceMax) await showItems(tx, source, indexed, is_enabled)
    else await tx.enqueue(showSourceJob, key)
    tx.emit(dataSourceChanged, source)
    return { changed: switched.length }
  })
}

export async function listItemAnswers(
  ctx: Context,
  actor: MemberActor,
  { item_id, ...input }: Source<typeof contract.listItemAnswers>,
) {
  await orNotFound(findItem(ctx.db, keyOf(actor, input), item_id))
  return folders.listAnswers(ctx.db, actor, item_id)
}
