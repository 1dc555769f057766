import type { InboxRow } from '@ozvi/contract'
import type { ExpressionBuilder, RawBuilder } from 'kysely'
import { activeScenario } from '#features/scenarios'
import type { Viewer } from '#features/visibility'
import type { Db } from '#platform/context/context.ts'
import type { TimePosition } from '#platform/http/cursor.ts'
import type { DB } from '#schema'
import { newestOf } from '../listing/filter-store.ts'
import { toInboxRow } from './rows.ts'
import { conversations, type Key } from './store.ts'

/* Conversations with the member's read cursor and the scenario that replies. */

const seenBy = (user_id: string) => (eb: ExpressionBuilder<DB, 'conversation'>) =>
  eb
    .selectFrom('conversation_read')
    .whereRef('conversation_read.integration_id', '=', 'conversation.integration_id')
    .whereRef('conversation_read.conversation_id', '=', 'conversation.id')
    .where('conversation_read.user_id', '=', user_id)
    .select('conversation_read.seq')
    .as('seen_seq')

export async function findInboxRows(
  db: Db,
  integration_id: string,
  ids: readonly string[],
  user_id: string,
): Promise<InboxRow[]> {
  if (ids.length === 0) return []
  const rows = await conversations(db, integration_id)
    .where('conversation.id', 'in', ids)
    .select(seenBy(user_id))
    .select(activeScenario.as('active_scenario'))
    .execute()
  return rows.map(toInboxRow)
}

export async function findInboxRow(
  db: Db,
  { integration_id, conversation_id }: Key,
  user_id: string,
): Promise<InboxRow | undefined> {
  const row = await conversations(db, integration_id)
    .where('conversation.id', '=', conversation_id)
    .select(seenBy(user_id))
    .select(activeScenario.as('active_scenario'))
    .executeTakeFirst()
  return row && toInboxRow(row)
}

/** Newest message first. */
export async function listInbox(
  db: Db,
  viewer: Viewer,
  conditions: readonly RawBuilder<boolean>[],
  { after, limit }: { after?: TimePosition | undefined; limit: number },
): Promise<InboxRow[]> {
  const rows = await conversations(db, viewer.integration_id)
    .innerJoin(newestOf(db, viewer, conditions, after, limit).as('newest'), (join) =>
      join.onRef('newest.id', '=', 'conversation.id'),
    )
    .select(seenBy(viewer.user_id))
    .select(activeScenario.as('active_scenario'))
    .orderBy('newest.last_message_at', 'desc')
    .orderBy('newest.id', 'desc')
    .execute()
  return rows.map(toInboxRow)
}
