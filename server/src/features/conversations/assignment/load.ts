import { sql } from 'kysely'

/** How many conversations the `member` of a query has on their hands, as `/users` shows and capacity means. */
export const memberLoad = sql<number>`(
  select count(*) from conversation
  where conversation.integration_id = member.integration_id and conversation.assignee_id = member.user_id
    and conversation.handler = 'team' and conversation.status in ('open', 'waiting'))`
