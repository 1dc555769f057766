// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { Rule } from '@ozvi/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { eva, greenBean } from '../../../test/fixtures.ts'
import { showPage } from '../../../test/render.tsx'
import { createTestTransport, errorReply } from '../../../test/transport.ts'
import RulePage from './rule-page.tsx'
import RulesPage from './rules-page.tsx'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
const workspace = `/api/integration/${greenBean.id}`
const base = `${workspace}/rule`
const ruleOf = (digit: number, more: Partial<Rule> = {}): Rule => ({
  id: `01980000-0000-7000-8000-00000000008${digit}`,
  integration_id: greenBean.id,
  name: `Rule ${digit}`,
  is_on: true,
  event: 'customer_message',
  wait_min: null,
  match: 'all',
  filter: {},
  words: [],
  page: '',
  hours: null,
  actions: [{ kind: 'set_priority', priority: 'high' }],
  stop_after: false,
  version: 1,
  ...more,
})
const first = ruleOf(1)
const second = ruleOf(2, { event: 'no_reply', wait_min: 30 })
const rulesServer = () =>
  createTestTransport({
    [`GET ${base}`]: () => [first, second],
    [`GET ${base}-stats`]: () => ({
      [first.id]: { runs: 4, failed: 1, last_at: '2026-11-20T09:00:00.000Z' },
    }),
    [`GET ${workspace}/tag`]: () => [],
    [`GET ${workspace}/team`]: () => [],
    [`GET ${workspace}/canned-reply`]: () => [],
    'GET /api/integration/users': () => ({ users: [], invitations: [] }),
    [`GET ${base}/${first.id}/run`]: () => ({
      items: [
        {
          id: crypto.randomUUID(),
          conversation_id: crypto.randomUUID(),
          number: 12,
          contact: { id: crypto.randomUUID(), name: 'Jana', email: null },
          subject: 'Refund',
          status: 'open',
          at: '2026-11-20T09:00:00.000Z',
          event: 'customer_message',
          outcome: 'acted',
          actions: [{ kind: 'assign', outcome: 'failed', problem: 'not_a_member' }],
        },
      ],
      next: null,
    }),
  })
const list = (role: typeof greenBean.role = 'editor') =>
  showPage(RulesPage, {
    path: '/en/app/i/:integrationId/settings/rules',
    at: `/en/app/i/${greenBean.id}/settings/rules`,
    user: { ...eva, integrations: [{ ...greenBean, role }] },
  })
const editor = (id: string) =>
  showPage(RulePage, {
    path: '/en/app/i/:integrationId/settings/rules/:ruleId',
    at: `/en/app/i/${greenBean.id}/settings/rules/${id}`,
    user: { ...eva, integrations: [{ ...greenBean, role: 'editor' }] },
  })

