import type { BulkAction } from '@ozvi/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/context/context.ts'

export interface ActionKey {
  integration_id: string
  bulk_act_id: string
}
export type EntryState = 'changed' | 'unchanged' | 'incomplete' | 'undone' | 'kept'
const columns = [
  'id',
  'integration_id',
  'list',
  'change',
  'state',
  'total',
  'done',
  'changed',
  'incomplete',
  'created_at',
  'version',
] as const satisfies (keyof BulkAction)[]

export const findAction = (
  db: Db,
  { integration_id, bulk_act_id }: ActionKey,
  user_id: string,
): Promise<BulkAction | undefined> =>
  db
    .selectFrom('bulk_act')
    .where('integration_id', '=', integration_id)
    .where('id', '=', bulk_act_id)
    .where('user_id', '=', user_id)
    .select(columns)
    .executeTakeFirst()

/** @returns undefined if the id is already taken */
export async function insertAction(
  tx: Tx,
  {
    subject_ids,
    change,
    ...action
  }: {
    integration_id: string
    id: string
    user_id: string
    list: BulkAction['list']
    change: BulkAction['change']
    created_at: string
    subject_ids: readonly string[]
  },
): Promise<BulkAction | undefined> {
  const row = await tx
    .insertInto('bulk_act')
    .values({ ...action, change: JSON.stringify(change), total: subject_ids.length })
    .onConflict((conflict) => conflict.columns(['integration_id', 'id']).doNothing())
    .returning(columns)
    .executeTakeFirst()
  if (row) {
    await tx
      .insertInto('bulk_act_entry')
      .columns(['integration_id', 'bulk_act_id', 'subject_id', 'place'])
      .expression(
        sql`select ${action.integration_id}::uuid, ${action.id}::uuid, id, place
          from unnest(${subject_ids}::uuid[]) with ordinality as chosen (id, place)`,
      )
      .execute()
  }
  return row
}
export const deleteActionsBefore = (tx: Tx, integration_id: string, time: string) =>
  tx
    .deleteFrom('bulk_act')
    .where('integration_id', '=', integration_id)
    .where('created_at', '<', time)
    .execute()

/** Positions of a batch of waiting entries; they may disappear in the meantime. */
export const listPositions = async (
  db: Db,
  { integration_id, bulk_act_id }: ActionKey,
  state: 'waiting' | 'changed',
  limit: number,
): Promise<number[]> =>
  (
    await db
      .selectFrom('bulk_act_entry')
      .where('integration_id', '=', integration_id)
      .where('bulk_act_id', '=', bulk_act_id)
      .where('state', '=', state)
      .select('place')
      .orderBy('place')
      .limit(limit)
      .execute()
  ).map(({ place }) => place)

/** Locks one entry. @returns its subject and previous state; undefined if already processed */
export const lockEntry = (
  tx: Tx,
  { integration_id, bulk_act_id }: ActionKey,
  place: number,
  state: 'waiting' | 'changed',
) =>
  tx
    .selectFrom('bulk_act_entry')
    .where('integration_id', '=', integration_id)
    .where('bulk_act_id', '=', bulk_act_id)
    .where('place', '=', place)
    .where('state', '=', state)
    .select(['subject_id', 'before'])
    .forUpdate()
    .executeTakeFirst()

export const finishEntry = (
  tx: Tx,
  { integration_id, bulk_act_id }: ActionKey,
  place: number,
  state: EntryState,
  before?: object,
) =>
  tx
    .updateTable('bulk_act_entry')
    .set({ state, ...(before !== undefined ? { before: JSON.stringify(before) } : {}) })
    .where('integration_id', '=', integration_id)
    .where('bulk_act_id', '=', bulk_act_id)
    .where('place', '=', place)
    .execute()

const entries = (state: string) =>
  sql<number>`(select count(*)::int from bulk_act_entry as entry
    where entry.integration_id = bulk_act.integration_id and entry.bulk_act_id = bulk_act.id
      and entry.state in (${sql.raw(state)}))`

/** Recounts an action's progress; it is done when nothing waits. */
export const countAction = (
  tx: Tx,
  { integration_id, bulk_act_id }: ActionKey,
): Promise<BulkAction | undefined> =>
  tx
    .updateTable('bulk_act')
    .set({
      done: sql`case when state = 'running' then total - ${entries("'waiting'")} else ${entries("'undone','kept'")} end`,
      changed: entries("'changed','kept'"),
      incomplete: entries("'incomplete'"),
      state: sql`case
        when state = 'running' and ${entries("'waiting'")} = 0 then 'done'
        when state = 'undoing' and ${entries("'changed'")} = 0 then 'undone'
        else state end`,
      version: sql`version + 1`,
    })
    .where('integration_id', '=', integration_id)
    .where('id', '=', bulk_act_id)
    .where('state', 'in', ['running', 'undoing'])
    .returning(columns)
    .executeTakeFirst()

/** Subjects of entries in one state, in order. */
export const listSubjects = async (
  db: Db,
  { integration_id, bulk_act_id }: ActionKey,
  state: EntryState,
): Promise<string[]> =>
  (
    await db
      .selectFrom('bulk_act_entry')
      .where('integration_id', '=', integration_id)
      .where('bulk_act_id', '=', bulk_act_id)
      .where('state', '=', state)
      .select('subject_id')
      .orderBy('place')
      .execute()
  ).map(({ subject_id }) => subject_id)

/** Marks waiting entries as skipped. Waits for an entry being processed. */
export const skipPending = (tx: Tx, { integration_id, bulk_act_id }: ActionKey) =>
  tx
    .updateTable('bulk_act_entry')
    .set({ state: 'unchanged' })
    .where('integration_id', '=', integration_id)
    .where('bulk_act_id', '=', bulk_act_id)
    .where('state', '=', 'waiting')
    .execute()

/** Locks an action of this user. @returns its state; undefined if it isn't theirs */
export const lockAction = async (tx: Tx, { integration_id, bulk_act_id }: ActionKey, user_id: string) =>
  (
    await tx
      .selectFrom('bulk_act')
      .where('integration_id', '=', integration_id)
      .where('id', '=', bulk_act_id)
      .where('user_id', '=', user_id)
      .select('state')
      .forUpdate()
      .executeTakeFirst()
  )?.state

/** Starts the undo of a locked action: everything it changed will be restored. */
export const startUndo = (tx: Tx, { integration_id, bulk_act_id }: ActionKey): Promise<BulkAction> =>
  tx
    .updateTable('bulk_act')
    .set({
      state: 'undoing',
      total: entries("'changed'"),
      changed: entries("'changed'"),
      done: 0,
      version: sql`version + 1`,
    })
    .where('integration_id', '=', integration_id)
    .where('id', '=', bulk_act_id)
    .returning(columns)
    .executeTakeFirstOrThrow()

/** Removes an erased contact from entries. */
export const removeSubject = (tx: Tx, integration_id: string, subject_id: string) =>
  tx
    .updateTable('bulk_act_entry')
    .set({ subject_id: sql<string>`gen_random_uuid()` })
    .where('integration_id', '=', integration_id)
    .where('subject_id', '=', subject_id)
    .execute()
