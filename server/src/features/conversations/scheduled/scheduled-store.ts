import type { Attachment, ScheduledMessage } from '@ozvi/contract'
import { type Selectable, sql, type Updateable } from 'kysely'
import type { Db, Tx } from '#platform/context/context.ts'
import type { DB } from '#schema'
import type { UpdatedConversation } from '../record/rows.ts'
import { type Key, updateConversation } from '../record/store.ts'

export type ScheduledRow = Selectable<DB['scheduled_message']>
export type ScheduledKey = Key & { id: string }

/** @throws Error for cancelled rows, which are never shown */
export function toScheduled(row: ScheduledRow): ScheduledMessage {
  const { id, conversation_id, author_id, author_name, body, attachments, send_at, state, version } = row
  if (state === 'cancelled') throw new Error('a cancelled reply is shown to nobody')
  return { id, conversation_id, author_id, author_name, body, attachments, send_at, state, version }
}

const scheduled = (db: Db, { integration_id, conversation_id }: Key) =>
  db
    .selectFrom('scheduled_message')
    .where('integration_id', '=', integration_id)
    .where('conversation_id', '=', conversation_id)
    .selectAll()
/** Scheduled messages visible to the team, by send time. */
export const listScheduled = (db: Db, key: Key): Promise<ScheduledRow[]> =>
  scheduled(db, key).where('state', '!=', 'cancelled').orderBy('send_at').orderBy('id').execute()
/** Including cancelled ones. */
export const findScheduled = (db: Db, position: ScheduledKey): Promise<ScheduledRow | undefined> =>
  scheduled(db, position).where('id', '=', position.id).executeTakeFirst()

/** The number of a member's messages that are scheduled or need confirmation. */
export const countScheduledOf = async (db: Db, integration_id: string, author_id: string): Promise<number> =>
  (
    await db
      .selectFrom('scheduled_message')
      .where('integration_id', '=', integration_id)
      .where('author_id', '=', author_id)
      .where('state', '!=', 'cancelled')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

type New = Omit<ScheduledRow, 'attachments' | 'file_ids' | 'version'> & { attachments: Attachment[] }
export const insertScheduled = (tx: Tx, { attachments, ...row }: New): Promise<ScheduledRow> =>
  tx
    .insertInto('scheduled_message')
    .values({
      ...row,
      attachments: JSON.stringify(attachments),
      file_ids: attachments.map(({ id }) => id),
    })
    .returningAll()
    .executeTakeFirstOrThrow()

type Changes = Pick<Updateable<DB['scheduled_message']>, 'body' | 'send_at' | 'state'> & {
  changed_at: string
}
export const updateScheduled = (
  tx: Tx,
  { integration_id, conversation_id, id }: ScheduledKey,
  changes: Changes,
): Promise<ScheduledRow> =>
  tx
    .updateTable('scheduled_message')
    .set((eb) => ({ ...changes, version: eb('version', '+', 1) }))
    .where('integration_id', '=', integration_id)
    .where('conversation_id', '=', conversation_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Turns scheduled messages into ones that need confirmation. */
export const askForConfirmation = (tx: Tx, { integration_id, conversation_id }: Key, changed_at: string) =>
  tx
    .updateTable('scheduled_message')
    .set((eb) => ({ state: 'asking', changed_at, version: eb('version', '+', 1) }))
    .where('integration_id', '=', integration_id)
    .where('conversation_id', '=', conversation_id)
    .where('state', '=', 'waiting')
    .returningAll()
    .execute()

/** Sets whether messages in their undo window preserve the conversation's status when sent. */
export const preserveStatusOfHeld = (
  tx: Tx,
  { integration_id, conversation_id }: Key,
  preserve_status: boolean,
) =>
  tx
    .updateTable('scheduled_message')
    .set({ preserve_status })
    .where('integration_id', '=', integration_id)
    .where('conversation_id', '=', conversation_id)
    .where('state', '=', 'held')
    .execute()

export const deleteScheduled = (tx: Tx, { integration_id, conversation_id, id }: ScheduledKey) =>
  tx
    .deleteFrom('scheduled_message')
    .where('integration_id', '=', integration_id)
    .where('conversation_id', '=', conversation_id)
    .where('id', '=', id)
    .execute()

/** Deletes cancelled rows too old to be retried by a client. */
export const deleteCancelled = (tx: Tx, integration_id: string, previous: string) =>
  tx
    .deleteFrom('scheduled_message')
    .where('integration_id', '=', integration_id)
    .where('state', '=', 'cancelled')
    .where('changed_at', '<', previous)
    .execute()

/** Moves all scheduled messages, or only those in `ids`. Cancelled ones stay. */
export const moveScheduled = (
  tx: Tx,
  { integration_id, conversation_id }: Key,
  to_id: string,
  changed_at: string,
  ids?: readonly string[],
): Promise<ScheduledRow[]> =>
  tx
    .updateTable('scheduled_message')
    .set((eb) => ({ conversation_id: to_id, changed_at, version: eb('version', '+', 1) }))
    .where('integration_id', '=', integration_id)
    .where('conversation_id', '=', conversation_id)
    .where('state', '!=', 'cancelled')
    .$if(ids !== undefined, (query) => query.where(sql<boolean>`id = any(${ids}::uuid[])`))
    .returningAll()
    .execute()

/** Updates the conversation's count of scheduled messages. */
export const countInConversation = (tx: Tx, key: Key): Promise<UpdatedConversation | undefined> =>
  updateConversation(tx, key, {
    scheduled_count: sql<number>`(
      select count(*)::int from scheduled_message
      where scheduled_message.integration_id = conversation.integration_id
        and scheduled_message.conversation_id = conversation.id and scheduled_message.state <> 'cancelled')`,
  })
