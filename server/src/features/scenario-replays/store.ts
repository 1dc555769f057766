import type { Flow, ReplayResult, ScenarioReplay } from '@ozvi/contract'
import type { PastConversation, PastEntry } from '@ozvi/contract/scenario-replay'
import { sql } from 'kysely'
import { listHubspotValues } from '#features/contacts'
import type { Db, Tx } from '#platform/context/context.ts'

export interface Key {
  integration_id: string
  scenario_id: string
}
/** Longer conversations are read up to here. */
const entriesMax = 300

const replays = (db: Db, { integration_id, scenario_id }: Key) =>
  db
    .selectFrom('scenario_replay')
    .where('integration_id', '=', integration_id)
    .where('scenario_id', '=', scenario_id)

const resultsWhere = (condition: string) => sql<number>`(select count(*)::integer
  from jsonb_path_query(results, ${condition}::jsonpath))`
export const findReplay = (db: Db, key: Key): Promise<ScenarioReplay | undefined> =>
  replays(db, key)
    .select(['id', 'scenario_id', 'status', 'done', 'created_at'])
    .select([
      sql<number>`cardinality(conversation_ids)`.as('total'),
      resultsWhere('$[*] ? (@.start_seq != null)').as('started'),
      resultsWhere('$[*] ? (@.differences.size() > 0)').as('different'),
    ])
    .executeTakeFirst()

/** The part of a replay that is next. */
export const findWork = (db: Db, key: Key, id: string) =>
  replays(db, key)
    .where('id', '=', id)
    .where('status', '=', 'running')
    .select(['flow', 'done', 'conversation_ids'])
    .executeTakeFirst()

export async function findResults(
  db: Db,
  key: Key,
  { only, offset, limit }: { only: 'all' | 'started' | 'different'; offset: number; limit: number },
): Promise<{ items: ReplayResult[]; total: number } | undefined> {
  const path = {
    all: '$[*]',
    started: '$[*] ? (@.start_seq != null)',
    different: '$[*] ? (@.differences.size() > 0)',
  }[only]
  return replays(db, key)
    .select([
      sql<ReplayResult[]>`(select coalesce(jsonb_agg(item), '[]') from (
        select item from jsonb_path_query(results, ${path}::jsonpath) item
        offset ${offset} limit ${limit}) page)`.as('items'),
      resultsWhere(path).as('total'),
    ])
    .executeTakeFirst()
}

/** Ids of the last conversations, newest first. */
export const listLastConversations = async (
  db: Db,
  integration_id: string,
  limit: number,
): Promise<string[]> =>
  (
    await db
      .selectFrom('conversation')
      .where('integration_id', '=', integration_id)
      .where('status', '<>', 'spam')
      .where('merged_into_id', 'is', null)
      .select('id')
      .orderBy('number', 'desc')
      .limit(limit)
      .execute()
  ).map(({ id }) => id)

/** Replaces an earlier replay of the scenario. */
export async function insertReplay(
  tx: Tx,
  key: Key,
  {
    id,
    flow,
    conversation_ids,
    ...rest
  }: { id: string; flow: Flow; conversation_ids: string[]; requested_by: string; created_at: string },
): Promise<void> {
  await tx
    .deleteFrom('scenario_replay')
    .where('integration_id', '=', key.integration_id)
    .where('scenario_id', '=', key.scenario_id)
    .execute()
  await tx
    .insertInto('scenario_replay')
    .values({
      ...key,
      id,
      ...rest,
      status: conversation_ids.length > 0 ? 'running' : 'done',
      flow: JSON.stringify(flow),
      conversation_ids,
    })
    .execute()
}

/**
 * Adds the results of a batch, unless the replay was done or canceled in the meantime.
 * @returns whether they were added
 */
