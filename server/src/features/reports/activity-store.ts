import type { WorkspaceActivity } from '@ozvi/contract'
import { sql } from 'kysely'
import { isSeenBy } from '#features/reach'
import type { Db } from '#platform/context.ts'

/** Of every workspace that the person is a member of: what of theirs is unread there, how many they are, when it was used last. */
export const listActivity = (db: Db, user_id: string): Promise<WorkspaceActivity[]> =>
  db
    .selectFrom('member as mine')
    .where('mine.user_id', '=', user_id)
    .select(({ selectFrom }) => [
      'mine.integration_id',
      selectFrom('conversation')
        .leftJoin('conversation_read as read', (join) =>
          join
            .onRef('read.integration_id', '=', 'conversation.integration_id')
            .onRef('read.conversation_id', '=', 'conversation.id')
            .on('read.user_id', '=', user_id),
        )
        .whereRef('conversation.integration_id', '=', 'mine.integration_id')
        .where(sql<boolean>`conversation.status in ('open', 'waiting') and conversation.handler = 'team'`)
        .where(sql<boolean>`conversation.last_seq > coalesce(read.seq, 0)`)
        .where(isSeenBy('mine'))
        .select(({ fn }) => fn.countAll<number>().as('unread'))
        .$asScalar()
        .$notNull()
        .as('unread'),
      selectFrom('member as all')
        .whereRef('all.integration_id', '=', 'mine.integration_id')
        .select(({ fn }) => fn.countAll<number>().as('members'))
        .$asScalar()
        .$notNull()
        .as('members'),
      selectFrom('conversation')
        .whereRef('conversation.integration_id', '=', 'mine.integration_id')
        .where(isSeenBy('mine'))
        .select('last_message_at')
        .orderBy('last_message_at', 'desc')
        .orderBy('id', 'desc')
        .limit(1)
        .as('last_active_at'),
    ])
    .execute()
