import type { ContactField, FieldType } from '@ozvi/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/context.ts'

interface Key {
  integration_id: string
  field_id: string
}
const columns = [
  'id',
  'integration_id',
  'name',
  'type',
  'options',
  'position',
  'version',
] as const satisfies (keyof ContactField)[]

/** In their order. */
export const listFields = (db: Db, integration_id: string): Promise<ContactField[]> =>
  db
    .selectFrom('contact_field')
    .where('integration_id', '=', integration_id)
    .select(columns)
    .orderBy('position')
    .orderBy('id')
    .execute()

/** One at a time changes the fields of a workspace, so that names and places do not collide. */
export const lockFields = (tx: Tx, integration_id: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`contact-fields ${integration_id}`}, 0))`.execute(tx)

export const insertField = (
  tx: Tx,
  field: { integration_id: string; name: string; type: FieldType; options: string[]; position: number },
): Promise<ContactField> =>
  tx
    .insertInto('contact_field')
    .values({ ...field, options: JSON.stringify(field.options) })
    .returning(columns)
    .executeTakeFirstOrThrow()

export const updateField = (
  tx: Tx,
  { integration_id, field_id }: Key,
  { options, ...fields }: { name?: string; options?: string[]; position?: number },
): Promise<ContactField | undefined> =>
  tx
    .updateTable('contact_field')
    .set((eb) => ({
      ...fields,
      ...(options ? { options: JSON.stringify(options) } : {}),
      version: eb('version', '+', 1),
    }))
    .where('integration_id', '=', integration_id)
    .where('id', '=', field_id)
    .returning(columns)
    .executeTakeFirst()

/** What was written in it goes too. */
export async function deleteField(tx: Tx, { integration_id, field_id }: Key): Promise<boolean> {
  const gone = await tx
    .deleteFrom('contact_field')
    .where('integration_id', '=', integration_id)
    .where('id', '=', field_id)
    .returning('id')
    .executeTakeFirst()
  if (!gone) return false
  await tx
    .updateTable('contact')
    .set((eb) => ({ fields: sql`fields - ${field_id}::text`, version: eb('version', '+', 1) }))
    .where('integration_id', '=', integration_id)
    .where(sql<boolean>`fields ? ${field_id}`)
    .execute()
  return true
}
