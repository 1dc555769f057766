import { sql } from 'kysely'

/**
 * The number of open conversations of the query's `member`, as shown on `/users` and counted against
 * capacity.
 */
export const memberLoad = sql<number>`(
  select count(*) from conversation
  where conversation.integration_id = member.integration_id and conversation.assignee_id = member.user_id
    and conversation.handler = 'team' and conversation.status in ('open', 'waiting'))`
