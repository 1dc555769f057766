import type { WidgetInstallation } from '@ozvi/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/context/context.ts'

const columns = ['integration_id', 'host', 'first_seen_at', 'last_seen_at'] as const

export const listInstallations = (db: Db, integration_id: string): Promise<WidgetInstallation[]> =>
  db
    .selectFrom('widget_installation')
    .where('integration_id', '=', integration_id)
    .select(columns)
    .orderBy('last_seen_at', 'desc')
    .orderBy('host')
    .execute()

/** Any subdomain counts as the workspace's own, and requests can claim any: above this number none is added. */
const hostsMax = 50
/** @returns the current state; undefined if the limit is reached */
export const upsertInstallation = async (
  tx: Tx,
  { integration_id, host, at }: { integration_id: string; host: string; at: string },
): Promise<WidgetInstallation | undefined> => {
  const { rows } = await sql<WidgetInstallation>`
    insert into widget_installation (integration_id, host, first_seen_at, last_seen_at)
    select ${integration_id}::uuid, ${host}, ${at}::timestamptz, ${at}::timestamptz
    where (select count(*) from widget_installation where integration_id = ${integration_id}) < ${hostsMax}
      or exists (select from widget_installation where integration_id = ${integration_id} and host = ${host})
    on conflict (integration_id, host) do update
      set last_seen_at = greatest(widget_installation.last_seen_at, excluded.last_seen_at)
    returning integration_id, host, first_seen_at, last_seen_at`.execute(tx)
  return rows[0]
}
