// @vitest-environment jsdom
import {
  dataSourceChanged,
  dataSourceDeleted,
  type Output,
  type Suggestion,
  type tryAssistant,
} from '@ozvi/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { eva, greenBean } from '../../../test/fixtures.ts'
import { createTestTransport, errorReply } from '../../../test/transport.ts'
import { base, page, website, item, showList, dataSources } from '../../../test/show-data-sources.tsx'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))

test('sources are listed with state, numbers and reasons, and update live', async () => {
  const { emit } = dataSources([website])
  showList()
  const row = (await screen.findByRole('link', { name: 'green-bean.example' })).closest('li') ?? document.body
  expect(row.textContent).toContain('Ready')
  expect(row.textContent).toContain('10 pages · 1 skipped · 1 failed')
  await emit(dataSourceChanged.name, {
    ...website,
    version: 4,
    status: 'fetching',
    found: 40,
    indexed: 8,
    skipped: 0,
    failed: 1,
    current_url: 'https://green-bean.example/k%C3%A1va',
  })
  expect(row.textContent).toContain('Crawling')
  expect(row.textContent).toContain('9 of 40 · green-bean.example/káva')
  expect(within(row).getByRole('meter', { name: 'Progress' }).getAttribute('aria-valuenow')).toBe('9')
  await emit(dataSourceChanged.name, { ...website, version: 5, status: 'stale', reason: 'unreachable' })
  expect(row.textContent).toContain(
    'Couldn’t reach the website. The assistant is still using the previous version.',
  )
  await emit(dataSourceChanged.name, { ...website, version: 4 })
  expect(row.textContent).toContain('Out of date')
  await emit(dataSourceDeleted.name, { id: website.id, integration_id: greenBean.id })
  expect(await screen.findByText('Add content for the assistant')).toBeTruthy()
})

