import type { Attachment } from '@ozvi/contract'
import { type ExpressionBuilder, type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#platform/context.ts'
import type { DB } from '#schema'

export interface Key {
  integration_id: string
  file_id: string
}
export interface Owner {
  integration_id: string
  owner: 'member' | 'contact'
  owner_id: string
}
export type FileRow = Selectable<DB['file']>

export const asAttachment = ({ id, name, content_type, size, width, height }: FileRow): Attachment => ({
  id,
  name,
  content_type,
  size,
  width,
  height,
})

export const findFile = (db: Db, { integration_id, file_id }: Key): Promise<FileRow | undefined> =>
  db
    .selectFrom('file')
    .where('integration_id', '=', integration_id)
    .where('id', '=', file_id)
    .selectAll()
    .executeTakeFirst()

const isLive = sql<boolean>`(message.change->>'is_deleted')::boolean is not true`

/** For members: not one that stands in deleted messages alone. */
export const findForMembers = (db: Db, { integration_id, file_id }: Key): Promise<FileRow | undefined> => {
  const named = (eb: ExpressionBuilder<DB, 'file'>) =>
    eb
      .selectFrom('message_file')
      .innerJoin('message', (join) =>
        join
          .onRef('message.integration_id', '=', 'message_file.integration_id')
          .onRef('message.conversation_id', '=', 'message_file.conversation_id')
          .onRef('message.seq', '=', 'message_file.seq'),
      )
      .where('message_file.integration_id', '=', integration_id)
      .where('message_file.file_id', '=', file_id)
      .select(sql`1`.as('one'))
  return db
    .selectFrom('file')
    .where('file.integration_id', '=', integration_id)
    .where('file.id', '=', file_id)
    .where((eb) => eb.or([eb.exists(named(eb).where(isLive)), eb.not(eb.exists(named(eb)))]))
    .selectAll('file')
    .executeTakeFirst()
}

/** One of a contact's own, or one that stands in a message they may see. */
export const findForContact = (
  db: Db,
  { integration_id, file_id }: Key,
  contact_id: string,
): Promise<FileRow | undefined> =>
  db
    .selectFrom('file')
    .where('file.integration_id', '=', integration_id)
    .where('file.id', '=', file_id)
    .where((eb) =>
      eb.or([
        eb.and([eb('file.owner', '=', 'contact'), eb('file.owner_id', '=', contact_id)]),
        eb.exists(
          eb
            .selectFrom('message_file')
            .innerJoin('message', (join) =>
              join
                .onRef('message.integration_id', '=', 'message_file.integration_id')
                .onRef('message.conversation_id', '=', 'message_file.conversation_id')
                .onRef('message.seq', '=', 'message_file.seq'),
            )
            .innerJoin('conversation', (join) =>
              join
                .onRef('conversation.integration_id', '=', 'message.integration_id')
                .onRef('conversation.id', '=', 'message.conversation_id'),
            )
            .where('message_file.integration_id', '=', integration_id)
            .where('message_file.file_id', '=', file_id)
            .where('message.is_visible', '=', true)
            .where(isLive)
            .where('conversation.contact_id', '=', contact_id)
            .select(sql`1`.as('one')),
        ),
      ]),
    )
    .selectAll('file')
    .executeTakeFirst()

/** @returns false when the id is taken already, by whomever */
export async function insertFile(tx: Tx, file: Insertable<DB['file']>): Promise<boolean> {
  const made = await tx
    .insertInto('file')
    .values(file)
    .onConflict((conflict) => conflict.columns(['integration_id', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

/** Files of one owner, held against removal until the transaction ends. */
export const holdFiles = (tx: Tx, { integration_id, owner, owner_id }: Owner, ids: readonly string[]) =>
  tx
    .selectFrom('file')
    .where('integration_id', '=', integration_id)
    .where('id', 'in', ids)
    .where('owner', '=', owner)
    .where('owner_id', '=', owner_id)
    .selectAll()
    .forKeyShare()
    .execute()

export const linkToMessage = (
  tx: Tx,
  message: { integration_id: string; conversation_id: string; seq: number },
  file_ids: readonly string[],
) =>
  tx
    .insertInto('message_file')
    .values(
      file_ids.map((file_id) => ({
        integration_id: message.integration_id,
        conversation_id: message.conversation_id,
        seq: message.seq,
        file_id,
      })),
    )
    .execute()

const unnamed = sql<boolean>`not exists (
  select from message_file link where link.integration_id = file.integration_id and link.file_id = file.id)
  and not exists (
    select from scheduled_message waits
    where waits.integration_id = file.integration_id and waits.file_ids @> array[file.id])`

/** Some files from before `before` that nothing names. Asked again until there are none. */
export const listUnnamed = (db: Db, before: string, limit: number) =>
  db
    .selectFrom('file')
    .where('created_at', '<', before)
    .where(unnamed)
    .select(['integration_id', 'id', 'file_key'])
    .orderBy('created_at')
    .limit(limit)
    .execute()

/** @returns whether it was still there and still named by nothing */
export async function deleteUnnamed(tx: Tx, { integration_id, file_id }: Key): Promise<boolean> {
  // Waits for a message that names it just now; the delete then sees that.
  await tx
    .selectFrom('file')
    .where('integration_id', '=', integration_id)
    .where('id', '=', file_id)
    .select('id')
    .forUpdate()
    .execute()
  const deleted = await tx
    .deleteFrom('file')
    .where('integration_id', '=', integration_id)
    .where('id', '=', file_id)
    .where(unnamed)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}
