import {
  answerTestRunChanged,
  applyAnswerTestRunChanged,
  type AnswerTestRun,
  answerTestsMax,
  cancelAnswerTestRun,
  createTextSource,
  deleteAnswerTest,
  getAnswerTestRun,
  getDataSource,
  importAnswerTests,
  type InputOf,
  listAnswerTestRuns,
  listAnswerTests,
  saveAnswerTest,
  startAnswerTestRun,
  updateDataSource,
} from '@ozvi/contract'
import type { Library } from '#features/assistant'
import { afterAll, expect, test } from 'vitest'
import { createModels } from '#features/language-model'
import { testServer } from '../../../test/server.ts'
import { testChanged } from './jobs.ts'
import { askAll } from './runs.ts'
import { insertQuestions, insertRun } from './store.ts'

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())
const id = (): string => crypto.randomUUID()

/** A workspace with a text about returns and delivery. */
async function shop() {
  const created = await server.seed.integration()
  const { browser, integration_id } = created
  const source_id = id()
  const settled = () =>
    server.eventually(async () => {
      const { status } = await browser.call(getDataSource, { integration_id, source_id })
      return status === 'ready' || undefined
    })
  await browser.call(createTextSource, {
    integration_id,
    id: source_id,
    name: 'Shop',
    body: '## Returns\n\nYou can return goods within 30 days of delivery.\n\n## Delivery\n\nA parcel arrives in two working days and costs 4 euros.',
  })
  await settled()
  type Fields = Partial<InputOf<typeof saveAnswerTest>> & { question: string }
  const save = (fields: Fields) =>
    browser.call(saveAnswerTest, { integration_id, answer_test_id: id(), locale: 'en', ...fields })
  const ended = () =>
    server.eventually(async () => {
      const [run] = await browser.call(listAnswerTestRuns, { integration_id })
      return run && run.status !== 'running' ? run : undefined
    })
  const results = (answer_test_run_id: string, only?: 'passed' | 'failed') =>
    browser.call(getAnswerTestRun, { integration_id, answer_test_run_id, ...(only && { only }) })
  const checkContent = () => server.ctx.transaction((tx) => tx.enqueue(testChanged, {}))
  return { ...created, source_id, save, ended, results, settled, checkContent }
}
/** Content that can't be read. */
const unreadable: Library = {
  listCitableItems: () => Promise.reject(new Error('unreadable')),
  findStartPage: () => Promise.reject(new Error('unreadable')),
  hasSource: () => Promise.reject(new Error('unreadable')),
  snapshotPath: () => '',
  textFragment: () => '',
}
const returns = { question: 'How many days do I have to return goods?', expected_text: 'within 30 days' }

test('a run lists expected answers, actual answers, and the reasons of failures', async () => {
  const { browser, integration_id, save, ended, results } = await shop()
  await save({ ...returns, expected_page: 'shop' })
  await save({ question: 'How long does delivery take?', expected_text: 'three weeks' })
  await save({ question: 'How much does delivery cost?', expected_page: '/prices' })
  await save({ question: 'Do you repair spaceships on Mars?', expects: 'hand_over' })
  await save({ question: 'Do you repair spaceships on Venus?', expected_text: 'yes' })
  await save({ question: 'When does a parcel arrive?', expects: 'hand_over' })
  expect(await browser.call(startAnswerTestRun, { integration_id })).toMatchObject({
    trigger: 'member',
    started_by_name: 'Eva Nováková',
    total: 6,
    done: 0,
  })
  const run = await ended()
  expect(run).toMatchObject({ status: 'done', total: 6, done: 6, passed: 2 })
  const all = await results(run.id)
  expect(all.results.map(({ failure }) => failure)).toEqual([
    null,
    'wrong_text',
    'wrong_page',
    null,
    'no_answer',
    'answered',
  ])
  expect(all.results[0]).toMatchObject({
    question: returns.question,
    title: 'Shop',
    quote: expect.stringContaining('within 30 days'),
  })
  // Each number is the length of its list.
  expect((await results(run.id, 'passed')).results).toHaveLength(run.passed)
  expect((await results(run.id, 'failed')).results).toHaveLength(run.total - run.passed)
})

