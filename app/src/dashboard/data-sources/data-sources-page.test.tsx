// @vitest-environment jsdom
import {
  type DataSource,
  dataSourceChanged,
  dataSourceDeleted,
  type DataSourceItem,
  type Output,
  type Suggestion,
  type tryAssistant,
} from '@ozvi/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { eva, greenBean } from '../../../test/fixtures.ts'
import { showPage } from '../../../test/render.tsx'
import { createTestTransport, refuse } from '../../../test/transport.ts'
import DataSourcePage from './data-source-page.tsx'
import DataSourcesPage from './data-sources-page.tsx'
import ItemPage from './item-page.tsx'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))

const base = `/api/integration/${greenBean.id}/data-source`
const page = `/en/app/i/${greenBean.id}/settings/data-sources`
const website: DataSource = {
  id: '01980000-0000-7000-8000-000000000070',
  integration_id: greenBean.id,
  kind: 'website',
  name: 'green-bean.example',
  config: { start_url: 'https://green-bean.example', depth: 5, pages_max: 100, include: [], exclude: [] },
  locale: 'en',
  is_enabled: true,
  status: 'ready',
  found: 12,
  indexed: 10,
  skipped: 1,
  failed: 1,
  current_url: null,
  reason: null,
  last_run_at: '2026-11-19T10:00:00.000Z',
  schedule: 'off',
  next_run_at: null,
  confirmed_at: null,
  push_key_prefix: null,
  push_key_used_at: null,
  added: 0,
  changed: 0,
  removed: 0,
  created_at: '2026-11-01T10:00:00.000Z',
  version: 3,
}
const item: DataSourceItem = {
  id: '01980000-0000-7000-8000-000000000080',
  source_id: website.id,
  url: 'https://green-bean.example/returns',
  title: 'Returns',
  locale: 'en',
  status: 'indexed',
  reason: null,
  words: 30,
  is_enabled: true,
  fetched_at: '2026-11-19T10:00:00.000Z',
  changed_at: null,
}
const member = (role: typeof greenBean.role) => ({ ...eva, integrations: [{ ...greenBean, role }] })
const showList = (role: typeof greenBean.role = 'owner', at = page) =>
  showPage(DataSourcesPage, {
    path: '/en/app/i/:integrationId/settings/data-sources',
    at,
    user: member(role),
  })
const server = (sources: DataSource[]) => createTestTransport({ [`GET ${base}`]: () => sources })
async function openDialog() {
  fireEvent.click((await screen.findAllByRole('button', { name: 'Add source' }))[0] ?? document.body)
  return screen.findByRole('dialog')
}

