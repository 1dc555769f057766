import type { CustomRole, WithholdableRight } from '@ozvi/contract'
import { type Insertable, sql } from 'kysely'
import type { Db, Tx } from '#platform/context/context.ts'
import type { DB } from '#schema'

export interface RoleKey {
  integration_id: string
  role_id: string
}
const columns = ['id', 'integration_id', 'name', 'base_role', 'withheld', 'created_at', 'version'] as const

const customRoles = (db: Db, integration_id: string) =>
  db.selectFrom('custom_role').where('integration_id', '=', integration_id).select(columns)

/** By name, ignoring case and diacritics. */
export const listRoles = (db: Db, integration_id: string): Promise<CustomRole[]> =>
  customRoles(db, integration_id)
    .orderBy(sql`folded(name) collate "C"`)
    .execute()

export const findRole = (db: Db, { integration_id, role_id }: RoleKey): Promise<CustomRole | undefined> =>
  customRoles(db, integration_id).where('id', '=', role_id).executeTakeFirst()

export const isNameTaken = async (
  db: Db,
  integration_id: string,
  name: string,
  except_id?: string,
): Promise<boolean> =>
  (await customRoles(db, integration_id)
    .where(sql<boolean>`folded(name) = folded(${name})`)
    .$if(except_id !== undefined, (query) => query.where('id', '<>', except_id ?? ''))
    .executeTakeFirst()) !== undefined

export const countRoles = async (db: Db, integration_id: string): Promise<number> =>
  (
    await db
      .selectFrom('custom_role')
      .where('integration_id', '=', integration_id)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

export const insertRole = (tx: Tx, role: Insertable<DB['custom_role']>): Promise<CustomRole> =>
  tx.insertInto('custom_role').values(role).returning(columns).executeTakeFirstOrThrow()

export const changeRole = (
  tx: Tx,
  { integration_id, role_id }: RoleKey,
  changes: { name?: string; withheld?: WithholdableRight[] },
): Promise<CustomRole> =>
  tx
    .updateTable('custom_role')
    .set((eb) => ({ ...changes, version: eb('version', '+', 1) }))
    .where('integration_id', '=', integration_id)
    .where('id', '=', role_id)
    .returning(columns)
    .executeTakeFirstOrThrow()

/** Members and invitations keep the built-in role. */
export const deleteRole = (tx: Tx, { integration_id, role_id }: RoleKey) =>
  tx
    .deleteFrom('custom_role')
    .where('integration_id', '=', integration_id)
    .where('id', '=', role_id)
    .execute()

/** User ids of the members with a custom role. */
export const listMembersWith = async (db: Db, { integration_id, role_id }: RoleKey): Promise<string[]> =>
  (
    await db
      .selectFrom('member')
      .where('integration_id', '=', integration_id)
      .where('custom_role_id', '=', role_id)
      .select('user_id')
      .orderBy('user_id')
      .execute()
  ).map(({ user_id }) => user_id)