test('tests run automatically once after the content changed, and show the new pass rate', async () => {
  const { browser, integration_id, source_id, save, ended, settled, checkContent } = await shop()
  await save(returns)
  await checkContent()
  const first = await ended()
  expect(first).toMatchObject({ trigger: 'content', started_by_name: null, passed: 1 })
  const text = { body: '## Returns\n\nYou can return goods within 14 days of delivery.' }
  await browser.call(updateDataSource, { integration_id, source_id, text })
  await settled()
  await server.eventually(async () => {
    await checkContent()
    const runs = await browser.call(listAnswerTestRuns, { integration_id })
    return runs.length === 2 && runs[0]?.status === 'done' ? true : undefined
  })
  const runs = await browser.call(listAnswerTestRuns, { integration_id })
  expect(runs.map(({ passed, total }) => `${passed}/${total}`)).toEqual(['0/1', '1/1'])
  // Unchanged content isn't tested again.
  await checkContent()
  await browser.call(startAnswerTestRun, { integration_id })
  const third = await ended()
  expect(third.trigger).toBe('member')
  expect(await browser.call(listAnswerTestRuns, { integration_id })).toHaveLength(3)
})

test('old state + events = new state for the list of runs, in any order', async () => {
  const { browser, integration_id, save, ended } = await shop()
  for (let index = 0; index < 5; index++) await save({ ...returns, question: `${returns.question} ${index}` })
  const before = await browser.call(listAnswerTestRuns, { integration_id })
  const started = await browser.call(startAnswerTestRun, { integration_id })
  const done = await ended()
  const events: AnswerTestRun[] = [started, { ...started, done: 3, passed: 3 }, done]
  for (const order of [
    [0, 1, 2],
    [2, 1, 0],
    [1, 2, 0],
  ]) {
    let list: AnswerTestRun[] = before
    for (const at of order) list = applyAnswerTestRunChanged(list, events[at] ?? done)
    expect(list).toEqual(await browser.call(listAnswerTestRuns, { integration_id }))
  }
  expect(answerTestRunChanged.name).toBe('AnswerTestRunChanged')
})

test('starting a run during a run returns that run, which can be canceled', async () => {
  const { browser, integration_id, save, ended } = await shop()
  await expect(browser.call(startAnswerTestRun, { integration_id })).rejects.toMatchObject({
    errors: { run: [expect.any(String)] },
  })
  for (let index = 0; index < 40; index++)
    await save({ ...returns, question: `${returns.question} ${index}` })
  const run = await browser.call(startAnswerTestRun, { integration_id })
  const again = await browser.call(startAnswerTestRun, { integration_id })
  expect(again).toMatchObject({ id: run.id, started_at: run.started_at })
  expect(await browser.call(listAnswerTestRuns, { integration_id })).toHaveLength(1)
  const key = { integration_id, answer_test_run_id: run.id }
  expect(await browser.call(cancelAnswerTestRun, key)).toMatchObject({ status: 'canceled' })
  const { done } = await ended()
  expect(done).toBeLessThan(40)
  // Harmless again.
  expect(await browser.call(cancelAnswerTestRun, key)).toMatchObject({ status: 'canceled' })
})

test('starting a run during a run returns that run, also when the clock of an earlier one was ahead', async () => {
  const { browser, integration_id, save, ended } = await shop()
  await save(returns)
  const earlier = await browser.call(startAnswerTestRun, { integration_id })
  await ended()
  await server.ctx.transaction((tx) =>
    tx
      .updateTable('answer_test_run')
      .set({ started_at: '2100-01-01T00:00:00.000Z' })
      .where('integration_id', '=', integration_id)
      .where('id', '=', earlier.id)
      .execute(),
  )
  for (let index = 0; index < 40; index++)
    await save({ ...returns, question: `${returns.question} ${index}` })
  const run = await browser.call(startAnswerTestRun, { integration_id })
  expect(await browser.call(startAnswerTestRun, { integration_id })).toMatchObject({ id: run.id })
  await browser.call(cancelAnswerTestRun, { integration_id, answer_test_run_id: run.id })
})

test('a run whose questions can’t be asked fails after its last attempt', async () => {
  const { browser, integration_id, save, ended } = await shop()
  await save(returns)
  await browser.call(startAnswerTestRun, { integration_id })
  await ended()
  const { ctx } = server
  const start = () =>
    ctx.transaction(async (tx) => {
      const started_at = new Date().toISOString()
      const run = await insertRun(tx, {
        integration_id,
        ...{ trigger: 'member', started_by_name: null, content_version: 1, total: 1, started_at },
      })
      if (!run) throw new Error('another run is going on')
      await insertQuestions(tx, { integration_id, run_id: run.id }, [
        { id: id(), locale: 'en', expects: 'answer', expected_page: '', ...returns },
      ])
      return run.id
    })
  const attempt = (run_id: string, number: number, signal = AbortSignal.timeout(5000)) =>
    askAll(
      ctx,
      { library: unreadable, models: createModels() },
      { integration_id, run_id },
      { signal, attempt: number },
    )
  const failing_id = await start()
  await expect(attempt(failing_id, 1)).rejects.toThrow('unreadable')
  expect((await browser.call(listAnswerTestRuns, { integration_id }))[0]).toMatchObject({ status: 'running' })
  await attempt(failing_id, 6)
  expect(await ended()).toMatchObject({ id: failing_id, status: 'failed', done: 0 })
  const slow_id = await start()
  await expect(attempt(slow_id, 1, AbortSignal.abort(new Error('too slow')))).rejects.toThrow('too slow')
  await attempt(slow_id, 6, AbortSignal.abort(new Error('too slow')))
  expect(await ended()).toMatchObject({ id: slow_id, status: 'failed', done: 0 })
  await browser.call(startAnswerTestRun, { integration_id })
})

