// Vectors of passages. The nearest ones are chosen by the signs of their numbers, which the database compares as bit
// strings, and then ordered by the numbers themselves.
import type { EmbeddingProgress } from '@ozvi/contract'
import { sql } from 'kysely'
import type { EmbeddingModel, QuestionVector } from '#features/language-model'
import type { Db, Tx } from '#platform/context/context.ts'
import { lockStatistics } from './passage-store.ts'

/** Vectors whose numbers are compared; the rest is left out by the signs. */
const NEAREST_MAX = 60

const asArray = (vector: readonly number[]) => `{${vector.join(',')}}`
const signsOf = (vector: readonly number[]) => vector.map((each) => (each > 0 ? '1' : '0')).join('')

/** A passage and how near it is in meaning: the cosine of the angle between its vector and the question's. */
export interface Near {
  id: number
  similarity: number
}

/** Passages that can be found and are nearest in meaning, nearest first. */
export async function findNearest(
  db: Db,
  integration_id: string,
  { vector, model }: QuestionVector,
  source_id?: string,
): Promise<Near[]> {
  const { rows } = await sql<Near>`
    select near.passage_id as id, similarity.value as similarity
    from (
      select passage_id, vector from passage_vector
      where integration_id = ${integration_id} and not is_hidden and length(signs) = ${vector.length}
        ${source_id ? sql`and source_id = ${source_id}` : sql``}
        and exists (
          select from embedding_index where integration_id = ${integration_id} and model = ${model}
        )
      order by bit_count(signs # ${signsOf(vector)}::bit varying), passage_id
      limit ${NEAREST_MAX}
    ) as near
    cross join lateral (
      select sum(pair.one * pair.other)::float8 as value
      from unnest(near.vector, ${asArray(vector)}::real[]) as pair (one, other)
    ) as similarity
    order by similarity desc, id`.execute(db)
  return rows
}

export interface EmbeddingIndex {
  model: string
  retry_at: string | null
  failures: number
  dimension: number | null
}

/**
 * Prepares the index for a model: deletes vectors of other models, and retries immediately after a change of
 * settings.
 * @param model undefined if there is none
 */
