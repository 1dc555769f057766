import { decidedSuggestionsShown, type Suggestion, suggestionsMax } from '@ozvi/contract'
import type { Updateable } from 'kysely'
import type { Db, Tx } from '#platform/context/context.ts'
import { lockName } from '#platform/database/named-lock.ts'
import type { DB } from '#schema'

export interface Key {
  integration_id: string
  suggestion_id: string
}
const columns = [
  'id',
  'integration_id',
  'target_id',
  'content',
  'by_id',
  'by_name',
  'suggested_at',
  'state',
  'reason',
  'decided_by_name',
  'decided_at',
] as const

/** Pending suggestions of one member, or of everyone. */
const waiting = (db: Db, integration_id: string, user_id?: string) =>
  db
    .selectFrom('suggestion')
    .where('integration_id', '=', integration_id)
    .where('state', '=', 'suggested')
    .$if(user_id !== undefined, (query) => query.where('by_id', '=', user_id ?? null))

export const listWaiting = (db: Db, integration_id: string, user_id?: string): Promise<Suggestion[]> =>
  waiting(db, integration_id, user_id)
    .select(columns)
    .orderBy('suggested_at', 'desc')
    .orderBy('id')
    .limit(suggestionsMax)
    .execute()
export const countWaiting = async (db: Db, integration_id: string): Promise<number> =>
  (
    await waiting(db, integration_id)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

/** A member's own, latest decision first. */
export const listDecided = (db: Db, integration_id: string, user_id: string): Promise<Suggestion[]> =>
  db
    .selectFrom('suggestion')
    .where('integration_id', '=', integration_id)
    .where('by_id', '=', user_id)
    .where('state', '<>', 'suggested')
    .select(columns)
    .orderBy('decided_at', 'desc')
    .orderBy('id')
    .limit(decidedSuggestionsShown)
    .execute()

/** Serializes changes to the suggestions of one workspace, including new ones. */
export const lockSuggestions = (tx: Tx, integration_id: string) =>
  lockName(tx, `suggestion:${integration_id}`)

export const findSuggestion = (
  tx: Tx,
  { integration_id, suggestion_id }: Key,
): Promise<(Suggestion & { file_ids: string[] }) | undefined> =>
  tx
    .selectFrom('suggestion')
    .where('integration_id', '=', integration_id)
    .where('id', '=', suggestion_id)
    .select([...columns, 'file_ids'])
    .executeTakeFirst()

interface SuggestionContext extends Pick<
  Suggestion,
  'id' | 'integration_id' | 'target_id' | 'content' | 'by_name' | 'suggested_at'
> {
  by_id: string
  file_ids: string[]
}
/** Makes it pending, whatever its state was. */
export const upsertSuggestion = (tx: Tx, { content, ...rest }: SuggestionContext): Promise<Suggestion> => {
  const row = { ...rest, content: JSON.stringify(content), state: 'suggested' as const }
  return tx
    .insertInto('suggestion')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['integration_id', 'id'])
        .doUpdateSet({ ...row, reason: '', decided_by_name: null, decided_at: null }),
    )
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export const updateSuggestion = (
  tx: Tx,
  { integration_id, suggestion_id }: Key,
  changes: Updateable<DB['suggestion']>,
): Promise<Suggestion> =>
  tx
    .updateTable('suggestion')
    .set(changes)
    .where('integration_id', '=', integration_id)
    .where('id', '=', suggestion_id)
    .returning(columns)
    .executeTakeFirstOrThrow()

export const deleteSuggestion = (tx: Tx, { integration_id, suggestion_id }: Key) =>
  tx
    .deleteFrom('suggestion')
    .where('integration_id', '=', integration_id)
    .where('id', '=', suggestion_id)
    .execute()
