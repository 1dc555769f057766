import type { Macro } from '@ozvi/contract'
import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#platform/context/context.ts'
import { lockName } from '#platform/database/named-lock.ts'
import type { DB } from '#schema'

export type MacroRow = Selectable<DB['macro']>

export interface Key {
  integration_id: string
  macro_id: string
}
/** Shared macros, and those of one member. */
const seenBy = (db: Db, integration_id: string, user_id: string) =>
  db
    .selectFrom('macro')
    .where('integration_id', '=', integration_id)
    .where((eb) => eb.or([eb('owner_id', 'is', null), eb('owner_id', '=', user_id)]))
    .selectAll()

export const listMacros = (db: Db, integration_id: string, user_id: string): Promise<MacroRow[]> =>
  seenBy(db, integration_id, user_id)
    .orderBy(sql`folded(name) collate "C"`)
    .orderBy('id')
    .execute()

/** A macro the member can see. */
export const findMacro = (
  db: Db,
  { integration_id, macro_id }: Key,
  user_id: string,
): Promise<MacroRow | undefined> =>
  seenBy(db, integration_id, user_id).where('id', '=', macro_id).executeTakeFirst()

/** Regardless of the owner. */
export const findAnyMacro = (db: Db, { integration_id, macro_id }: Key): Promise<MacroRow | undefined> =>
  db
    .selectFrom('macro')
    .where('integration_id', '=', integration_id)
    .where('id', '=', macro_id)
    .selectAll()
    .executeTakeFirst()

export const isNameTaken = async (
  db: Db,
  { integration_id, macro_id }: Key,
  user_id: string,
  name: string,
): Promise<boolean> =>
  (await seenBy(db, integration_id, user_id)
    .where(sql<boolean>`folded(name) = folded(${name})`)
    .where('id', '<>', macro_id)
    .executeTakeFirst()) !== undefined

export const countMacros = async (db: Db, integration_id: string): Promise<number> =>
  (
    await db
      .selectFrom('macro')
      .where('integration_id', '=', integration_id)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

/** Serializes changes to the macros of a workspace: two concurrent ones could both find a name free. */
export const lockMacros = (tx: Tx, integration_id: string) => lockName(tx, `macros ${integration_id}`)

/** @param attachments locked in this transaction */
export const upsertMacro = (tx: Tx, { actions, attachments, ...rest }: Macro): Promise<MacroRow> => {
  const macro = {
    ...rest,
    actions: JSON.stringify(actions),
    attachments: JSON.stringify(attachments),
    file_ids: attachments.map(({ id }) => id),
  }
  return tx
    .insertInto('macro')
    .values(macro)
    .onConflict((conflict) => conflict.columns(['integration_id', 'id']).doUpdateSet(macro))
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const deleteMacroRow = (tx: Tx, { integration_id, macro_id }: Key) =>
  tx.deleteFrom('macro').where('integration_id', '=', integration_id).where('id', '=', macro_id).execute()

/** Shared macros that assign to a member. */
export const listAssigning = async (db: Db, integration_id: string, user_id: string): Promise<MacroRow[]> =>
  (
    await db
      .selectFrom('macro')
      .where('integration_id', '=', integration_id)
      .where('owner_id', 'is', null)
      .selectAll()
      .orderBy(sql`folded(name) collate "C"`)
      .execute()
  ).filter(({ actions }) =>
    actions.some((action) => action.kind === 'assignee' && action.assignee_id === user_id),
  )

/** Counts personal macros. */
export const countPersonalMacros = async (db: Db, integration_id: string, user_id: string): Promise<number> =>
  (
    await db
      .selectFrom('macro')
      .where('integration_id', '=', integration_id)
      .where('owner_id', '=', user_id)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count
