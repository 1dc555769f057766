import type { LanguageModel } from '@ozvi/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/context/context.ts'

type Fields = Pick<LanguageModel, 'is_on' | 'base_url' | 'chat_model' | 'embedding_model' | 'requests_max'>
export interface StoredModel extends Fields {
  integration_id: string
  key_sealed: Buffer | null
  updated_at: string
  version: number
}
export type ModelChanges = Fields & { key_sealed: Buffer | null }

export const findModel = (db: Db, integration_id: string): Promise<StoredModel | undefined> =>
  db.selectFrom('language_model').where('integration_id', '=', integration_id).selectAll().executeTakeFirst()

export const saveModel = (tx: Tx, integration_id: string, fields: ModelChanges, at: string) =>
  tx
    .insertInto('language_model')
    .values({ integration_id, ...fields, updated_at: at })
    .onConflict((conflict) =>
      conflict
        .column('integration_id')
        .doUpdateSet({ ...fields, updated_at: at, version: sql`language_model.version + 1` }),
    )
    .execute()

/** The first day of a month, UTC, such as `2026-11-01`. */
const monthOf = (at_ms: number) => `${new Date(at_ms).toISOString().slice(0, 7)}-01`

export async function countRequests(db: Db, integration_id: string, at_ms: number): Promise<number> {
  const row = await db
    .selectFrom('language_model_usage')
    .where('integration_id', '=', integration_id)
    .where('month', '=', monthOf(at_ms))
    .select('requests')
    .executeTakeFirst()
  return row?.requests ?? 0
}

/**
 * Counts one more request in one statement, so that parallel requests never exceed the limit.
 *
 * @returns false if the limit of the month is reached; then nothing is counted
 */
export async function takeRequest(
  tx: Tx,
  integration_id: string,
  requests_max: number,
  at_ms: number,
): Promise<boolean> {
  const counted = await tx
    .insertInto('language_model_usage')
    .values({ integration_id, month: monthOf(at_ms), requests: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['integration_id', 'month'])
        .doUpdateSet({ requests: sql`language_model_usage.requests + 1` })
        .where('language_model_usage.requests', '<', requests_max),
    )
    .returning('requests')
    .executeTakeFirst()
  return counted !== undefined
}
