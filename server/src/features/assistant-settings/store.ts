import type { AssistantSettings } from '@ozvi/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/context/context.ts'

type Fields = Omit<AssistantSettings, 'integration_id' | 'updated_at' | 'version'>
export type AssistantChanges = Partial<Fields>

/** The confidence is calibrated for these thresholds: about 0.8 of the answers from `answer_confidence_min` on are right. */
const defaults: Fields = {
  is_on: true,
  name: '',
  first_for_visitors: 'assistant',
  first_for_customers: 'assistant',
  length: 'full',
  answer_confidence_min: 60,
  may_help_confidence_min: 20,
  uncertain_answers_max: 2,
  team_topics: [],
  has_ai_notice: true,
}

export async function findAssistantSettings(db: Db, integration_id: string): Promise<AssistantSettings> {
  const row = await db
    .selectFrom('assistant_settings')
    .where('integration_id', '=', integration_id)
    .selectAll()
    .executeTakeFirst()
  return row ?? { integration_id, ...defaults, updated_at: null, version: 0 }
}

/** Changes the given fields and keeps the others. */
export async function changeAssistantSettings(
  tx: Tx,
  integration_id: string,
  changes: AssistantChanges,
  at: string,
) {
  const { team_topics, ...plain } = changes
  const fields = { ...plain, ...(team_topics ? { team_topics: JSON.stringify(team_topics) } : {}) }
  await tx
    .insertInto('assistant_settings')
    .values({
      integration_id,
      ...defaults,
      team_topics: JSON.stringify(defaults.team_topics),
      ...fields,
      updated_at: at,
    })
    .onConflict((conflict) =>
      conflict
        .column('integration_id')
        .doUpdateSet({ ...fields, updated_at: at, version: sql`assistant_settings.version + 1` }),
    )
    .execute()
}

/** Whether the contact's identity was verified with a signed token. */
export const isVerified = async (db: Db, integration_id: string, contact_id: string): Promise<boolean> =>
  (await db
    .selectFrom('contact')
    .where('integration_id', '=', integration_id)
    .where('id', '=', contact_id)
    .where('verified_at', 'is not', null)
    .select('id')
    .executeTakeFirst()) !== undefined
