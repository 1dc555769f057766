import { type Viewer, visibleTo, visibleConversations } from '#features/visibility'
import type { Db } from '#platform/context/context.ts'

/** The workspace of a conversation and the members who can see it; undefined if it doesn't exist. */
export const findAudience = (db: Db, conversation_id: string) =>
  db
    .selectFrom('conversation')
    .where('id', '=', conversation_id)
    .select(['integration_id', visibleTo.as('visible_to')])
    .executeTakeFirst()

/** Filters the conversations to those the viewer can see. */
export const listSeen = async (db: Db, viewer: Viewer, ids: readonly string[]): Promise<string[]> =>
  ids.length === 0
    ? []
    : (
        await db
          .selectFrom('conversation')
          .where('integration_id', '=', viewer.integration_id)
          .where('id', 'in', ids)
          .where(visibleConversations(viewer))
          .select('id')
          .execute()
      ).map(({ id }) => id)
