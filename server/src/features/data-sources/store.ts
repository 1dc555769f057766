import type { DataSource, DataSourceStatus, FailureReason, Locale, SourceSchedule } from '@ozvi/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/context/context.ts'
import { lockName } from '#platform/database/named-lock.ts'

export interface Key {
  integration_id: string
  source_id: string
}
/** The fields a run needs in addition to those on screens. */
export interface RunnableSource extends DataSource {
  run: number
  file_key: string | null
}

/** Statuses of a source that a run works on or will. */
export const busy: readonly DataSourceStatus[] = ['queued', 'fetching', 'indexing']

const columns = [
  'id',
  'integration_id',
  'kind',
  'name',
  'config',
  'locale',
  'is_enabled',
  'status',
  'found',
  'indexed',
  'skipped',
  'failed',
  'current_url',
  'reason',
  'last_run_at',
  'schedule',
  'next_run_at',
  'confirmed_at',
  'push_key_prefix',
  'push_key_used_at',
  'added',
  'changed',
  'removed',
  'created_at',
  'version',
] as const

const sources = (db: Db, integration_id: string) =>
  db.selectFrom('data_source').where('integration_id', '=', integration_id)

/** Oldest first. */
export const listSources = (db: Db, integration_id: string): Promise<DataSource[]> =>
  sources(db, integration_id).select(columns).orderBy('created_at').orderBy('id').execute()

/** Serializes imports of saved answers, which add a question once. */
export const lockQuestions = (tx: Tx, integration_id: string) =>
  lockName(tx, `saved-answers:${integration_id}`)
export const listQuestions = async (db: Db, integration_id: string): Promise<string[]> =>
  (
    await sources(db, integration_id)
      .where('kind', '=', 'question')
      .select(sql<string>`config ->> 'question'`.as('question'))
      .execute()
  ).map(({ question }) => question)

export const findSource = (db: Db, { integration_id, source_id }: Key): Promise<DataSource | undefined> =>
  sources(db, integration_id).where('id', '=', source_id).select(columns).executeTakeFirst()

export const hasSource = async (db: Db, integration_id: string, source_id: string): Promise<boolean> =>
  (await findSource(db, { integration_id, source_id })) !== undefined

export const findRunnable = (
  db: Db,
  { integration_id, source_id }: Key,
): Promise<RunnableSource | undefined> =>
  sources(db, integration_id)
    .where('id', '=', source_id)
    .select([...columns, 'run', 'file_key'])
    .executeTakeFirst()

/** `undefined` when the id is taken already. */
export const insertSource = (
  tx: Tx,
  source: Pick<DataSource, 'integration_id' | 'id' | 'kind' | 'name' | 'config'> & { file_key?: string },
): Promise<RunnableSource | undefined> =>
  tx
    .insertInto('data_source')
    .values({ ...source, config: JSON.stringify(source.config), run: 1 })
    .onConflict((conflict) => conflict.columns(['integration_id', 'id']).doNothing())
    .returning([...columns, 'run', 'file_key'])
    .executeTakeFirst()

export interface SourceChanges {
  name?: string
  config?: DataSource['config']
  is_enabled?: boolean
  status?: DataSourceStatus
  reason?: FailureReason | null
  locale?: Locale | null
  found?: number
  indexed?: number
  skipped?: number
  failed?: number
  current_url?: string | null
  last_run_at?: string
  schedule?: SourceSchedule
  next_run_at?: string | null
  confirmed_at?: string | null
  added?: number
  changed?: number
  removed?: number
}

const updating = (tx: Tx, { integration_id, source_id }: Key, { config, ...changes }: SourceChanges) =>
  tx
    .updateTable('data_source')
    .set((eb) => ({
      ...changes,
      ...(config === undefined ? {} : { config: JSON.stringify(config) }),
      version: eb('version', '+', 1),
    }))
    .where('integration_id', '=', integration_id)
    .where('id', '=', source_id)
    .where('status', '<>', 'deleting')

/** @returns undefined for a source that is being deleted, too */
export const updateSource = (tx: Tx, key: Key, changes: SourceChanges): Promise<DataSource | undefined> =>
  updating(tx, key, changes).returning(columns).executeTakeFirst()
