import type { AnswerTest, AnswerTestResult, AnswerTestRun } from '@ozvi/contract'
import { answerTestRunsKept } from '@ozvi/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/context/context.ts'

export interface RunKey {
  integration_id: string
  run_id: string
}
const columns = ['id', 'question', 'locale', 'expects', 'expected_page', 'expected_text'] as const
const runColumns = [
  'id',
  'integration_id',
  'trigger',
  'status',
  'total',
  'done',
  'passed',
  'started_at',
  'ended_at',
  'started_by_name',
] as const

/** Oldest first. */
export const listTests = (db: Db, integration_id: string): Promise<AnswerTest[]> =>
  db
    .selectFrom('answer_test')
    .where('integration_id', '=', integration_id)
    .select(columns)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** Inserts tests or replaces their fields. @param tests at least one, with different ids */
export const putTests = (tx: Tx, integration_id: string, tests: readonly AnswerTest[], created_at: string) =>
  tx
    .insertInto('answer_test')
    .values(tests.map((test) => ({ integration_id, ...test, created_at })))
    .onConflict((conflict) =>
      conflict.columns(['integration_id', 'id']).doUpdateSet(({ ref }) => ({
        question: ref('excluded.question'),
        locale: ref('excluded.locale'),
        expects: ref('excluded.expects'),
        expected_page: ref('excluded.expected_page'),
        expected_text: ref('excluded.expected_text'),
      })),
    )
    .execute()

export const deleteTest = async (tx: Tx, integration_id: string, id: string): Promise<boolean> =>
  (await tx
    .deleteFrom('answer_test')
    .where('integration_id', '=', integration_id)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()) !== undefined

const runs = (db: Db, integration_id: string) =>
  db.selectFrom('answer_test_run').where('integration_id', '=', integration_id)

/** Newest first. */
export const listRuns = (db: Db, integration_id: string): Promise<AnswerTestRun[]> =>
  runs(db, integration_id)
    .select(runColumns)
    .orderBy('started_at', 'desc')
    .orderBy('id')
    .limit(answerTestRunsKept)
    .execute()

/** The run in progress; the newest one if it has just ended. */
export const findCurrentRun = (db: Db, integration_id: string): Promise<AnswerTestRun | undefined> =>
  runs(db, integration_id)
    .select(runColumns)
    .orderBy((eb) => eb('status', '=', 'running'), 'desc')
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()

export const findRun = (db: Db, { integration_id, run_id }: RunKey): Promise<AnswerTestRun | undefined> =>
  runs(db, integration_id).where('id', '=', run_id).select(runColumns).executeTakeFirst()

/** The version of the workspace's indexed content; 0 if there is none. */
export const findContentVersion = async (db: Db, integration_id: string): Promise<number> =>
  (
    await db
      .selectFrom('passage_statistics')
      .where('integration_id', '=', integration_id)
      .select('version')
      .executeTakeFirst()
  )?.version ?? 0

/** @returns undefined if a run is in progress */
export const insertRun = (
  tx: Tx,
  run: Pick<AnswerTestRun, 'integration_id' | 'trigger' | 'total' | 'started_at' | 'started_by_name'> & {
    content_version: number
  },
): Promise<AnswerTestRun | undefined> =>
  tx
    .insertInto('answer_test_run')
    .values(run)
    .onConflict((conflict) => conflict.doNothing())
    .returning(runColumns)
    .executeTakeFirst()

export const insertQuestions = (tx: Tx, { integration_id, run_id }: RunKey, tests: readonly AnswerTest[]) =>
  tx
    .insertInto('answer_test_result')
    .values(
      tests.map((test, position) => ({
        integration_id,
        run_id,
        position,
        answer_test_id: test.id,
        test: JSON.stringify(test),
      })),
    )
    .execute()