export async function openIndex(
  tx: Tx,
  integration_id: string,
  model: EmbeddingModel | undefined,
): Promise<EmbeddingIndex | undefined> {
  await lockStatistics(tx, integration_id)
  const before = await tx
    .selectFrom('embedding_index')
    .where('integration_id', '=', integration_id)
    .selectAll()
    .executeTakeFirst()
  if (!before && !model) return undefined
  const isSame = (before?.model ?? '') === (model?.model ?? '')
  const settings_version = model?.version ?? 0
  if (before && isSame && before.settings_version === settings_version) return before
  if (!isSame) await sql`delete from passage_vector where integration_id = ${integration_id}`.execute(tx)
  const fields = {
    model: model?.model ?? '',
    settings_version,
    dimension: isSame ? (before?.dimension ?? null) : null,
    failure: null,
    failures: 0,
    retry_at: null,
  }
  return tx
    .insertInto('embedding_index')
    .values({ integration_id, ...fields })
    .onConflict((conflict) =>
      conflict.column('integration_id').doUpdateSet({ ...fields, version: sql`embedding_index.version + 1` }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

export interface UnembeddedPassage {
  id: number
  title: string
  heading: string
  text: string
}

/** Passages that can be found and have no vector, by number. */
export async function listUnembedded(
  db: Db,
  integration_id: string,
  after_id: number,
  limit: number,
): Promise<UnembeddedPassage[]> {
  const { rows } = await sql<UnembeddedPassage>`
    select id, title, heading, text from passage
    where integration_id = ${integration_id} and id > ${after_id} and not is_hidden and not exists (
      select from passage_vector
      where passage_vector.integration_id = ${integration_id} and passage_vector.passage_id = passage.id
    )
    order by integration_id, id limit ${limit}`.execute(db)
  return rows
}

/**
 * Stores vectors of passages that still exist.
 *
 * @returns false if the model was changed in the meantime, or its vectors have another dimension; nothing is stored then
 */
export async function insertVectors(
  tx: Tx,
  integration_id: string,
  model: string,
  vectors: readonly { passage_id: number; vector: readonly number[] }[],
): Promise<boolean> {
  await lockStatistics(tx, integration_id)
  const dimension = vectors[0]?.vector.length ?? 0
  const updated = await tx
    .updateTable('embedding_index')
    .where('integration_id', '=', integration_id)
    .where('model', '=', model)
    .where((each) => each.or([each('dimension', 'is', null), each('dimension', '=', dimension)]))
    .set({ dimension, failure: null, failures: 0, retry_at: null, version: sql`version + 1` })
    .returning('version')
    .executeTakeFirst()
  if (!updated) return false
  await sql`
    insert into passage_vector (integration_id, passage_id, source_id, is_hidden, signs, vector)
    select passage.integration_id, passage.id, passage.source_id, passage.is_hidden, added.signs::bit varying,
      added.vector::real[]
    from unnest(
      ${vectors.map(({ passage_id }) => passage_id)}::integer[],
      ${vectors.map(({ vector }) => signsOf(vector))}::text[],
      ${vectors.map(({ vector }) => asArray(vector))}::text[]
    ) as added (passage_id, signs, vector)
    join passage on passage.integration_id = ${integration_id} and passage.id = added.passage_id
    on conflict do nothing`.execute(tx)
  return true
}

/** Hides vectors with their passages, or shows them. */
export async function updateVectors(
  tx: Tx,
  integration_id: string,
  passages: readonly { id: number; is_hidden: boolean }[],
): Promise<void> {
  if (!passages.length) return
  await sql`
    update passage_vector set is_hidden = kept.is_hidden
    from unnest(
      ${passages.map(({ id }) => id)}::integer[],
      ${passages.map(({ is_hidden }) => is_hidden)}::boolean[]
    ) as kept (id, is_hidden)
    where integration_id = ${integration_id} and passage_id = kept.id`.execute(tx)
}

/** Why embedding stopped, and when it is tried again; null if nothing is left to try. */
export type Outcome = Pick<EmbeddingProgress, 'failure'> & Pick<EmbeddingIndex, 'failures' | 'retry_at'>

export const storeOutcome = (tx: Tx, integration_id: string, { failure, failures, retry_at }: Outcome) =>
  tx
    .updateTable('embedding_index')
    .where('integration_id', '=', integration_id)
    .set({ failure, failures, retry_at, version: sql`version + 1` })
    .execute()

export async function readProgress(
  db: Db,
  integration_id: string,
): Promise<Omit<EmbeddingProgress, 'is_on' | 'integration_id'>> {
  const { rows } = await sql<Omit<EmbeddingProgress, 'is_on' | 'integration_id'>>`
    select
      coalesce((select passages from passage_statistics where integration_id = ${integration_id}), 0) as passages,
      (
        select count(*)::integer from passage_vector where integration_id = ${integration_id} and not is_hidden
      ) as embedded,
      (select failure from embedding_index where integration_id = ${integration_id}) as failure,
      coalesce((select version from embedding_index where integration_id = ${integration_id}), 0) as version`.execute(
    db,
  )
  return rows[0] ?? { passages: 0, embedded: 0, failure: null, version: 0 }
}

/** Whether a workspace's passages are embedded. */
export async function hasIndex(db: Db, integration_id: string): Promise<boolean> {
  const row = await db
    .selectFrom('embedding_index')
    .where('integration_id', '=', integration_id)
    .where('model', '<>', '')
    .select('integration_id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Workspaces whose passages are due: those that never began, and those that failed.
 *
 * @param server_model the server's, used by workspaces without an endpoint of their own
 */
export async function listDue(
  db: Db,
  at: string,
  server_model: string | undefined,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ integration_id: string }>`
    select integration_id from passage_statistics
    left join embedding_index using (integration_id)
    left join language_model using (integration_id)
    where passages > 0 and coalesce(is_on, true) and case
      when coalesce(base_url, '') <> '' then
        embedding_model <> '' and (model is null or retry_at <= ${at})
      else
        ${server_model ?? null}::text is not null
        and (model is null or model <> ${server_model ?? ''} or retry_at <= ${at})
    end
    limit ${limit}`.execute(db)
  return rows.map(({ integration_id }) => integration_id)
}
