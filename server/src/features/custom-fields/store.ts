import type { CustomField } from '@ozvi/contract'
import { type Insertable, sql } from 'kysely'
import type { Db, Tx } from '#platform/context/context.ts'
import { lockName } from '#platform/database/named-lock.ts'
import type { DB } from '#schema'

/** Each holder has a table of its own, whose columns are those of the field. */
export type FieldOwner = 'contact' | 'conversation'
type Table = `${FieldOwner}_field`
const tableOf = (holder: FieldOwner): Table => `${holder}_field`

interface Key {
  integration_id: string
  field_id: string
}

/** Lists the fields by position. */
export const listFields = (db: Db, holder: FieldOwner, integration_id: string): Promise<CustomField[]> =>
  db
    .selectFrom(tableOf(holder))
    .where('integration_id', '=', integration_id)
    .selectAll()
    .orderBy('position')
    .orderBy('id')
    .execute()

/** Serializes changes to the fields of a workspace, so that names and positions don't collide. */
export const lockFields = (tx: Tx, holder: FieldOwner, integration_id: string) =>
  lockName(tx, `${holder}-fields ${integration_id}`)

export const insertField = (
  tx: Tx,
  holder: FieldOwner,
  field: Omit<Insertable<DB[Table]>, 'options'> & { options: string[] },
): Promise<CustomField> =>
  tx
    .insertInto(tableOf(holder))
    .values({ ...field, options: JSON.stringify(field.options) })
    .returningAll()
    .executeTakeFirstOrThrow()

export const updateField = (
  tx: Tx,
  holder: FieldOwner,
  { integration_id, field_id }: Key,
  {
    options,
    ...fields
  }: { name?: string; options?: string[]; position?: number; is_required?: boolean | undefined },
): Promise<CustomField | undefined> =>
  tx
    .updateTable(tableOf(holder))
    .set({
      ...fields,
      ...(options ? { options: JSON.stringify(options) } : {}),
      version: sql<number>`version + 1`,
    })
    .where('integration_id', '=', integration_id)
    .where('id', '=', field_id)
    .returningAll()
    .executeTakeFirst()

/** Deletes its values too. */
export async function deleteField(
  tx: Tx,
  holder: FieldOwner,
  { integration_id, field_id }: Key,
): Promise<boolean> {
  const row = await tx
    .deleteFrom(tableOf(holder))
    .where('integration_id', '=', integration_id)
    .where('id', '=', field_id)
    .returning('id')
    .executeTakeFirst()
  if (!row) return false
  await tx
    .updateTable(holder)
    .set({ fields: sql`fields - ${field_id}::text`, version: sql<number>`version + 1` })
    .where('integration_id', '=', integration_id)
    .where(sql<boolean>`fields ? ${field_id}`)
    .execute()
  return true
}