export const addResults = async (
  tx: Tx,
  { integration_id, scenario_id }: Key,
  id: string,
  { from, count, results }: { from: number; count: number; results: ReplayResult[] },
): Promise<boolean> =>
  (
    await tx
      .updateTable('scenario_replay')
      .set({
        done: from + count,
        results: sql`results || ${JSON.stringify(results)}::jsonb`,
        status: sql`case when ${from + count} >= cardinality(conversation_ids) then 'done' else status end`,
      })
      .where('integration_id', '=', integration_id)
      .where('scenario_id', '=', scenario_id)
      .where('id', '=', id)
      .where('status', '=', 'running')
      .where('done', '=', from)
      .returning('id')
      .execute()
  ).length > 0

export const cancelReplay = (tx: Tx, { integration_id, scenario_id }: Key) =>
  tx
    .updateTable('scenario_replay')
    .set({ status: 'canceled' })
    .where('integration_id', '=', integration_id)
    .where('scenario_id', '=', scenario_id)
    .where('status', '=', 'running')
    .execute()

/** Conversations as they took place, in the order of their ids. */
export async function readPast(
  db: Db,
  integration_id: string,
  ids: readonly string[],
): Promise<PastConversation[]> {
  const rows = await db
    .selectFrom('conversation')
    .innerJoin('contact', (join) =>
      join
        .onRef('contact.integration_id', '=', 'conversation.integration_id')
        .onRef('contact.id', '=', 'conversation.contact_id'),
    )
    .where('conversation.integration_id', '=', integration_id)
    .where('conversation.id', 'in', [...ids])
    .select(['conversation.id', 'conversation.number', 'conversation.locale', 'conversation.page_url'])
    .select('contact.id as contact_id')
    .select(['contact.name', 'contact.email', 'contact.phone', 'contact.company', 'contact.fields'])
    .execute()
  const hubspot = await listHubspotValues(
    db,
    integration_id,
    rows.map(({ contact_id }) => contact_id),
  )
  const entries = await db
    .selectFrom('message')
    .where('integration_id', '=', integration_id)
    .where('conversation_id', 'in', [...ids])
    .where('seq', '<=', entriesMax)
    .where(
      sql<boolean>`(kind in ('text', 'answer', 'hand_over', 'rating') or kind = 'event' and details ? 'status')`,
    )
    .select(['conversation_id', 'seq', 'author', 'kind', 'body', 'details', 'sent_at'])
    .orderBy('conversation_id')
    .orderBy('seq')
    .execute()
  const runs = await db
    .selectFrom('scenario_run')
    .where('integration_id', '=', integration_id)
    .where('conversation_id', 'in', [...ids])
    .select(['conversation_id', 'scenario_id', 'status', 'state'])
    .orderBy('started_at', 'desc')
    .execute()
  const entriesOf = new Map<string, PastEntry[]>()
  for (const { conversation_id, seq, author, kind, body, details, sent_at } of entries) {
    const { reason = null, score, status, form_values } = details
    const entry = { seq, author, kind, text: body, at: sent_at, reason, score, status, form_values }
    entriesOf.set(conversation_id, [...(entriesOf.get(conversation_id) ?? []), entry])
  }
  // The last one that is set is the first run.
  const runOf = new Map(runs.map((run) => [run.conversation_id, run]))
  const positions = new Map(ids.map((id, index) => [id, index]))
  return rows
    .toSorted((a, b) => (positions.get(a.id) ?? 0) - (positions.get(b.id) ?? 0))
    .map(({ id, number, locale, page_url, contact_id, fields, ...contact }) => {
      const run = runOf.get(id)
      return {
        id,
        number,
        locale,
        page: page_url ?? '',
        contact: { ...fields, ...contact, ...hubspot.get(contact_id) },
        // As at the start: later changes may be what a scenario did.
        conversation: { priority: 'none', tag: [], team: null },
        entries: entriesOf.get(id) ?? [],
        run: run ? { scenario_id: run.scenario_id, status: run.status, path: run.state.path } : null,
      }
    })
}
