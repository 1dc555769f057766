import { type Reader, unseenBy, within } from '#features/reach'
import type { Db } from '#platform/context.ts'

/** Whose a conversation is, and which members do not see it; undefined when there is none. */
export const findAudience = (db: Db, conversation_id: string) =>
  db
    .selectFrom('conversation')
    .where('id', '=', conversation_id)
    .select(['integration_id', unseenBy.as('unseen_by')])
    .executeTakeFirst()

/** Of these conversations, those that the reader sees. */
export const listSeen = async (db: Db, reader: Reader, ids: readonly string[]): Promise<string[]> =>
  ids.length === 0
    ? []
    : (
        await db
          .selectFrom('conversation')
          .where('integration_id', '=', reader.integration_id)
          .where('id', 'in', ids)
          .where(within(reader))
          .select('id')
          .execute()
      ).map(({ id }) => id)
