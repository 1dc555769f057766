import { createHash } from 'node:crypto'
import {
  dataSourceChanged,
  type Input,
  type PushDocument,
  pushKeyStart,
  sourceDocumentsMax,
} from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { removeItems } from '#features/assistant'
import { record } from '#features/audit-log'
import type { MemberActor } from '#features/integrations'
import type { Context, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { pageOf } from '#platform/http/cursor.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { hashToken, newToken } from '#platform/secrets/secrets.ts'
import { positionCursorOf, readPositionCursor } from './cursor.ts'
import { statusOfDocuments } from './document-runs.ts'
import * as documents from './document-store.ts'
import * as items from './item-store.ts'
import type { PushActor } from './push-key.ts'
import { keyOf, orNotFound, start } from './service.ts'
import * as store from './store.ts'

/** Characters of a key that are stored and shown. */
const prefixChars = pushKeyStart.length + 6
/** Items whose passages are removed in one transaction. */
const chunk = 50

/** @throws Problem `invalid_input` on `source_id`: not a source of kind `api` */
export function createPushKey(
  ctx: Context,
  actor: MemberActor,
  input: Input<typeof contract.createPushKey> & { source_id: string },
) {
  const source_key = keyOf(actor, input)
  const key = `${pushKeyStart}${newToken()}`
  return ctx.transaction(async (tx) => {
    const { kind } = await orNotFound(store.lockSource(tx, source_key))
    if (kind !== 'api') throw validationError('source_id', 'kind_mismatch')
    const push_key_prefix = key.slice(0, prefixChars)
    await documents.putPushKey(tx, source_key, { push_key_hash: hashToken(key), push_key_prefix })
    const source = await orNotFound(store.findSource(tx, source_key))
    await record(ctx, tx, actor, { action: 'push_key_created', subject: source.name })
    tx.emit(dataSourceChanged, source)
    return { source, key }
  })
}

const hashOf = ({ external_id: _, title, text, format, url, locale }: PushDocument) =>
  createHash('sha256')
    .update(JSON.stringify([title, text, format, url, locale]))
    .digest()

/** @throws Problem `invalid_input` on the second document with an external id */
function assertDistinct(pushed: readonly PushDocument[]): void {
  const seen = new Set<string>()
  for (const [index, { external_id }] of pushed.entries()) {
    if (seen.has(external_id)) throw validationError(`documents.${index}.external_id`, 'repeated')
    seen.add(external_id)
  }
}

/** Stores documents and has them read. A push while documents are being read continues that run. */
export function putDocuments(
  ctx: Context,
  { integration_id, source_id }: PushActor,
  { documents: pushed }: Input<typeof contract.putDocuments>,
) {
  const key = { integration_id, source_id }
  assertDistinct(pushed)
  return ctx.transaction(async (tx) => {
    // Locked, so that a run that is ending sees the documents or has ended.
    await orNotFound(store.lockSource(tx, key))
    const ids = pushed.map(({ external_id }) => external_id)
    const before = await documents.listHashes(tx, key, ids)
    const rows = pushed.map((document) => ({ ...document, hash: hashOf(document) }))
    const changed = rows.filter(({ external_id, hash }) => !before.get(external_id)?.equals(hash))
    const added = changed.filter(({ external_id }) => !before.has(external_id)).length
    if (added && (await documents.countDocuments(tx, key)) + added > sourceDocumentsMax)
      throw validationError('documents', `too_many:${sourceDocumentsMax}`)
    if (changed.length) {
      await documents.upsertDocuments(tx, key, changed, isoNow(ctx))
      await readPending(tx, key)
    }
    return { added, updated: changed.length - added, unchanged: rows.length - changed.length }
  })
}

/** Starts a run, unless one is in progress, which reads the documents too. */
async function readPending(tx: Tx, key: store.Key): Promise<void> {
  const queued = await store.startRun(tx, key)
  if (queued) await start(tx, queued)
}

export async function deleteDocuments(
  ctx: Context,
  { integration_id, source_id }: PushActor,
  { external_ids }: Input<typeof contract.deleteDocuments>,
) {
  const key = { integration_id, source_id }
  const ids = [...new Set(external_ids)]
  let deleted = 0
  for (let index = 0; index < ids.length; index += chunk)
    deleted += await ctx.transaction((tx) => deleteSome(tx, key, ids.slice(index, index + chunk)))
  return { deleted, missing: ids.length - deleted }
}

async function deleteSome(tx: Tx, key: store.Key, external_ids: readonly string[]): Promise<number> {
  // Locked, so that a run doesn't save them again.
  const source = await orNotFound(store.lockSource(tx, key))
  const deleted = await documents.deleteDocuments(tx, key, external_ids)
  const item_ids = await items.listItemsAt(tx, key, external_ids)
  if (item_ids.length) {
    await removeItems(tx, key.integration_id, item_ids)
    await items.deleteItems(tx, key.integration_id, item_ids)
  }
  if (deleted) {
    const counts = await store.countItems(tx, key)
    const isReading = store.busy.includes(source.status)
    const outcome = isReading ? {} : await statusOfDocuments(tx, key, counts)
    tx.emit(dataSourceChanged, await orNotFound(store.updateSource(tx, key, { ...counts, ...outcome })))
  }
  return deleted
}

export async function listDocuments(
  ctx: Context,
  { integration_id, source_id }: PushActor,
  { cursor, limit }: Input<typeof contract.listDocuments>,
) {
  const rows = await documents.listStates(
    ctx.db,
    { integration_id, source_id },
    { after: readPositionCursor(cursor), limit: limit + 1 },
  )
  const { items, next } = pageOf(rows, limit, ({ external_id }) => positionCursorOf(external_id))
  return { documents: items, next }
}
