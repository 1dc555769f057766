import type { Db, Tx } from '#platform/context/context.ts'

/** The facts that determine a workspace's email quota. */
export const getMailFacts = (db: Db, integration_id: string) =>
  db
    .selectFrom('integration')
    .leftJoin('member', (join) =>
      join.onRef('member.integration_id', '=', 'integration.id').on('member.role', '=', 'owner'),
    )
    .where('integration.id', '=', integration_id)
    .select([
      'integration.id as integration_id',
      'member.user_id as owner_id',
      'created_at',
      'host_proven_at',
    ])
    .executeTakeFirstOrThrow()
export type MailFacts = Awaited<ReturnType<typeof getMailFacts>>

/** False if the website was checked recently, or needs no check. */
export const claimHostCheck = async (
  tx: Tx,
  integration_id: string,
  { now, since }: { now: string; since: string },
): Promise<boolean> =>
  (await tx
    .updateTable('integration')
    .set({ host_checked_at: now })
    .where('id', '=', integration_id)
    .where('host_proven_at', 'is', null)
    .where((eb) => eb.or([eb('host_checked_at', 'is', null), eb('host_checked_at', '<', since)]))
    .returning('id')
    .executeTakeFirst()) !== undefined

/** Unless the website has changed in the meantime. */
export const setHostProven = (tx: Tx, integration_id: string, url: string, at: string) =>
  tx
    .updateTable('integration')
    .set({ host_proven_at: at })
    .where('id', '=', integration_id)
    .where('url', '=', url)
    .execute()
