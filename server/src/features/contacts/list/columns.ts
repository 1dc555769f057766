import { type ContactColumns, contactColumnsChanged, type Input } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { type MemberActor, ownAudience } from '#features/integrations'
import type { Context } from '#platform/context/context.ts'

/* The columns of a member's own contact list. */

/** Null and version 0 if never set. */
export async function getContactColumns(
  ctx: Context,
  { integration_id, user_id }: MemberActor,
): Promise<ContactColumns> {
  const row = await ctx.db
    .selectFrom('contact_columns')
    .where('integration_id', '=', integration_id)
    .where('user_id', '=', user_id)
    .select(['columns', 'version'])
    .executeTakeFirst()
  return row ?? { columns: null, version: 0 }
}
export const saveContactColumns = (
  ctx: Context,
  { integration_id, user_id }: MemberActor,
  { columns }: Input<typeof contract.saveContactColumns>,
): Promise<ContactColumns> =>
  ctx.transaction(async (tx) => {
    const columnsJson = columns && JSON.stringify([...new Set(columns)])
    const row = await tx
      .insertInto('contact_columns')
      .values({ integration_id, user_id, columns: columnsJson })
      .onConflict((conflict) =>
        conflict.columns(['integration_id', 'user_id']).doUpdateSet((eb) => ({
          columns: columnsJson,
          version: eb('contact_columns.version', '+', 1),
        })),
      )
      .returning(['columns', 'version'])
      .executeTakeFirstOrThrow()
    const changed = { integration_id, user_id, ...row }
    tx.emit(contactColumnsChanged, changed, changed, ownAudience(integration_id, user_id))
    return row
  })
