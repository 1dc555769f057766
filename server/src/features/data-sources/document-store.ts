import type { DocumentState, PushDocument } from '@ozvi/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/context/context.ts'
import type { Key } from './store.ts'

export type PushKeyRow = Key & { deletes_at: string | null; used_at: string | null }
/** The source with this key, with its workspace; none that is being deleted. */
export const findPushKey = (db: Db, hash: Buffer): Promise<PushKeyRow | undefined> =>
  db
    .selectFrom('data_source')
    .innerJoin('integration', 'integration.id', 'data_source.integration_id')
    .where('push_key_hash', '=', hash)
    .where('status', '<>', 'deleting')
    .select([
      'data_source.integration_id',
      'data_source.id as source_id',
      'push_key_used_at as used_at',
      'integration.deletes_at',
    ])
    .executeTakeFirst()

export const putPushKey = (
  tx: Tx,
  { integration_id, source_id }: Key,
  key: { push_key_hash: Buffer; push_key_prefix: string },
) =>
  tx
    .updateTable('data_source')
    .set({ ...key, push_key_used_at: null })
    .where('integration_id', '=', integration_id)
    .where('id', '=', source_id)
    .execute()

/** Records a use, unless the source is being changed: the next use is recorded then. */
export const markUsed = (tx: Tx, { integration_id, source_id }: Key, at: string) =>
  sql`update data_source set push_key_used_at = ${at} where (integration_id, id) in (
      select integration_id, id from data_source
      where integration_id = ${integration_id} and id = ${source_id} for no key update skip locked)`.execute(
    tx,
  )

const documents = (db: Db, { integration_id, source_id }: Key) =>
  db
    .selectFrom('pushed_document')
    .where('integration_id', '=', integration_id)
    .where('source_id', '=', source_id)
const updating = (tx: Tx, { integration_id, source_id }: Key) =>
  tx
    .updateTable('pushed_document')
    .where('integration_id', '=', integration_id)
    .where('source_id', '=', source_id)

/** A stored document. */
export type DocumentRow = PushDocument & { hash: Buffer }

export const listHashes = async (
  db: Db,
  key: Key,
  external_ids: readonly string[],
): Promise<Map<string, Buffer>> => {
  const rows = await documents(db, key)
    .where('external_id', 'in', external_ids)
    .select(['external_id', 'hash'])
    .execute()
  return new Map(rows.map(({ external_id, hash }) => [external_id, hash]))
}

export const countDocuments = async (db: Db, key: Key): Promise<number> =>
  (
    await documents(db, key)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

/** Stores documents, which a job reads later. @param rows at least one, with different external ids */
export const upsertDocuments = (tx: Tx, key: Key, rows: readonly DocumentRow[], pushed_at: string) =>
  tx
    .insertInto('pushed_document')
    .values(rows.map((row) => ({ ...key, ...row, pushed_at })))
    .onConflict((conflict) =>
      conflict.columns(['integration_id', 'source_id', 'external_id']).doUpdateSet((eb) => ({
        title: eb.ref('excluded.title'),
        text: eb.ref('excluded.text'),
        format: eb.ref('excluded.format'),
        url: eb.ref('excluded.url'),
        locale: eb.ref('excluded.locale'),
        hash: eb.ref('excluded.hash'),
        pushed_at: eb.ref('excluded.pushed_at'),
        is_pending: true,
      })),
    )
    .execute()

/** Marks all documents to be read again. */
export const markAllPending = (tx: Tx, key: Key) => updating(tx, key).set({ is_pending: true }).execute()

export const listPending = (db: Db, key: Key, limit: number): Promise<DocumentRow[]> =>
  documents(db, key)
    .where('is_pending', '=', true)
    .select(['external_id', 'title', 'text', 'format', 'url', 'locale', 'hash'])
    .orderBy('external_id')
    .limit(limit)
    .execute()

/** @returns false if the document was deleted or pushed again since it was listed */
export const markRead = async (tx: Tx, key: Key, { external_id, hash }: DocumentRow): Promise<boolean> =>
  (await updating(tx, key)
    .set({ is_pending: false })
    .where('external_id', '=', external_id)
    .where('hash', '=', hash)
    .returning('external_id')
    .executeTakeFirst()) !== undefined

/** @returns how many there were */
export const deleteDocuments = async (
  tx: Tx,
  { integration_id, source_id }: Key,
  external_ids: readonly string[],
): Promise<number> =>
  (
    await tx
      .deleteFrom('pushed_document')
      .where('integration_id', '=', integration_id)
      .where('source_id', '=', source_id)
      .where('external_id', 'in', external_ids)
      .returning('external_id')
      .execute()
  ).length

/** By external id. @param after the last one of the page before */
export const listStates = (
  db: Db,
  { integration_id, source_id }: Key,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<DocumentState[]> =>
  db
    .selectFrom('pushed_document as document')
    .leftJoin('data_source_item as item', (join) =>
      join
        .onRef('item.integration_id', '=', 'document.integration_id')
        .onRef('item.source_id', '=', 'document.source_id')
        .onRef('item.source_path', '=', 'document.external_id'),
    )
    .where('document.integration_id', '=', integration_id)
    .where('document.source_id', '=', source_id)
    .$if(after !== undefined, (query) => query.where('document.external_id', '>', after ?? ''))
    .select(['document.external_id', 'document.title', 'document.pushed_at', 'item.reason'])
    .select(
      sql<DocumentState['status']>`case when document.is_pending then 'pending'
        when item.status = 'indexed' and item.reason is null then 'indexed' else 'failed' end`.as('status'),
    )
    .orderBy('document.external_id')
    .limit(limit)
    .execute()
