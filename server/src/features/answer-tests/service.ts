import { randomUUID } from 'node:crypto'
import {
  type AnswerTest,
  answerTestRunChanged,
  answerTestsChanged,
  answerTestsMax,
  type Input,
  Problem,
} from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { AnswerTestFields } from '@ozvi/contract/schemas'
import { questionKey, readTable } from '#features/data-sources'
import { lockIntegration, type MemberActor } from '#features/integrations'
import type { Context, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { fieldErrors } from '#platform/http/fields.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { readTestRows } from './read-rows.ts'
import { startRun } from './runs.ts'
import * as store from './store.ts'

export const listAnswerTests = (ctx: Context, { integration_id }: MemberActor) =>
  store.listTests(ctx.db, integration_id)

/** @throws Problem `invalid_input` on `expected_text`, or on `question` if there are too many tests */
export function saveAnswerTest(
  ctx: Context,
  { integration_id }: MemberActor,
  { answer_test_id: id, ...input }: Input<typeof contract.saveAnswerTest>,
) {
  const read = AnswerTestFields.safeParse(input)
  if (!read.success) throw new Problem('invalid_input', fieldErrors(read.error.issues))
  return ctx.transaction(async (tx) => {
    await lockIntegration(tx, integration_id)
    const tests = await store.listTests(tx, integration_id)
    if (tests.length >= answerTestsMax && !tests.some((test) => test.id === id))
      throw validationError('question', `tests_max:${answerTestsMax}`)
    const saved = { id, ...read.data }
    await store.putTests(tx, integration_id, [saved], isoNow(ctx))
    tx.emit(answerTestsChanged, { integration_id })
    return saved
  })
}

export const deleteAnswerTest = (
  ctx: Context,
  { integration_id }: MemberActor,
  { answer_test_id }: Input<typeof contract.deleteAnswerTest>,
) =>
  ctx.transaction(async (tx) => {
    if (!(await store.deleteTest(tx, integration_id, answer_test_id))) throw new Problem('not_found')
    tx.emit(answerTestsChanged, { integration_id })
    return null
  })

const isSame = ({ id: _, ...existing }: AnswerTest, fields: Omit<AnswerTest, 'id'>) =>
  Object.entries(existing).every(([name, value]) => fields[name as keyof typeof fields] === value) // its own keys

/** Adds tests and updates those whose question exists. Idempotent. */
export async function importAnswerTests(
  ctx: Context,
  { integration_id }: MemberActor,
  { text, locale, is_trial }: Input<typeof contract.importAnswerTests>,
) {
  const rows = await readTable(ctx, Buffer.from(text), { field: 'text', rows_max: 2 * answerTestsMax })
  const { tests, rejected } = readTestRows(rows, locale)
  if (tests.length + rejected.length === 0) throw validationError('text', 'file_empty')
  return ctx.transaction(async (tx) => {
    await lockIntegration(tx, integration_id)
    const existing = await store.listTests(tx, integration_id)
    const byQuestion = new Map(existing.map((test) => [questionKey(test.question), test]))
    const find = ({ question }: Pick<AnswerTest, 'question'>) => byQuestion.get(questionKey(question))
    const added = tests.filter((test) => !find(test))
    const updated = tests.flatMap((test) => {
      const before = find(test)
      return before && !isSame(before, test) ? [{ ...test, id: before.id }] : []
    })
    if (existing.length + added.length > answerTestsMax)
      throw validationError('text', `tests_max:${answerTestsMax}`)
    if (!is_trial && added.length + updated.length > 0) await putAll(ctx, tx, integration_id, added, updated)
    const unchanged = tests.length - added.length - updated.length
    return { added: added.length, updated: updated.length, unchanged, rejected }
  })
}

async function putAll(
  ctx: Context,
  tx: Tx,
  integration_id: string,
  added: readonly Omit<AnswerTest, 'id'>[],
  updated: readonly AnswerTest[],
): Promise<void> {
  // Tests created in one transaction have the same time and are listed by id.
  const ids = added.map(() => randomUUID()).toSorted()
  const created = added.map((test, index) => ({ ...test, id: ids[index] ?? randomUUID() }))
  await store.putTests(tx, integration_id, [...updated, ...created], isoNow(ctx))
  tx.emit(answerTestsChanged, { integration_id })
}

export const listAnswerTestRuns = (ctx: Context, { integration_id }: MemberActor) =>
  store.listRuns(ctx.db, integration_id)

/** @throws Problem `invalid_input` on `run`: there are no tests */
export const startAnswerTestRun = (ctx: Context, { integration_id, name }: MemberActor) =>
  ctx.transaction(async (tx) => {
    const started = await startRun(ctx, tx, integration_id, { trigger: 'member', started_by_name: name })
    if (!started) throw validationError('run', 'no_tests')
    return started
  })

async function getRun(ctx: Context, key: store.RunKey) {
  const run = await store.findRun(ctx.db, key)
  if (!run) throw new Problem('not_found')
  return run
}

/** Harmless when the run has ended. */
export async function cancelAnswerTestRun(
  ctx: Context,
  { integration_id }: MemberActor,
  { answer_test_run_id: run_id }: Input<typeof contract.cancelAnswerTestRun>,
) {
  const key = { integration_id, run_id }
  const canceled = await ctx.transaction(async (tx) => {
    const run = await store.endRun(tx, key, 'canceled', isoNow(ctx))
    if (run) tx.emit(answerTestRunChanged, run)
    return run
  })
  return canceled ?? getRun(ctx, key)
}

export async function getAnswerTestRun(
  ctx: Context,
  { integration_id }: MemberActor,
  { answer_test_run_id: run_id, only }: Input<typeof contract.getAnswerTestRun>,
) {
  const key = { integration_id, run_id }
  return { run: await getRun(ctx, key), results: await store.listResults(ctx.db, key, only) }
}
