import type { Db, Tx } from '#platform/context/context.ts'

export const insertLogo = (tx: Tx, logo: { integration_id: string; id: string; file_key: string }) =>
  tx.insertInto('integration_logo').values(logo).execute()

/** The current logo, locked against concurrent changes. */
export const lockCurrent = async (tx: Tx, integration_id: string): Promise<string | null> =>
  (
    await tx
      .selectFrom('integration')
      .where('id', '=', integration_id)
      .select('logo_id')
      .forNoKeyUpdate()
      .executeTakeFirst()
  )?.logo_id ?? null

/** Shows a stored logo, or none, and records since when the others aren't shown. */
export async function showLogo(tx: Tx, integration_id: string, logo_id: string | null, now: string) {
  await tx.updateTable('integration').set({ logo_id }).where('id', '=', integration_id).execute()
  const logos = tx.updateTable('integration_logo').where('integration_id', '=', integration_id)
  await logos
    .set({ replaced_at: now })
    .where('replaced_at', 'is', null)
    .where('id', 'is distinct from', logo_id)
    .execute()
  if (logo_id) await logos.set({ replaced_at: null }).where('id', '=', logo_id).execute()
}

export const findLogo = (db: Db, { integration_id, id }: { integration_id: string; id: string }) =>
  db
    .selectFrom('integration_logo')
    .where('integration_id', '=', integration_id)
    .where('id', '=', id)
    .select(['file_key', 'replaced_at'])
    .executeTakeFirst()

/** Of the current logo only: previous ones aren't public. */
export const findCurrentFileKey = async (
  db: Db,
  { integration_id, id }: { integration_id: string; id: string },
): Promise<string | undefined> =>
  (
    await db
      .selectFrom('integration')
      .innerJoin('integration_logo as logo', (join) =>
        join.onRef('logo.integration_id', '=', 'integration.id').onRef('logo.id', '=', 'integration.logo_id'),
      )
      .where('integration.id', '=', integration_id)
      .where('logo.id', '=', id)
      .select('logo.file_key')
      .executeTakeFirst()
  )?.file_key

export const deleteLogo = (tx: Tx, { integration_id, id }: { integration_id: string; id: string }) =>
  tx
    .deleteFrom('integration_logo')
    .where('integration_id', '=', integration_id)
    .where('id', '=', id)
    .execute()
