import type { EntryRules, WorkspaceActivity } from '@ozvi/contract'
import { sql } from 'kysely'
import { needsSingleSignOn } from '#features/integrations'
import { isVisibleTo } from '#features/visibility'
import type { Db } from '#platform/context/context.ts'

/**
 * For each open workspace of the user: their unread conversations, members, and last activity, with what decides
 * whether their session can enter it.
 */
export const listActivity = (db: Db, user_id: string): Promise<(WorkspaceActivity & EntryRules)[]> =>
  db
    .selectFrom('member as mine')
    .innerJoin('integration', 'integration.id', 'mine.integration_id')
    .where('mine.user_id', '=', user_id)
    .where('integration.deletes_at', 'is', null)
    .select(['integration.id', 'mine.role', 'integration.needs_two_factor', needsSingleSignOn])
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
        .where(isVisibleTo('mine'))
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
        .where(isVisibleTo('mine'))
        .select('last_message_at')
        .orderBy('last_message_at', 'desc')
        .orderBy('id', 'desc')
        .limit(1)
        .as('last_active_at'),
    ])
    .execute()
