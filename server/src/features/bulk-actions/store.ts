import type { BulkAction } from '@ozvi/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/context/context.ts'

export interface ActionKey {
  integration_id: string
  bulk_action_id: string
}
export type ItemState = 'changed' | 'unchanged' | 'incomplete' | 'undone' | 'kept'
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
  { integration_id, bulk_action_id }: ActionKey,
  user_id: string,
): Promise<BulkAction | undefined> =>
  db
    .selectFrom('bulk_action')
    .where('integration_id', '=', integration_id)
    .where('id', '=', bulk_action_id)
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
    .insertInto('bulk_action')
    .values({ ...action, change: JSON.stringify(change), total: subject_ids.length })
    .onConflict((conflict) => conflict.columns(['integration_id', 'id']).doNothing())
    .returning(columns)
    .executeTakeFirst()
  if (row) {
    await tx
      .insertInto('bulk_action_item')
      .columns(['integration_id', 'bulk_action_id', 'subject_id', 'position'])
      .expression(
        sql`select ${action.integration_id}::uuid, ${action.id}::uuid, id, position
          from unnest(${subject_ids}::uuid[]) with ordinality as chosen (id, position)`,
      )
      .execute()
  }
  return row
}
export const deleteActionsBefore = (tx: Tx, integration_id: string, time: string) =>
  tx
    .deleteFrom('bulk_action')
    .where('integration_id', '=', integration_id)
    .where('created_at', '<', time)
    .execute()

/** Positions of a batch of waiting items; they may disappear in the meantime. */
export const listPositions = async (
  db: Db,
  { integration_id, bulk_action_id }: ActionKey,
  state: 'waiting' | 'changed',
  limit: number,
): Promise<number[]> =>
  (
    await db
      .selectFrom('bulk_action_item')
      .where('integration_id', '=', integration_id)
      .where('bulk_action_id', '=', bulk_action_id)
      .where('state', '=', state)
      .select('position')
      .orderBy('position')
      .limit(limit)
      .execute()
  ).map(({ position }) => position)

/** Locks one item. @returns its subject and previous state; undefined if already processed */
export const lockItem = (
  tx: Tx,
  { integration_id, bulk_action_id }: ActionKey,
  position: number,
  state: 'waiting' | 'changed',
) =>
  tx
    .selectFrom('bulk_action_item')
    .where('integration_id', '=', integration_id)
    .where('bulk_action_id', '=', bulk_action_id)
    .where('position', '=', position)
    .where('state', '=', state)
    .select(['subject_id', 'before'])
    .forUpdate()
    .executeTakeFirst()

export const finishItem = (
  tx: Tx,
  { integration_id, bulk_action_id }: ActionKey,
  position: number,
  state: ItemState,
  before?: object,
) =>
  tx
    .updateTable('bulk_action_item')
    .set({ state, ...(before !== undefined ? { before: JSON.stringify(before) } : {}) })
    .where('integration_id', '=', integration_id)
    .where('bulk_action_id', '=', bulk_action_id)
    .where('position', '=', position)
    .execute()

const items = (state: string) =>
  sql<number>`(select count(*)::int from bulk_action_item as item
    where item.integration_id = bulk_action.integration_id and item.bulk_action_id = bulk_action.id
      and item.state in (${sql.raw(state)}))`

/** Recounts an action's progress; it is done when nothing waits. */
export const countAction = (
  tx: Tx,
  { integration_id, bulk_action_id }: ActionKey,
): Promise<BulkAction | undefined> =>
  tx
    .updateTable('bulk_action')
    .set({
      done: sql`case when state = 'running' then total - ${items("'waiting'")} else ${items("'undone','kept'")} end`,
      changed: items("'changed','kept'"),
      incomplete: items("'incomplete'"),
      state: sql`case
        when state = 'running' and ${items("'waiting'")} = 0 then 'done'
        when state = 'undoing' and ${items("'changed'")} = 0 then 'undone'
        else state end`,
      version: sql`version + 1`,
    })
    .where('integration_id', '=', integration_id)
    .where('id', '=', bulk_action_id)
    .where('state', 'in', ['running', 'undoing'])
    .returning(columns)
    .executeTakeFirst()

/** Subjects of items in one state, in order. */
export const listSubjects = async (
  db: Db,
  { integration_id, bulk_action_id }: ActionKey,
  state: ItemState,
): Promise<string[]> =>
  (
    await db
      .selectFrom('bulk_action_item')
      .where('integration_id', '=', integration_id)
      .where('bulk_action_id', '=', bulk_action_id)
      .where('state', '=', state)
      .select('subject_id')
      .orderBy('position')
      .execute()
  ).map(({ subject_id }) => subject_id)

/** Marks waiting items as skipped. Waits for an item being processed. */
export const skipPending = (tx: Tx, { integration_id, bulk_action_id }: ActionKey) =>
  tx
    .updateTable('bulk_action_item')
    .set({ state: 'unchanged' })
    .where('integration_id', '=', integration_id)
    .where('bulk_action_id', '=', bulk_action_id)
    .where('state', '=', 'waiting')
    .execute()

/** Locks an action of this user. @returns its state; undefined if it isn't theirs */
export const lockAction = async (tx: Tx, { integration_id, bulk_action_id }: ActionKey, user_id: string) =>
  (
    await tx
      .selectFrom('bulk_action')
      .where('integration_id', '=', integration_id)
      .where('id', '=', bulk_action_id)
      .where('user_id', '=', user_id)
      .select('state')
      .forUpdate()
      .executeTakeFirst()
  )?.state

/** Starts the undo of a locked action: everything it changed will be restored. */
export const startUndo = (tx: Tx, { integration_id, bulk_action_id }: ActionKey): Promise<BulkAction> =>
  tx
    .updateTable('bulk_action')
    .set({
      state: 'undoing',
      total: items("'changed'"),
      changed: items("'changed'"),
      done: 0,
      version: sql`version + 1`,
    })
    .where('integration_id', '=', integration_id)
    .where('id', '=', bulk_action_id)
    .returning(columns)
    .executeTakeFirstOrThrow()

/** Removes an erased contact from items. */
export const removeSubject = (tx: Tx, integration_id: string, subject_id: string) =>
  tx
    .updateTable('bulk_action_item')
    .set({ subject_id: sql<string>`gen_random_uuid()` })
    .where('integration_id', '=', integration_id)
    .where('subject_id', '=', subject_id)
    .execute()
