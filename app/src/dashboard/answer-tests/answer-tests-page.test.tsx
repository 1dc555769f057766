// @vitest-environment jsdom
import type { AnswerTest, AnswerTestResult, AnswerTestRun } from '@ozvi/contract'
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { greenBean } from '../../../test/fixtures.ts'
import { showPage } from '../../../test/render.tsx'
import { createTestTransport, errorReply } from '../../../test/transport.ts'
import AnswerTestsPage from './answer-tests-page.tsx'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
const returns: AnswerTest = {
  id: '01980000-0000-7000-8000-000000000080',
  question: 'How do I return goods?',
  locale: 'en',
  expects: 'answer',
  expected_page: '',
  expected_text: 'within 45 days',
}
const run: AnswerTestRun = {
  id: '01980000-0000-7000-8000-000000000081',
  integration_id: greenBean.id,
  trigger: 'member',
  status: 'done',
  total: 1,
  done: 1,
  passed: 1,
  started_at: '2026-11-20T09:00:00.000Z',
  ended_at: '2026-11-20T09:00:01.000Z',
  started_by_name: 'Eva',
}
const result: AnswerTestResult = {
  answer_test_id: returns.id,
  question: returns.question,
  failure: null,
  band: 'answer',
  confidence: 0.9,
  quote: 'You can return goods within 45 days of delivery.',
  title: 'Returns',
  url: null,
}
const base = `/api/integration/${greenBean.id}`
const answerTests = (newest: AnswerTestRun) => {
  const server = createTestTransport({
    [`GET ${base}/answer-test`]: () => [returns],
    [`GET ${base}/answer-test-run`]: () => [newest],
    [`GET ${base}/answer-test-run/${run.id}`]: () => ({ run: newest, results: [result] }),
  })
  const show = () =>
    showPage(AnswerTestsPage, {
      path: '/en/app/i/:integrationId/settings/answer-tests',
      at: `/en/app/i/${greenBean.id}/settings/answer-tests`,
    })
  return { server, show }
}

test('results that couldn’t be loaded aren’t shown as untested, and can be loaded again', async () => {
  const { server, show } = answerTests(run)
  const path = `GET ${base}/answer-test-run/${run.id}`
  server.answers[path] = () => errorReply(422, 'invalid_input', 'Not now.')
  show()
  expect(await screen.findByText('Couldn’t load the results')).toBeDefined()
  expect(screen.queryByText('Not tested yet')).toBeNull()
  server.answers[path] = () => ({ run, results: [result] })
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  const table = await screen.findByRole('table', { name: 'Tests' })
  expect(within(table).getByText('Passed')).toBeDefined()
})
test('quotes have no empty lines, and are marked with the language of their test like its question', async () => {
  const { server, show } = answerTests(run)
  const quote = 'Vrátenie\n\nTovar vrátite do 45 dní.'
  server.answers[`GET ${base}/answer-test`] = () => [{ ...returns, locale: 'sk' }]
  server.answers[`GET ${base}/answer-test-run/${run.id}`] = () => ({ run, results: [{ ...result, quote }] })
  show()
  for (const text of [/^Vrátenie/, result.question, result.title])
    expect((await screen.findByText(text)).lang).toBe('sk')
  expect(screen.getByText(/^Vrátenie/).textContent).toBe('Vrátenie\nTovar vrátite do 45 dní.')
})
test('422 a run that can’t be canceled shows the reason', async () => {
  const { server, show } = answerTests({ ...run, status: 'running', done: 0, passed: 0, ended_at: null })
  server.answers[`POST ${base}/answer-test-run/${run.id}/cancel`] = () =>
    errorReply(422, 'invalid_input', 'The run has already ended.')
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Stop' }))
  expect(await screen.findByText('The run has already ended.')).toBeDefined()
})
