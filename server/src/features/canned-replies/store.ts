import type { Attachment } from '@ozvi/contract'
import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#platform/context/context.ts'
import type { DB } from '#schema'

export type ReplyRow = Selectable<DB['canned_reply']>

export interface Key {
  integration_id: string
  canned_reply_id: string
}
/** Shared replies, and those of one member. */
const seenBy = (db: Db, integration_id: string, user_id: string) =>
  db
    .selectFrom('canned_reply')
    .where('integration_id', '=', integration_id)
    .where((eb) => eb.or([eb('owner_id', 'is', null), eb('owner_id', '=', user_id)]))
    .selectAll()

export const listReplies = (db: Db, integration_id: string, user_id: string): Promise<ReplyRow[]> =>
  seenBy(db, integration_id, user_id)
    .orderBy(sql`folded(shortcut) collate "C"`)
    .execute()

/** Regardless of the owner. */
export const findReply = (db: Db, { integration_id, canned_reply_id }: Key): Promise<ReplyRow | undefined> =>
  db
    .selectFrom('canned_reply')
    .where('integration_id', '=', integration_id)
    .where('id', '=', canned_reply_id)
    .selectAll()
    .executeTakeFirst()

/**
 * Whether the shortcut is taken: for a shared reply by another shared one, for a personal reply by any the
 * member can see.
 */
export const isShortcutTaken = async (
  db: Db,
  { integration_id, canned_reply_id }: Key,
  user_id: string,
  shortcut: string,
): Promise<boolean> =>
  (await seenBy(db, integration_id, user_id)
    .where(sql<boolean>`folded(shortcut) = folded(${shortcut})`)
    .where('id', '<>', canned_reply_id)
    .executeTakeFirst()) !== undefined

export const countReplies = async (db: Db, integration_id: string): Promise<number> =>
  (
    await db
      .selectFrom('canned_reply')
      .where('integration_id', '=', integration_id)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

/** @param attachments locked in this transaction */
export const upsertReply = (
  tx: Tx,
  { attachments, ...text }: Omit<ReplyRow, 'attachments' | 'file_ids'> & { attachments: Attachment[] },
): Promise<ReplyRow> => {
  const file_ids = attachments.map(({ id }) => id)
  const reply = { ...text, attachments: JSON.stringify(attachments), file_ids }
  return tx
    .insertInto('canned_reply')
    .values(reply)
    .onConflict((conflict) => conflict.columns(['integration_id', 'id']).doUpdateSet(reply))
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const deleteReply = (tx: Tx, { integration_id, canned_reply_id }: Key) =>
  tx
    .deleteFrom('canned_reply')
    .where('integration_id', '=', integration_id)
    .where('id', '=', canned_reply_id)
    .execute()

/** Counts personal replies. */
export const countPersonalReplies = async (
  db: Db,
  integration_id: string,
  user_id: string,
): Promise<number> =>
  (
    await db
      .selectFrom('canned_reply')
      .where('integration_id', '=', integration_id)
      .where('owner_id', '=', user_id)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count