test('pasted cells become tests; pasting them again changes nothing', async () => {
  const { browser, integration_id } = await shop()
  const text = [
    'Question\tPage\tText\tLanguage',
    'How long?\t/help\t\ten',
    'Koľko stojí doprava?\t\t4 eurá\tsk',
    'Do you sell cars?\t\thand over\t',
    '\t/help\t\t',
    'Nothing expected\t\t\t',
    'how  LONG?\t/help\t\t',
    'In French?\t/help\t\tfr',
  ].join('\n')
  const cells = { integration_id, locale: 'en', text } as const
  const outcome = { added: 3, updated: 0, unchanged: 0 }
  const trial = await browser.call(importAnswerTests, { ...cells, is_trial: true })
  expect(trial).toMatchObject(outcome)
  expect(trial.rejected).toEqual([
    { row: 5, reason: 'no_question' },
    { row: 6, reason: 'no_expectation' },
    { row: 7, reason: 'repeated' },
    { row: 8, reason: 'bad_language' },
  ])
  expect(await browser.call(listAnswerTests, { integration_id })).toEqual([])
  expect(await browser.call(importAnswerTests, cells)).toMatchObject(outcome)
  expect(await browser.call(importAnswerTests, cells)).toMatchObject({ added: 0, unchanged: 3 })
  const changed = { ...cells, text: text.replace('/help', '/contact') }
  expect(await browser.call(importAnswerTests, changed)).toMatchObject({ added: 0, updated: 1, unchanged: 2 })
  const tests = await browser.call(listAnswerTests, { integration_id })
  expect(tests.map(({ locale, expects }) => `${locale} ${expects}`).toSorted()).toEqual([
    'en answer',
    'en hand_over',
    'sk answer',
  ])
})

test('422 a test without an expectation, too many tests and hostile cells name the field', async () => {
  const { browser, integration_id, save } = await shop()
  const problem = (field: string) => ({ errors: { [field]: [expect.any(String)] } })
  await expect(save({ question: 'How long?' })).rejects.toMatchObject(problem('expected_text'))
  await expect(save({ ...returns, question: ' ' })).rejects.toMatchObject(problem('question'))
  await expect(save({ ...returns, expected_page: 'x'.repeat(2_001) })).rejects.toMatchObject(
    problem('expected_page'),
  )
  const row = (at: number) => `Question ${at}?,/page,text`
  const many = Array.from({ length: answerTestsMax + 1 }, (_, index) => row(index)).join('\n')
  const cells = { integration_id, locale: 'en' } as const
  await expect(browser.call(importAnswerTests, { ...cells, text: many })).rejects.toMatchObject(
    problem('text'),
  )
  for (const text of ['"'.repeat(50_001), ','.repeat(100_000), '=cmd|x'.repeat(20_000)]) {
    const reply = await browser.call(importAnswerTests, { ...cells, text, is_trial: true }).catch(String)
    expect(JSON.stringify(reply)).not.toContain('server_error')
  }
})

test('404 SEC-10 another workspace’s tests and runs, 403 without the right', async () => {
  const a = await shop()
  const b = await shop()
  const test = await a.save(returns)
  const run = await a.browser.call(startAnswerTestRun, { integration_id: a.integration_id })
  await a.ended()
  const theirs = { integration_id: b.integration_id, answer_test_run_id: run.id }
  const outcomes = await Promise.allSettled([
    b.browser.call(getAnswerTestRun, theirs),
    b.browser.call(cancelAnswerTestRun, theirs),
    b.browser.call(deleteAnswerTest, { integration_id: b.integration_id, answer_test_id: test.id }),
    b.browser.call(listAnswerTests, { integration_id: a.integration_id }),
  ])
  for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: { code: 'not_found' } })
  const agent = await server.seed.member(a.integration_id, 'agent')
  const own = { integration_id: a.integration_id }
  expect(await agent.browser.call(listAnswerTests, own)).toHaveLength(1)
  await expect(agent.browser.call(startAnswerTestRun, own)).rejects.toMatchObject({ code: 'forbidden' })
  await a.browser.call(deleteAnswerTest, { ...own, answer_test_id: test.id })
  expect(await a.browser.call(listAnswerTests, own)).toEqual([])
})