test('rules are listed in order with their statistics; they can be moved, turned off, deleted and restored', async () => {
  const server = rulesServer()
  server.answers[`POST ${base}-order`] = () => [second, first]
  server.answers[`PUT ${base}/${first.id}`] = (body) => ({ ...first, ...(body as Partial<Rule>), version: 2 })
  server.answers[`DELETE ${base}/${first.id}`] = () => null
  list()
  const row = (await screen.findByRole('link', { name: 'Rule 1' })).closest('li')
  await waitFor(() => expect(row?.textContent).toContain('Ran 4 times in the last 30 days · 1 error'))
  expect(screen.getByText(/^No reply for 30 min/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Move rule Rule 2 up' }))
  await waitFor(() =>
    expect(server.calls(`POST ${base}-order`)[0]?.body).toEqual({ ids: [second.id, first.id] }),
  )
  expect(screen.getAllByRole('link', { name: /^Rule/ }).map(({ textContent }) => textContent)).toEqual([
    'Rule 2',
    'Rule 1',
  ])
  fireEvent.click(screen.getByRole('switch', { name: 'Enable rule Rule 1' }))
  expect(await screen.findByText('Off')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Delete rule Rule 1' }))
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Rule 1' })).toBeNull())
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByRole('link', { name: 'Rule 1' })).toBeTruthy()
})

test('a rule that refers to a former member shows a warning', async () => {
  const server = rulesServer()
  const gone = crypto.randomUUID()
  const there = { ...eva, user_id: eva.id }
  server.answers['GET /api/integration/users'] = () => ({ users: [there], invitations: [] })
  server.answers[`GET ${base}`] = () => [
    ruleOf(1, { is_on: false, actions: [{ kind: 'assign', assignee_id: gone }] }),
    ruleOf(2, { is_on: false, filter: { assignee: `none,${gone}` } }),
    ruleOf(3, { filter: { assignee: 'none' }, actions: [{ kind: 'assign', assignee_id: eva.id }] }),
  ]
  list()
  const marked = await screen.findAllByText('Refers to a former teammate')
  expect(marked.map((mark) => mark.closest('li')?.querySelector('a')?.textContent)).toEqual([
    'Rule 1',
    'Rule 2',
  ])
})
test('a rule that assigns to a member who can’t reply is marked', async () => {
  const server = rulesServer()
  const viewer = crypto.randomUUID()
  server.answers['GET /api/integration/users'] = () => ({
    users: [
      { ...eva, user_id: eva.id, role: 'owner' },
      { ...eva, user_id: viewer, role: 'viewer' },
    ],
    invitations: [],
  })
  server.answers[`GET ${base}`] = () => [
    ruleOf(1, { actions: [{ kind: 'assign', assignee_id: eva.id }] }),
    ruleOf(2, { actions: [{ kind: 'assign', assignee_id: viewer }] }),
  ]
  list()
  const mark = await screen.findByText('Assigns to a teammate who can’t reply')
  expect(mark.closest('li')?.querySelector('a')?.textContent).toBe('Rule 2')
})
test('members who can’t manage rules see them read-only', async () => {
  rulesServer()
  list('agent')
  expect(await screen.findByText('Rule 1')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /rule Rule/ })).toBeNull()
  expect(screen.queryByRole('link', { name: 'New rule' })).toBeNull()
})

test('422 a rejected rule keeps the input; a dry run lists the matches until the rule is changed', async () => {
  const server = rulesServer()
  server.answers[`POST ${base}-dry-run`] = () => ({
    checked_count: 200,
    items: [
      {
        conversation_id: crypto.randomUUID(),
        number: 7,
        contact: { id: crypto.randomUUID(), name: 'Peter', email: null },
        subject: 'Hello',
        status: 'open',
        at: '2026-11-20T09:00:00.000Z',
      },
    ],
  })
  server.answers[`PUT ${base}/${first.id}`] = () =>
    errorReply(422, 'invalid_input', 'Check the highlighted fields.', { name: ['Too many.'] })
  editor(first.id)
  const name = await screen.findByLabelText('Name')
  expect(
    await screen.findByText('Assign to teammate: failed, this person is no longer on the team'),
  ).toBeTruthy()
  fireEvent.change(name, { target: { value: 'Refunds' } })
  const add = screen.getByRole('button', { name: 'Add condition' })
  fireEvent.keyDown(add, { key: 'Enter' })
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Message contains any of these words' }))
  const words = screen.getByRole('textbox', { name: 'Message contains any of these words' })
  fireEvent.change(words, { target: { value: 'refund, return ,' } })
  fireEvent.click(screen.getByRole('button', { name: 'Test on past conversations' }))
  expect(await screen.findByText('Would have run in 1 of the last 200 conversations')).toBeTruthy()
  expect(screen.getByRole('link', { name: '#7 Peter' })).toBeTruthy()
  const asked = { event: 'customer_message', wait_min: null, match: 'all', filter: {}, page: '', hours: null }
  expect(server.calls(`POST ${base}-dry-run`)[0]?.body).toEqual({ ...asked, words: ['refund', 'return'] })
  fireEvent.change(words, { target: { value: 'refund' } })
  expect(screen.queryByText(/^Would have run/)).toBeNull()
  const save = screen.getByRole('button', { name: 'Save' })
  await act(async () => void fireEvent.submit(save.closest('form')!))
  expect(within(save.closest('form')!).getAllByText(/Too many\./).length).toBeGreaterThan(0)
  expect(name).toHaveProperty('value', 'Refunds')
  expect(server.calls(`PUT ${base}/${first.id}`)[0]?.body).toEqual({
    ...asked,
    name: 'Refunds',
    words: ['refund'],
    is_on: true,
    stop_after: false,
    actions: first.actions,
  })
})
