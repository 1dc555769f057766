import { sql } from 'kysely'
import type { Db, Tx } from '#platform/context/context.ts'
import { isNotDeleted, messageColumns } from '../messages/message-store.ts'
import type { MessageRow } from '../record/rows.ts'
import type { Key } from '../record/store.ts'
import type { ReplyLinkNames } from './links.ts'

const messagesShown = 100
const isByLink = sql<boolean>`(details->>'by_link')::boolean is true`

/**
 * The newest messages that a link shows, oldest first. Without the earlier ones: emailed replies, messages
 * written through the link, and replies to those. Never messages from the chat itself.
 */
export async function listLinkMessages(
  db: Db,
  { integration_id, conversation_id }: Key,
  { from_ms, has_history }: Pick<ReplyLinkNames, 'from_ms' | 'has_history'>,
  mailed_until: string | null,
): Promise<MessageRow[]> {
  const from = new Date(from_ms).toISOString()
  const rows = await db
    .selectFrom('message')
    .where('integration_id', '=', integration_id)
    .where('conversation_id', '=', conversation_id)
    .where('is_visible', '=', true)
    .where('kind', 'in', ['text', 'answer'])
    .where(isNotDeleted)
    .$if(!has_history, (query) =>
      query.where('sent_at', '>=', from).where((eb) =>
        eb.or([
          isByLink,
          eb.and([
            eb('author', '!=', 'contact'),
            eb.or([
              eb('sent_at', '<=', mailed_until ?? from),
              sql<boolean>`exists (
                select from message as said
                where said.integration_id = ${integration_id} and said.conversation_id = ${conversation_id}
                  and (said.details->>'by_link')::boolean is true
                  and said.sent_at >= ${from} and said.seq < message.seq)`,
            ]),
          ]),
        ]),
      ),
    )
    .select(messageColumns)
    .orderBy('seq', 'desc')
    .limit(messagesShown)
    .execute()
  return rows.reverse()
}

/** Marks replies up to this time as shown, so they aren't emailed. */
export const recordShown = (tx: Tx, { integration_id, conversation_id }: Key, until: string) =>
  tx
    .updateTable('conversation')
    .set({ mailed_until: until })
    .where('integration_id', '=', integration_id)
    .where('id', '=', conversation_id)
    .where((eb) => eb.or([eb('mailed_until', 'is', null), eb('mailed_until', '<', until)]))
    .execute()
