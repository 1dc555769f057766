import type { Attachment } from '@ozvi/contract'
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import { isOfVisitor } from '#features/contacts'
import { type Viewer, visibleConversations } from '#features/visibility'
import type { Db, Tx } from '#platform/context/context.ts'
import type { DB } from '#schema'

export interface Key {
  integration_id: string
  file_id: string
}
export interface Owner {
  integration_id: string
  /** `workspace`: anyone who replies can send it. */
  owner: FileRow['owner']
  owner_id: string
}
export type FileRow = Selectable<DB['file']>

export const toAttachment = ({ id, name, content_type, size, width, height }: FileRow): Attachment => ({
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

/**
 * In a file query: used by a canned reply, macro or suggestion; `seen` restricts by visibility. Files of
 * suggestions are visible to the whole team.
 */
const isReferenced = (seen: RawBuilder<boolean> = sql`true`) => sql<boolean>`(
  exists (select from canned_reply kept
    where kept.integration_id = file.integration_id and kept.file_ids @> array[file.id] and ${seen})
  or exists (select from macro kept
    where kept.integration_id = file.integration_id and kept.file_ids @> array[file.id] and ${seen})
  or exists (select from suggestion kept
    where kept.integration_id = file.integration_id and kept.file_ids @> array[file.id]))`

/** Messages with the file, including deleted ones. */
const messagesWith = (db: Db, file_id: string, integration_id: string) =>
  db
    .selectFrom('message_file')
    .innerJoin('message', (join) =>
      join
        .onRef('message.integration_id', '=', 'message_file.integration_id')
        .onRef('message.conversation_id', '=', 'message_file.conversation_id')
        .onRef('message.seq', '=', 'message_file.seq'),
    )
    .where('message_file.integration_id', '=', integration_id)
    .where('message_file.file_id', '=', file_id)

/** Messages with the file that a member can read, with their conversations. */
const liveMessagesWith = (db: Db, file_id: string, reader: Viewer) =>
  messagesWith(db, file_id, reader.integration_id)
    .innerJoin('conversation', (join) =>
      join
        .onRef('conversation.integration_id', '=', 'message.integration_id')
        .onRef('conversation.id', '=', 'message.conversation_id'),
    )
    .where(isLive)
    .where(visibleConversations(reader))

/**
 * A file a member can read: not only in deleted messages, invisible conversations, or someone else's personal
 * items.
 */
export const findForMember = (db: Db, file_id: string, reader: Viewer): Promise<FileRow | undefined> => {
  const { integration_id, user_id } = reader
  return db
    .selectFrom('file')
    .where('file.integration_id', '=', integration_id)
    .where('file.id', '=', file_id)
    .where((eb) =>
      eb.or([
        eb.exists(liveMessagesWith(db, file_id, reader).select(sql`1`.as('one'))),
        isReferenced(sql`(kept.owner_id is null or kept.owner_id = ${user_id})`),
        eb.and([
          eb.not(eb.exists(messagesWith(db, file_id, integration_id).select(sql`1`.as('one')))),
          eb.not(isReferenced()),
        ]),
      ]),
    )
    .selectAll('file')
    .executeTakeFirst()
}

/** The first conversation with the file in which a member can read it. */
export const findConversationOf = (db: Db, file_id: string, reader: Viewer) =>
  liveMessagesWith(db, file_id, reader)
    .select('conversation.number')
    .orderBy('conversation.number')
    .limit(1)
    .executeTakeFirst()

/** Locks the file until the transaction ends. */
export const lockFile = (tx: Tx, { integration_id, file_id }: Key) =>
  tx
    .selectFrom('file')
    .where('integration_id', '=', integration_id)
    .where('id', '=', file_id)
    .select('id')
    .forNoKeyUpdate()
    .execute()

export const hasConversation = async (
  db: Db,
  { integration_id, visitor_id }: { integration_id: string; visitor_id: string },
): Promise<boolean> => {
  const row = await db
    .selectFrom('conversation')
    .where('conversation.integration_id', '=', integration_id)
    .where(isOfVisitor(visitor_id))
    .select(sql`1`.as('one'))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** A file of the visitor, or in a message they can see. */
export const findForVisitor = (
  db: Db,
  { integration_id, file_id }: Key,
  visitor_id: string,
): Promise<FileRow | undefined> =>
  db
    .selectFrom('file')
    .where('file.integration_id', '=', integration_id)
    .where('file.id', '=', file_id)
    .where((eb) =>
      eb.or([
        eb.and([eb('file.owner', '=', 'contact'), eb('file.owner_id', '=', visitor_id)]),
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
            .where(isOfVisitor(visitor_id))
            .select(sql`1`.as('one')),
        ),
      ]),
    )
    .selectAll('file')
    .executeTakeFirst()

/** @returns false if the id is already taken */
export async function insertFile(tx: Tx, file: Insertable<DB['file']>): Promise<boolean> {
  const row = await tx
    .insertInto('file')
    .values(file)
    .onConflict((conflict) => conflict.columns(['integration_id', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Files of one owner, and for members the workspace's, locked against deletion until the transaction ends. */
export const lockFiles = (tx: Tx, { integration_id, owner, owner_id }: Owner, ids: readonly string[]) =>
  tx
    .selectFrom('file')
    .where('integration_id', '=', integration_id)
    .where('id', 'in', ids)
    .where((eb) =>
      eb.or([
        eb.and([eb('owner', '=', owner), eb('owner_id', '=', owner_id)]),
        ...(owner === 'member' ? [eb('owner', '=', 'workspace')] : []),
      ]),
    )
    .selectAll()
    .forKeyShare()
    .execute()

/** Makes the files available to everyone who replies. */
export const shareFiles = (tx: Tx, integration_id: string, ids: readonly string[]) =>
  tx
    .updateTable('file')
    .set({ owner: 'workspace', owner_id: integration_id })
    .where('integration_id', '=', integration_id)
    .where('id', 'in', ids)
    .where('owner', '=', 'member')
    .execute()
export const detachFiles = (tx: Tx, integration_id: string, ids: readonly string[], released_at: string) =>
  tx
    .updateTable('file')
    .set({ released_at })
    .where('integration_id', '=', integration_id)
    .where('id', 'in', ids)
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

/** In a file query: no message, scheduled message, canned reply, macro or suggestion references it. */
const isUnattached = sql<boolean>`not exists (
  select from message_file link where link.integration_id = file.integration_id and link.file_id = file.id)
  and not exists (
    select from scheduled_message waits
    where waits.integration_id = file.integration_id and waits.file_ids @> array[file.id])
  and not ${isReferenced()}`

/** A batch of files unreferenced since `before`. Called again until there are none. */
export const listUnattached = (db: Db, before: string, limit: number) =>
  db
    .selectFrom('file')
    .where('created_at', '<', before)
    .where((eb) => eb.or([eb('released_at', 'is', null), eb('released_at', '<', before)]))
    .where(isUnattached)
    .select(['integration_id', 'id'])
    .orderBy('created_at')
    .limit(limit)
    .execute()

/**
 * Deletes the given files, and those that the given contacts uploaded, unless something references them.
 *
 * @returns their storage keys
 */
export async function deleteUnattachedFiles(
  tx: Tx,
  integration_id: string,
  ids: readonly string[],
  owner_ids: readonly string[] = [],
): Promise<string[]> {
  const isOwned = sql`owner = 'contact' and owner_id = any(${owner_ids}::uuid[])`
  const some = sql<boolean>`integration_id = ${integration_id}
    and (id = any(${ids}::uuid[]) ${owner_ids.length > 0 ? sql`or (${isOwned})` : sql``})`
  // Waits for concurrent references, which the delete then sees.
  await tx.selectFrom('file').where(some).select('id').orderBy('id').forUpdate().execute()
  const deleted = await tx.deleteFrom('file').where(some).where(isUnattached).returning('file_key').execute()
  return deleted.map(({ file_key }) => file_key)
}