test('the URL of failing sources shows only these, until the filter is removed', async () => {
  const failed = {
    ...website,
    id: crypto.randomUUID(),
    name: 'help.green-bean.example',
    status: 'failed' as const,
  }
  dataSources([website, failed])
  showList('owner', `${page}?state=trouble`)
  await screen.findByText('1 source needs attention')
  expect(screen.getByRole('link', { name: 'help.green-bean.example' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'green-bean.example' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Show all sources' }))
  expect(await screen.findByRole('link', { name: 'green-bean.example' })).toBeTruthy()
})

test('a source is turned off, synced, renamed and deleted', async () => {
  const testServer = dataSources([website])
  let { version } = website
  testServer.answers[`PUT ${base}/${website.id}`] = (body) => ({
    ...website,
    ...(body as object), // the one changed field
    version: ++version,
  })
  testServer.answers[`POST ${base}/${website.id}/sync`] = () =>
    errorReply(422, 'invalid_input', 'x', { status: ['This source is already being synced.'] })
  testServer.answers[`DELETE ${base}/${website.id}`] = () => null
  showList()
  fireEvent.click(await screen.findByRole('switch'))
  expect(await screen.findByText('Disabled')).toBeTruthy()
  const menu = async (name: string) => {
    const trigger = screen.getByRole('button', { name: /^Actions for/ })
    fireEvent.keyDown(trigger, { key: 'Enter' })
    fireEvent.click(await screen.findByRole('menuitem', { name }))
  }
  await menu('Sync now')
  expect(await screen.findByText('This source is already being synced.')).toBeTruthy()
  await menu('Rename')
  const name = await screen.findByLabelText('Name')
  fireEvent.change(name, { target: { value: 'Our site' } })
  fireEvent.submit(name)
  expect(await screen.findByRole('link', { name: 'Our site' })).toBeTruthy()
  await menu('Delete')
  const confirm = await screen.findByRole('dialog')
  fireEvent.click(within(confirm).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Deleting')).toBeTruthy()
})

test('a viewer sees the sources read-only', async () => {
  dataSources([website])
  showList('viewer')
  expect(await screen.findByRole('link', { name: 'green-bean.example' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Add source' })).toBeNull()
  expect(screen.queryByRole('switch')).toBeNull()
})

test('a test question shows the answer, sources, confidence and trace', async () => {
  const testServer = dataSources([website])
  const result: Output<typeof tryAssistant> = {
    band: 'may_help',
    body: 'Within **30 days** [1].',
    citations: [
      {
        number: 1,
        title: 'Returns',
        heading: '',
        quote: 'Within 30 days.',
        url: null,
        snapshot_url: '/snapshot/1',
        fetched_at: '2026-11-19T10:00:00.000Z',
        source_id: website.id,
        item_id: item.id,
      },
    ],
    reason: null,
    trace: {
      locale: 'en',
      terms: ['return', 'day'],
      candidates: [
        {
          title: 'Returns',
          heading: 'Duration',
          text: 'Within 30 days.',
          score: 7.25,
          is_cited: true,
          is_saved_answer: false,
          matched: ['return'],
        },
        {
          title: 'Shipping',
          heading: '',
          text: 'Three days.',
          score: 2,
          is_cited: false,
          is_saved_answer: false,
          matched: [],
        },
      ],
      confidence: 0.614,
      took_ms: 4.2,
    },
  }
  testServer.answers[`POST /api/integration/${greenBean.id}/assistant/try`] = () => result
  showList()
  const question = await screen.findByLabelText('Question')
  fireEvent.change(question, { target: { value: 'How long may I return?' } })
  fireEvent.submit(question)
  const heading = await screen.findByRole('heading', { name: 'How long may I return?' })
  const answer = within(heading.closest('section') ?? document.body)
  expect(answer.getByText('Might help')).toBeTruthy()
  expect(answer.getByText('61% confidence')).toBeTruthy()
  expect(answer.getAllByRole('button', { name: /^Source 1:? Returns$/ })).toHaveLength(2)
  expect(answer.getByText('2 passages compared')).toBeTruthy()
  expect(answer.getByText('score 7.25')).toBeTruthy()
  expect([answer.getByText('Used'), answer.getByText('Not used')]).toHaveLength(2)
  testServer.answers[`POST /api/integration/${greenBean.id}/assistant/try`] = () =>
    errorReply(422, 'invalid_input', 'Check the highlighted fields.', { text: ['This field is required.'] })
  fireEvent.submit(question)
  await waitFor(() => expect(question.getAttribute('aria-invalid')).toBe('true'))
})

test('S6.02 members who manage sources see agents’ suggestions; an agent suggests an answer and sees its status', async () => {
  const question = 'Do you send to Iceland?'
  const waits: Suggestion = {
    id: crypto.randomUUID(),
    integration_id: greenBean.id,
    target_id: null,
    content: { kind: 'question', question, alternatives: ['Iceland?'], answer: 'Within ten days.' },
    by_id: eva.id,
    by_name: eva.name,
    suggested_at: '2026-11-20T09:00:00.000Z',
    state: 'suggested',
    reason: '',
    decided_by_name: null,
    decided_at: null,
  }
  const path = `/api/integration/${greenBean.id}/suggestion`
  const calls = createTestTransport({
    [`GET ${base}`]: () => [website],
    [`GET ${path}`]: () => [waits],
    [`POST ${path}/${waits.id}/question/accept`]: () => ({ ...waits, state: 'accepted' }),
  })
  const { unmount } = showList('editor')
  const section = within(await screen.findByRole('region', { name: 'Pending suggestions (1)' }))
  expect(section.getByText('Within ten days.')).toBeTruthy()
  fireEvent.click(section.getByRole('button', { name: `Accept ${question}` }))
  const answerFields = { question, alternatives: ['Iceland?'], answer: 'Within ten days.' }
  await waitFor(() =>
    expect(calls.calls(`POST ${path}/${waits.id}/question/accept`)[0]?.body).toEqual(answerFields),
  )
  unmount()

  showList('agent')
  const ownRegion = within(await screen.findByRole('region', { name: 'Your suggestions' }))
  expect(ownRegion.getByText('Pending')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Add source' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Suggest answer' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Suggest answer' }))
  fireEvent.change(dialog.getByLabelText('Question'), { target: { value: 'Open on Sunday?' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Suggest' }))
  const last = () => calls.sent.findLast(({ method }) => method === 'PUT')
  await waitFor(() => expect(last()?.url).toMatch(/\/suggestion\/[^/]+\/question$/))
  expect(last()?.body).toMatchObject({ question: 'Open on Sunday?', answer: '' })
})
