import type { Attachment, ScheduledMessage } from '@ozvi/contract'
import { type Selectable, sql, type Updateable } from 'kysely'
import type { Db, Tx } from '#platform/context/context.ts'
import type { DB } from '#schema'
import type { ChangedRow } from '../record/rows.ts'
import { type Key, updateConversation } from '../record/store.ts'

export type ScheduledRow = Selectable<DB['scheduled_message']>
export type Place = Key & { id: string }

/** @throws Error for a cancelled one, which nobody sees */
export function asScheduled(row: ScheduledRow): ScheduledMessage {
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
/** What the team sees, by the time at which they go. */
export const listScheduled = (db: Db, key: Key): Promise<ScheduledRow[]> =>
  scheduled(db, key).where('state', '!=', 'cancelled').orderBy('send_at').orderBy('id').execute()
/** Cancelled ones too. */
export const findScheduled = (db: Db, place: Place): Promise<ScheduledRow | undefined> =>
  scheduled(db, place).where('id', '=', place.id).executeTakeFirst()

/** How many of somebody's wait for their time, or to be asked for. */
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
  { integration_id, conversation_id, id }: Place,
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

/** What waits for its time asks from now on. */
export const stopWaiting = (tx: Tx, { integration_id, conversation_id }: Key, changed_at: string) =>
  tx
    .updateTable('scheduled_message')
    .set((eb) => ({ state: 'asking', changed_at, version: eb('version', '+', 1) }))
    .where('integration_id', '=', integration_id)
    .where('conversation_id', '=', conversation_id)
    .where('state', '=', 'waiting')
    .returningAll()
    .execute()

/** Whether those that go in a few seconds leave the conversation's status as it is then. */
export const keepStatusOfHeld = (tx: Tx, { integration_id, conversation_id }: Key, keeps_status: boolean) =>
  tx
    .updateTable('scheduled_message')
    .set({ keeps_status })
    .where('integration_id', '=', integration_id)
    .where('conversation_id', '=', conversation_id)
    .where('state', '=', 'held')
    .execute()

export const deleteScheduled = (tx: Tx, { integration_id, conversation_id, id }: Place) =>
  tx
    .deleteFrom('scheduled_message')
    .where('integration_id', '=', integration_id)
    .where('conversation_id', '=', conversation_id)
    .where('id', '=', id)
    .execute()

/** Cancelled ones of a workspace that no request will repeat any more. */
export const deleteCancelled = (tx: Tx, integration_id: string, before: string) =>
  tx
    .deleteFrom('scheduled_message')
    .where('integration_id', '=', integration_id)
    .where('state', '=', 'cancelled')
    .where('changed_at', '<', before)
    .execute()

/** Those that are kept now, or of these those that are `ids`; what was cancelled stays. */
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

/** How many the team sees stands with the conversation. */
export const recount = (tx: Tx, key: Key): Promise<ChangedRow | undefined> =>
  updateConversation(tx, key, {
    scheduled_count: sql<number>`(
      select count(*)::int from scheduled_message
      where scheduled_message.integration_id = conversation.integration_id
        and scheduled_message.conversation_id = conversation.id and scheduled_message.state <> 'cancelled')`,
  })