/** Locks the source until the commit, so that a run waits for it, and increments its version. */
export const lockSource = (tx: Tx, key: Key): Promise<DataSource | undefined> => updateSource(tx, key, {})

/** Writes the progress of a run and locks the source. @returns undefined if the run was stopped or replaced */
export const updateRun = (
  tx: Tx,
  key: Key,
  run: number,
  changes: SourceChanges,
): Promise<DataSource | undefined> =>
  updating(tx, key, changes).where('run', '=', run).returning(columns).executeTakeFirst()

/** Queues a new run of a source. @returns undefined if one is in progress */
export const startRun = (tx: Tx, key: Key): Promise<(DataSource & { run: number }) | undefined> =>
  updating(tx, key, { status: 'queued', reason: null, current_url: null })
    .set((eb) => ({ run: eb('run', '+', 1) }))
    .where('status', 'not in', busy)
    .returning([...columns, 'run'])
    .executeTakeFirst()

/** A running job notices at the next page that its run has ended. */
export const endRun = (
  tx: Tx,
  key: Key,
  status: 'paused' | 'deleting',
  only?: readonly DataSourceStatus[],
): Promise<DataSource | undefined> =>
  updating(tx, key, { status, current_url: null })
    .set((eb) => ({ run: eb('run', '+', 1) }))
    .$if(only !== undefined, (query) => query.where('status', 'in', only ?? []))
    .returning(columns)
    .executeTakeFirst()

/** Deletes a source with its items and snapshots. @returns the key of its file, if it had one */
export const deleteSource = (tx: Tx, { integration_id, source_id }: Key) =>
  tx
    .deleteFrom('data_source')
    .where('integration_id', '=', integration_id)
    .where('id', '=', source_id)
    .returning('file_key')
    .executeTakeFirst()

/** Where the first website begins; one in the given language goes before the others. */
export async function findStartPage(
  db: Db,
  integration_id: string,
  locale: Locale,
): Promise<{ name: string; url: string } | undefined> {
  const websites = await sources(db, integration_id)
    .where('kind', '=', 'website')
    .where('is_enabled', '=', true)
    .where('status', '<>', 'deleting')
    .select(['name', 'config', 'locale'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const website = websites.find((source) => source.locale === locale) ?? websites[0]
  return website?.config.start_url ? { name: website.name, url: website.config.start_url } : undefined
}

/** Takes a source that is being deleted off the schedule. */
export const clearSchedule = async (tx: Tx, { integration_id, source_id }: Key): Promise<void> => {
  await tx
    .updateTable('data_source')
    .set({ next_run_at: null })
    .where('integration_id', '=', integration_id)
    .where('id', '=', source_id)
    .execute()
}

/** Sources of open workspaces whose scheduled run is due, most overdue first. */
export const listDueSources = (
  db: Db,
  at: string,
  limit: number,
): Promise<(Key & { schedule: SourceSchedule })[]> =>
  db
    .selectFrom('data_source')
    .innerJoin('integration', 'integration.id', 'data_source.integration_id')
    .where('integration.deletes_at', 'is', null)
    .where('data_source.next_run_at', '<=', at)
    .select(['data_source.integration_id', 'data_source.id as source_id', 'data_source.schedule'])
    .orderBy('data_source.next_run_at')
    .limit(limit)
    .execute()

/** Items of a source by status, the vanished ones apart. */
export const countItems = (db: Db, { integration_id, source_id }: Key) =>
  db
    .selectFrom('data_source_item')
    .where('integration_id', '=', integration_id)
    .where('source_id', '=', source_id)
    .select([
      sql<number>`count(*) filter (where status <> 'gone')`.as('found'),
      sql<number>`count(*) filter (where status = 'indexed')`.as('indexed'),
      sql<number>`count(*) filter (where status = 'skipped')`.as('skipped'),
      sql<number>`count(*) filter (where status = 'failed' or (status = 'indexed' and reason is not null))`.as(
        'failed',
      ),
    ])
    .executeTakeFirstOrThrow()
