import { sql } from 'kysely'
import type { Db } from '#platform/context/context.ts'

/** Conversations whose first sourced answer was posted at `since` or later, without tests. */
export const countAssistantConversations = async (
  db: Db,
  integration_id: string,
  since: string,
): Promise<number> =>
  (
    await db
      .selectFrom('message')
      .innerJoin('conversation', (join) =>
        join
          .onRef('conversation.integration_id', '=', 'message.integration_id')
          .onRef('conversation.id', '=', 'message.conversation_id'),
      )
      .where('message.integration_id', '=', integration_id)
      .where('message.kind', '=', 'answer')
      .where('message.sent_at', '>=', since)
      .where(sql<boolean>`message.citations <> '[]'`)
      .where('conversation.is_test', '=', false)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('message as earlier')
              .whereRef('earlier.integration_id', '=', 'message.integration_id')
              .whereRef('earlier.conversation_id', '=', 'message.conversation_id')
              .where('earlier.kind', '=', 'answer')
              .where('earlier.sent_at', '<', since)
              .where(sql<boolean>`earlier.citations <> '[]'`)
              .select('earlier.seq'),
          ),
        ),
      )
      .select(sql<number>`count(distinct message.conversation_id)`.as('conversations'))
      .executeTakeFirstOrThrow()
  ).conversations
