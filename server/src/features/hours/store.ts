import type { Hours } from '@ozvi/contract'
import { sql } from 'kysely'
import { findTimeZone } from '#features/integrations'
import type { Db, Tx } from '#platform/context/context.ts'

/** As stored; the intervals are derived. */
export type StoredHours = Omit<Hours, 'spans'>
type Fields = Omit<StoredHours, 'integration_id' | 'updated_at' | 'version'>
export type HoursChanges = Partial<Fields>

const workday = [{ from: '09:00', to: '17:00' }]
/** Until something is changed: a suggestion that isn't active, in the workspace's time zone. */
const defaults: Omit<Fields, 'time_zone'> = {
  is_on: false,
  week: [workday, workday, workday, workday, workday, [], []],
  holidays: [],
  reply_promise_min: null,
}

export async function findHours(db: Db, integration_id: string): Promise<StoredHours> {
  const row = await db
    .selectFrom('opening_hours')
    .where('integration_id', '=', integration_id)
    .selectAll()
    .executeTakeFirst()
  if (row) return row
  const time_zone = await findTimeZone(db, integration_id)
  return { integration_id, ...defaults, time_zone, updated_at: null, version: 0 }
}

/** Updates the given settings. */
export async function changeHours(tx: Tx, integration_id: string, changes: HoursChanges, at: string) {
  const { week, holidays, ...plain } = changes
  const fields = {
    ...plain,
    ...(week ? { week: JSON.stringify(week) } : {}),
    ...(holidays ? { holidays: JSON.stringify(holidays) } : {}),
  }
  const first = {
    ...defaults,
    time_zone: await findTimeZone(tx, integration_id),
    week: JSON.stringify(defaults.week),
    holidays: JSON.stringify(defaults.holidays),
    ...fields,
  }
  return tx
    .insertInto('opening_hours')
    .values({ integration_id, ...first, updated_at: at })
    .onConflict((conflict) =>
      conflict
        .column('integration_id')
        .doUpdateSet({ ...fields, updated_at: at, version: sql`opening_hours.version + 1` }),
    )
    .execute()
}
