import type { Attachment } from '@ozvi/contract'
import type { Insertable, Selectable } from 'kysely'
import type { Db, Tx } from '#platform/context/context.ts'
import type { DB } from '#schema'
import type { Change, State } from './changes.ts'
import type { Key } from '../record/store.ts'

export const findRun = (
  db: Db,
  { integration_id, conversation_id }: Key,
  id: string,
): Promise<Selectable<DB['macro_run']> | undefined> =>
  db
    .selectFrom('macro_run')
    .where('integration_id', '=', integration_id)
    .where('conversation_id', '=', conversation_id)
    .where('id', '=', id)
    .selectAll()
    .executeTakeFirst()

export const insertRun = (
  tx: Tx,
  {
    before: previous,
    attachments,
    ...run
  }: Omit<Insertable<DB['macro_run']>, 'before' | 'attachments'> & {
    attachments: Attachment[]
    before: { state: State; changes: Change[] }
  },
) =>
  tx
    .insertInto('macro_run')
    .values({ ...run, before: JSON.stringify(previous), attachments: JSON.stringify(attachments) })
    .execute()

export const markUndone = (tx: Tx, { integration_id, conversation_id }: Key, id: string, undone_at: string) =>
  tx
    .updateTable('macro_run')
    .set({ undone_at })
    .where('integration_id', '=', integration_id)
    .where('conversation_id', '=', conversation_id)
    .where('id', '=', id)
    .execute()

export const deleteRunsBefore = (tx: Tx, integration_id: string, time: string) =>
  tx
    .deleteFrom('macro_run')
    .where('integration_id', '=', integration_id)
    .where('created_at', '<', time)
    .execute()
