import type { BulkAct, BulkChange } from '@ozvi/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/context.ts'
import type { ConversationRow } from './rows.ts'

export interface ActKey {
  integration_id: string
  bulk_act_id: string
}
export type EntryState = 'changed' | 'unchanged' | 'incomplete' | 'undone' | 'kept'
type Before = Pick<
  ConversationRow,
  'status' | 'snoozed_until' | 'assignee_id' | 'team_id' | 'priority' | 'tag_ids'
>
const told = [
  'id',
  'integration_id',
  'change',
  'state',
  'total',
  'done',
  'changed',
  'incomplete',
  'created_at',
  'version',
] as const satisfies (keyof BulkAct)[]

export const findAct = (
  db: Db,
  { integration_id, bulk_act_id }: ActKey,
  user_id: string,
): Promise<BulkAct | undefined> =>
  db
    .selectFrom('bulk_act')
    .where('integration_id', '=', integration_id)
    .where('id', '=', bulk_act_id)
    .where('user_id', '=', user_id)
    .select(told)
    .executeTakeFirst()

/** @returns nothing when the id is taken already */
export async function insertAct(
  tx: Tx,
  {
    conversation_ids,
    change,
    ...act
  }: {
    integration_id: string
    id: string
    user_id: string
    change: BulkChange
    created_at: string
    conversation_ids: readonly string[]
  },
): Promise<BulkAct | undefined> {
  const made = await tx
    .insertInto('bulk_act')
    .values({ ...act, change: JSON.stringify(change), total: conversation_ids.length })
    .onConflict((conflict) => conflict.columns(['integration_id', 'id']).doNothing())
    .returning(told)
    .executeTakeFirst()
  if (made) {
    await tx
      .insertInto('bulk_act_entry')
      .columns(['integration_id', 'bulk_act_id', 'conversation_id', 'place'])
      .expression(
        sql`select ${act.integration_id}::uuid, ${act.id}::uuid, id, place
          from unnest(${conversation_ids}::uuid[]) with ordinality as chosen (id, place)`,
      )
      .execute()
  }
  return made
}
export const removeActsBefore = (tx: Tx, integration_id: string, time: string) =>
  tx
    .deleteFrom('bulk_act')
    .where('integration_id', '=', integration_id)
    .where('created_at', '<', time)
    .execute()

/** Of these ids, those that are conversations here, in the same order. */
export async function findKnown(db: Db, integration_id: string, ids: readonly string[]): Promise<string[]> {
  const known = await db
    .selectFrom('conversation')
    .where('integration_id', '=', integration_id)
    .where('id', 'in', ids)
    .select('id')
    .execute()
  const there = new Set(known.map(({ id }) => id))
  return [...new Set(ids)].filter((id) => there.has(id))
}

/** Some of the conversations that an act still has before it, in their order. */
export const listEntries = async (
  db: Db,
  { integration_id, bulk_act_id }: ActKey,
  state: 'waiting' | 'changed',
  limit: number,
): Promise<string[]> =>
  (
    await db
      .selectFrom('bulk_act_entry')
      .where('integration_id', '=', integration_id)
      .where('bulk_act_id', '=', bulk_act_id)
      .where('state', '=', state)
      .select('conversation_id')
      .orderBy('place')
      .limit(limit)
      .execute()
  ).map(({ conversation_id }) => conversation_id)

/** Locks one entry. @returns what its conversation was before, or nothing where it has been seen to already */
export const lockEntry = (
  tx: Tx,
  { integration_id, bulk_act_id }: ActKey,
  conversation_id: string,
  state: 'waiting' | 'changed',
) =>
  tx
    .selectFrom('bulk_act_entry')
    .where('integration_id', '=', integration_id)
    .where('bulk_act_id', '=', bulk_act_id)
    .where('conversation_id', '=', conversation_id)
    .where('state', '=', state)
    .select('before')
    .forUpdate()
    .executeTakeFirst()

export const settleEntry = (
  tx: Tx,
  { integration_id, bulk_act_id }: ActKey,
  conversation_id: string,
  state: EntryState,
  before?: Before,
) =>
  tx
    .updateTable('bulk_act_entry')
    .set({ state, ...(before ? { before: JSON.stringify(before) } : {}) })
    .where('integration_id', '=', integration_id)
    .where('bulk_act_id', '=', bulk_act_id)
    .where('conversation_id', '=', conversation_id)
    .execute()

const entries = (state: string) =>
  sql<number>`(select count(*)::int from bulk_act_entry as entry
    where entry.integration_id = bulk_act.integration_id and entry.bulk_act_id = bulk_act.id
      and entry.state in (${sql.raw(state)}))`

/** Counts anew how far an act has come; it is over once nothing waits. */
export const countAct = (tx: Tx, { integration_id, bulk_act_id }: ActKey): Promise<BulkAct | undefined> =>
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
    .returning(told)
    .executeTakeFirst()

/** @returns nothing where it cannot be undone, or is being undone already */
export const beginUndo = (
  tx: Tx,
  { integration_id, bulk_act_id }: ActKey,
  user_id: string,
): Promise<BulkAct | undefined> =>
  tx
    .updateTable('bulk_act')
    .set({ state: 'undoing', total: sql`changed`, done: 0, version: sql`version + 1` })
    .where('integration_id', '=', integration_id)
    .where('id', '=', bulk_act_id)
    .where('user_id', '=', user_id)
    .where('state', '=', 'done')
    .returning(told)
    .executeTakeFirst()