/** The next question of a run in progress. */
export const findNext = (db: Db, { integration_id, run_id }: RunKey) =>
  db
    .selectFrom('answer_test_result as result')
    .innerJoin('answer_test_run as run', (join) =>
      join.onRef('run.integration_id', '=', 'result.integration_id').onRef('run.id', '=', 'result.run_id'),
    )
    .where('result.integration_id', '=', integration_id)
    .where('result.run_id', '=', run_id)
    .where('run.status', '=', 'running')
    .where('result.band', 'is', null)
    .select(['result.position', 'result.test'])
    .orderBy('result.position')
    .limit(1)
    .executeTakeFirst()

/** Stores a result and counts it, unless the run was canceled or the question was asked already. */
export async function putResult(
  tx: Tx,
  { integration_id, run_id }: RunKey,
  position: number,
  { failure, ...result }: Omit<AnswerTestResult, 'answer_test_id' | 'question'>,
): Promise<AnswerTestRun | undefined> {
  const stored = await tx
    .updateTable('answer_test_result')
    .set({ failure, ...result })
    .where('integration_id', '=', integration_id)
    .where('run_id', '=', run_id)
    .where('position', '=', position)
    .where('band', 'is', null)
    .returning('position')
    .executeTakeFirst()
  if (!stored) return undefined
  return tx
    .updateTable('answer_test_run')
    .set((eb) => ({ done: eb('done', '+', 1), passed: eb('passed', '+', failure === null ? 1 : 0) }))
    .where('integration_id', '=', integration_id)
    .where('id', '=', run_id)
    .where('status', '=', 'running')
    .returning(runColumns)
    .executeTakeFirst()
}

/** @returns undefined if it isn't running */
export const endRun = (
  tx: Tx,
  { integration_id, run_id }: RunKey,
  status: Exclude<AnswerTestRun['status'], 'running'>,
  ended_at: string,
): Promise<AnswerTestRun | undefined> =>
  tx
    .updateTable('answer_test_run')
    .set({ status, ended_at })
    .where('integration_id', '=', integration_id)
    .where('id', '=', run_id)
    .where('status', '=', 'running')
    .returning(runColumns)
    .executeTakeFirst()

export const deleteOldRuns = (tx: Tx, integration_id: string) =>
  sql`delete from answer_test_run where integration_id = ${integration_id} and id in (
      select id from answer_test_run where integration_id = ${integration_id}
      order by started_at desc, id offset ${answerTestRunsKept})`.execute(tx)

/** Questions that have been asked, in the order of the tests. */
export const listResults = (
  db: Db,
  { integration_id, run_id }: RunKey,
  only: 'all' | 'passed' | 'failed',
): Promise<AnswerTestResult[]> =>
  db
    .selectFrom('answer_test_result')
    .where('integration_id', '=', integration_id)
    .where('run_id', '=', run_id)
    .where('band', 'is not', null)
    .$if(only !== 'all', (query) => query.where('failure', only === 'failed' ? 'is not' : 'is', null))
    .select(['answer_test_id', 'failure', 'band', 'confidence', 'quote', 'title', 'url'])
    .select(sql<string>`test->>'question'`.as('question'))
    .$narrowType<{ band: AnswerTestResult['band'] }>()
    .orderBy('position')
    .execute()

/**
 * Open workspaces with tests whose content changed since their last run, and isn't changing right now. Content that was
 * there before the first run counts as changed.
 */
export const listChanged = async (db: Db, limit: number): Promise<string[]> =>
  (
    await sql<{ integration_id: string }>`
      select statistics.integration_id from passage_statistics statistics
      join integration on integration.id = statistics.integration_id and integration.deletes_at is null
      where exists (select from answer_test where answer_test.integration_id = statistics.integration_id)
        and statistics.version > coalesce((select max(content_version) from answer_test_run
          where answer_test_run.integration_id = statistics.integration_id), 0)
        and not exists (select from answer_test_run where answer_test_run.integration_id = statistics.integration_id
          and status = 'running')
        and not exists (select from data_source where data_source.integration_id = statistics.integration_id
          and data_source.status in ('queued', 'fetching', 'indexing', 'deleting'))
      limit ${limit}`.execute(db)
  ).rows.map(({ integration_id }) => integration_id)
