import { Problem } from '@ozvi/contract'
import { type Reader, sees } from '#features/reach'
import type { Db } from '#platform/context/context.ts'
import type { Appended } from '../messages/append.ts'
import { type ConversationRow, visitorOf } from './rows.ts'
import { findConversation, type Key } from './store.ts'

/**
 * @throws Problem `not_found` if it doesn't exist or belongs to another workspace (same answer, so ids can't
 * be probed)
 */
export async function mustFind(db: Db, key: Key): Promise<ConversationRow> {
  const row = await findConversation(db, key)
  if (!row) throw new Problem('not_found')
  return row
}

/** @throws Problem `not_found` if the viewer can't see it */
export async function mustSee(db: Db, reader: Reader, conversation_id: string): Promise<void> {
  if (!(await sees(db, reader, conversation_id))) throw new Problem('not_found')
}

/** @throws Problem `not_found` also for conversations started in another browser */
export async function mustFindOwn(
  db: Db,
  { integration_id, visitor_id }: { integration_id: string; visitor_id: string },
  conversation_id: string,
): Promise<ConversationRow> {
  const row = await mustFind(db, { integration_id, conversation_id })
  if (visitorOf(row) !== visitor_id) throw new Problem('not_found')
  return row
}

/** Returns the changed row. @throws Problem `not_found` if it was deleted in the meantime */
export function changed(appended: Appended | undefined): ConversationRow {
  if (!appended) throw new Problem('not_found')
  return appended.conversation
}