test('sources are listed with their state, figures and reasons, and change live', async () => {
  const { tell } = server([website])
  showList()
  const row = (await screen.findByRole('link', { name: 'green-bean.example' })).closest('li') ?? document.body
  expect(row.textContent).toContain('Ready')
  expect(row.textContent).toContain('10 pages · 1 skipped · 1 failed')
  await tell(dataSourceChanged.name, {
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
  await tell(dataSourceChanged.name, { ...website, version: 5, status: 'stale', reason: 'unreachable' })
  expect(row.textContent).toContain(
    'Couldn’t reach the website. The assistant is still using the previous version.',
  )
  await tell(dataSourceChanged.name, { ...website, version: 4 })
  expect(row.textContent).toContain('Out of date')
  await tell(dataSourceDeleted.name, { id: website.id, integration_id: greenBean.id })
  expect(await screen.findByText('Add content for the assistant')).toBeTruthy()
})
test('the address of those in trouble shows these alone, until all are asked for', async () => {
  const failed = {
    ...website,
    id: crypto.randomUUID(),
    name: 'help.green-bean.example',
    status: 'failed' as const,
  }
  server([website, failed])
  showList('owner', `${page}?state=trouble`)
  await screen.findByText('1 source needs attention')
  expect(screen.getByRole('link', { name: 'help.green-bean.example' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'green-bean.example' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Show all sources' }))
  expect(await screen.findByRole('link', { name: 'green-bean.example' })).toBeTruthy()
})
test('422 a refused website says why at its field, and what was typed stays', async () => {
  const testServer = server([])
  showList()
  const dialog = await openDialog()
  const start = within(dialog).getByLabelText('Start page')
  expect(start).toHaveProperty('value', 'https://green-bean.example')
  testServer.answers[`POST ${base}/website`] = () =>
    refuse(422, 'invalid_input', 'Check the highlighted fields.', {
      start_url: ['This address is not on your website.'],
      'include.1': ['Use at most 300 characters.'],
    })
  fireEvent.change(start, { target: { value: 'https://other.example' } })
  fireEvent.change(within(dialog).getByLabelText('Include paths'), {
    target: { value: '/help/**\n\n /faq ' },
  })
  fireEvent.submit(start)
  await waitFor(() => expect(start.getAttribute('aria-invalid')).toBe('true'))
  const described = (field: HTMLElement) =>
    (field.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .join(' ')
  expect(described(start)).toContain('This address is not on your website.')
  expect(described(within(dialog).getByLabelText('Include paths'))).toContain('Use at most 300 characters.')
  expect(start).toHaveProperty('value', 'https://other.example')
  testServer.answers[`POST ${base}/website`] = () => website
  fireEvent.submit(start)
  expect(await screen.findByRole('link', { name: 'green-bean.example' })).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(testServer.calls(`POST ${base}/website`)[1]?.body).toMatchObject({
    start_url: 'https://other.example',
    depth: 5,
    pages_max: 100,
    include: ['/help/**', '/faq'],
    exclude: [],
  })
})
test('a question is added with its other wordings, and one kind keeps its fields while another is looked at', async () => {
  const testServer = server([])
  testServer.answers[`POST ${base}/question`] = () => ({ ...website, kind: 'question', name: 'Do you ship?' })
  showList()
  const dialog = within(await openDialog())
  fireEvent.click(dialog.getByRole('radio', { name: 'Saved answer' }))
  fireEvent.change(dialog.getByLabelText('Question'), { target: { value: 'Do you ship?' } })
  fireEvent.change(dialog.getByLabelText('Alternative phrasings'), {
    target: { value: 'Delivery?\nPost?' },
  })
  fireEvent.click(dialog.getByRole('radio', { name: 'Text' }))
  fireEvent.click(dialog.getByRole('radio', { name: 'Saved answer' }))
  const question = dialog.getByLabelText('Question')
  expect(question).toHaveProperty('value', 'Do you ship?')
  fireEvent.change(dialog.getByLabelText('Answer'), { target: { value: 'Yes.' } })
  fireEvent.submit(question)
  await waitFor(() => expect(testServer.calls(`POST ${base}/question`)).toHaveLength(1))
  expect(testServer.calls(`POST ${base}/question`)[0]?.body).toMatchObject({
    question: 'Do you ship?',
    alternatives: ['Delivery?', 'Post?'],
    answer: 'Yes.',
  })
})
test('files are sent one by one, and each says what became of it', async () => {
  const testServer = server([])
  const refusals = [
    refuse(422, 'invalid_input', 'Check the highlighted fields.', { file: ['No text in it.'] }),
  ]
  testServer.answers[`POST ${base}/file`] = (body) => {
    const file = (body as FormData).get('file')
    if (file instanceof File && file.name === 'strange.md' && refusals.length > 0) return refusals.pop()
    return { ...website, kind: 'file', id: String((body as FormData).get('id')), name: 'terms' }
  }
  showList()
  const dialog = await openDialog()
  fireEvent.click(within(dialog).getByRole('radio', { name: 'Files' }))
  const files = ['terms.md', 'photo.png', 'strange.md'].map((name) => new File(['text'], name))
  fireEvent.drop(within(dialog).getByText('Drop files here').closest('div') ?? dialog, {
    dataTransfer: { files },
  })
  const rows = () => [...dialog.querySelectorAll('li')].map((row) => row.textContent)
  await waitFor(() =>
    expect(rows()).toEqual([
      'terms.md1 KBUploaded',
      'photo.png1 KBOnly PDF, Word (.docx), CSV, Markdown, text and HTML files are supported.',
      'strange.md1 KBNo text in it.Try again',
    ]),
  )
  fireEvent.click(within(dialog).getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(rows()[2]).toBe('strange.md1 KBUploaded'))
  const ids = testServer.calls(`POST ${base}/file`).map(({ body }) => (body as FormData).get('id'))
  expect([ids.length, new Set(ids).size]).toEqual([3, 2])
})
test('a source is switched off, read again, renamed and deleted', async () => {
  const testServer = server([website])
  let { version } = website
  testServer.answers[`PUT ${base}/${website.id}`] = (body) => ({
    ...website,
    ...(body as object), // the one changed field
    version: ++version,
  })
  testServer.answers[`POST ${base}/${website.id}/sync`] = () =>
    refuse(422, 'invalid_input', 'x', { status: ['This source is already being synced.'] })
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
test('a viewer sees the sources and can change none', async () => {
  server([website])
  showList('viewer')
  expect(await screen.findByRole('link', { name: 'green-bean.example' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Add source' })).toBeNull()
  expect(screen.queryByRole('switch')).toBeNull()
})
test('a source shows its contents by state, and one of them is kept from the assistant', async () => {
  const failed: DataSourceItem = {
    ...item,
    id: `${item.id.slice(0, -1)}1`,
    title: 'https://green-bean.example/broken',
    url: 'https://green-bean.example/broken',
    status: 'failed',
    reason: 'http_error',
    words: 0,
    fetched_at: null,
  }
  const testServer = server([website])
  testServer.answers[`GET ${base}/${website.id}`] = () => website
  const folder = {
    path: 'https://green-bean.example/help/',
    name: 'help',
    pages: 12,
    indexed: 12,
    used: 5,
    skipped: 0,
    failed: 0,
    gone: 0,
    words: 900,
    changed_at: null,
  }
  testServer.answers[`GET ${base}/${website.id}/folder`] = () => ({
    entries: [
      { kind: 'folder', folder },
      { kind: 'item', item },
      { kind: 'item', item: failed },
    ],
    next: null,
  })
  testServer.answers[`GET ${base}/${website.id}/item`] = () => ({ items: [failed], next: null })
  testServer.answers[`PUT ${base}/${website.id}/item/${item.id}`] = () =>
    refuse(422, 'invalid_input', 'Not now.')
  showPage(DataSourcePage, {
    path: '/en/app/i/:integrationId/settings/data-sources/:sourceId',
    at: `${page}/${website.id}`,
  })
  const link = await screen.findByRole('link', { name: 'Returns' })
  expect(link.getAttribute('href')).toBe(`${page}/${website.id}/${item.id}`)
  expect(screen.getByText('The website returned an error.')).toBeTruthy()
  const use = screen.getByRole('switch', { name: 'Let the assistant use Returns' })
  fireEvent.click(use)
  expect(await screen.findByText('Not now.')).toBeTruthy()
  expect(use).toHaveProperty('checked', true)
  expect(screen.getByText('5 of 12 used')).toBeTruthy()
  const help = screen.getByRole('button', { name: 'help' })
  help.focus()
  fireEvent.keyDown(help, { key: 'ArrowDown' })
  expect(document.activeElement).toBe(link)
  fireEvent.keyDown(link, { key: 'ArrowUp' })
  fireEvent.keyDown(help, { key: 'ArrowRight' })
  expect(help.getAttribute('aria-expanded')).toBe('true')
  fireEvent.keyDown(help, { key: 'ArrowLeft' })
  expect(help.getAttribute('aria-expanded')).toBe('false')
  fireEvent.change(screen.getByRole('combobox', { name: 'Show' }), { target: { value: 'failed' } })
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Returns' })).toBeNull())
  expect(await screen.findByRole('link', { name: '/broken' })).toBeTruthy()
})
test('one page is shown as the assistant reads it', async () => {
  const testServer = server([website])
  testServer.answers[`GET ${base}/${website.id}`] = () => website
  testServer.answers[`GET ${base}/${website.id}/item/${item.id}`] = () => ({
    ...item,
    text: '# Returns\n\nWithin 30 days.',
  })
  showPage(ItemPage, {
    path: '/en/app/i/:integrationId/settings/data-sources/:sourceId/:itemId',
    at: `${page}/${website.id}/${item.id}`,
  })
  expect(await screen.findByText(/Within 30 days\./)).toBeTruthy()
  expect(screen.getByText('30 words')).toBeTruthy()
})
test('404 a source that is not here says so', async () => {
  server([])
  showPage(DataSourcePage, {
    path: '/en/app/i/:integrationId/settings/data-sources/:sourceId',
    at: `${page}/${website.id}`,
  })
  expect(await screen.findByText('Source not found. It may have been deleted.')).toBeTruthy()
})
test('a question is tried: answer, sources, confidence and how it came about', async () => {
  const testServer = server([website])
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
          is_used: true,
          is_pair: false,
          matched: ['return'],
        },
        {
          title: 'Shipping',
          heading: '',
          text: 'Three days.',
          score: 2,
          is_used: false,
          is_pair: false,
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
    refuse(422, 'invalid_input', 'Check the highlighted fields.', { text: ['This field is required.'] })
  fireEvent.submit(question)
  await waitFor(() => expect(question.getAttribute('aria-invalid')).toBe('true'))
})

test('S6.02 answers that agents suggest stand before whoever keeps the sources; an agent suggests one and reads what became of it', async () => {
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
