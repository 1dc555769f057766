import {
  defaultInactivityDays,
  defaultMailDelay,
  priorities,
  type Priority,
  type Targets,
} from '@ozvi/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/context/context.ts'

type Minutes = Targets['first_reply_min']
/** Absent and undefined priorities stay unchanged. */
type MinutesChanges = { [Name in keyof Minutes]?: Minutes[Name] | undefined }
export interface TargetChanges {
  first_reply_min?: MinutesChanges
  next_reply_min?: MinutesChanges
  resolve_after_days?: number | null
  email_delay_min?: number | null
}

const withDefaults = (targets: Partial<Minutes>): Minutes =>
  // Each priority once.
  Object.fromEntries(priorities.map((each: Priority) => [each, targets[each] ?? null])) as Minutes

export async function findTargets(db: Db, integration_id: string): Promise<Targets> {
  const row = await db
    .selectFrom('reply_targets')
    .where('integration_id', '=', integration_id)
    .selectAll()
    .executeTakeFirst()
  const targets = row ?? {
    integration_id,
    first_reply_min: {},
    next_reply_min: {},
    resolve_after_days: defaultInactivityDays,
    email_delay_min: defaultMailDelay,
    inactivity_set_at: null,
    updated_at: null,
    version: 0,
  }
  return {
    ...targets,
    first_reply_min: withDefaults(targets.first_reply_min),
    next_reply_min: withDefaults(targets.next_reply_min),
  }
}

/** Updates the given settings; minutes by priority. */
export function changeTargets(
  tx: Tx,
  integration_id: string,
  { first_reply_min = {}, next_reply_min = {}, ...fields }: TargetChanges,
  updated_at: string,
) {
  const inactivityChoice = 'resolve_after_days' in fields ? { inactivity_set_at: updated_at } : {}
  const first = JSON.stringify(first_reply_min)
  const next = JSON.stringify(next_reply_min)
  return tx
    .insertInto('reply_targets')
    .values({
      integration_id,
      resolve_after_days: defaultInactivityDays,
      ...fields,
      ...inactivityChoice,
      first_reply_min: first,
      next_reply_min: next,
      updated_at,
    })
    .onConflict((conflict) =>
      conflict.column('integration_id').doUpdateSet({
        ...fields,
        ...inactivityChoice,
        first_reply_min: sql`reply_targets.first_reply_min || ${first}::jsonb`,
        next_reply_min: sql`reply_targets.next_reply_min || ${next}::jsonb`,
        updated_at,
        version: sql`reply_targets.version + 1`,
      }),
    )
    .execute()
}
