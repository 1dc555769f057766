import { contactsReassigned } from '@ozvi/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/context/context.ts'

/* Contacts owned by a member who leaves. */

interface Owner {
  integration_id: string
  user_id: string
}
export const countOwned = async (db: Db, { integration_id, user_id }: Owner): Promise<number> =>
  (
    await db
      .selectFrom('contact')
      .where('integration_id', '=', integration_id)
      .where('owner_id', '=', user_id)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

interface MemberName {
  user_id: string
  name: string
}
/** Each contact gets a timeline entry; one event is emitted for all. */
export async function reassignContacts(
  tx: Tx,
  integration_id: string,
  from: MemberName,
  to: MemberName | null,
  by: MemberName,
): Promise<void> {
  const row = JSON.stringify([{ field: 'owner_id', label: null, before: from.name, after: to?.name ?? null }])
  const { rows } = await sql`
    with passed as (
      update contact set owner_id = ${to?.user_id ?? null}::uuid, version = version + 1
      where integration_id = ${integration_id} and owner_id = ${from.user_id} returning id)
    insert into contact_change (integration_id, contact_id, actor_id, actor_name, changes)
    select ${integration_id}::uuid, id, ${by.user_id}::uuid, ${by.name}::text, ${row}::jsonb from passed
    returning id`.execute(tx)
  if (rows.length > 0)
    tx.emit(contactsReassigned, {
      integration_id,
      from_user_id: from.user_id,
      to_user_id: to?.user_id ?? null,
    })
}
