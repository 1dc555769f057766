// @vitest-environment jsdom
import { auditRecorded, contactChanged } from '@ozvi/contract'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { eva, greenBean } from '../../../test/fixtures.ts'
import { showPage } from '../../../test/render.tsx'
import { createTestTransport, errorReply } from '../../../test/transport.ts'
import AuditLogPage from './audit-log-page.tsx'

const path = `/api/integration/${greenBean.id}/audit-log`
const entry = (n: number, action: string, more: object = {}) => ({
  id: `01980000-0000-7000-8000-0000000001${n}0`,
  at: '2026-11-20T10:00:00.000Z',
  actor_id: eva.id,
  actor_name: 'Eva',
  action,
  subject: 'Jana',
  details: {},
  ip_prefix: '203.0.113.x',
  ...more,
})
const page = (role: typeof greenBean.role = 'owner', search = '') =>
  showPage(AuditLogPage, {
    path: '/en/app/i/:integrationId/settings/audit-log',
    at: `/en/app/i/${greenBean.id}/settings/audit-log${search}`,
    user: { ...eva, integrations: [{ ...greenBean, role }] },
  })

test('SEC-52 the log shows who did what, page by page, and reloads after an action', async () => {
  const server = createTestTransport({ 'GET /api/integration/users': () => ({ users: [], invitations: [] }) })
  const pages = [
    {
      items: [
        entry(1, 'role_changed', { details: { from: 'agent', to: 'admin' } }),
        entry(2, 'audit_days_changed', { details: { from: '365', to: '' } }),
      ],
      next: 'mark',
    },
    {
      items: [entry(3, 'workspace_changed', { details: { fields: 'name url' } })],
      next: null,
    },
  ]
  server.answers[`GET ${path}`] = () => ({
    ...pages[server.sent.at(-1)?.url.includes('cursor=mark') ? 1 : 0],
    contacts: [],
    keep_days: 365,
  })
  page()
  expect(await screen.findByText('Changed Jana’s role from Agent to Admin')).toBeDefined()
  expect(screen.getByText('Changed audit log retention: Forever')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Load more' }))
  expect(await screen.findByText('Updated the workspace: name, website')).toBeDefined()
  pages[0]?.items.unshift(entry(4, 'member_removed'))
  await server.emit(auditRecorded.name)
  expect(await screen.findByText('Removed Jana from the team')).toBeDefined()
})
test('entries with a field’s former name show its current label', async () => {
  createTestTransport({
    'GET /api/integration/users': () => ({ users: [], invitations: [] }),
    [`GET ${path}`]: () => ({
      items: [
        entry(1, 'client_changed', { details: { fields: 'colour side' } }),
        entry(2, 'assistant_changed', { details: { fields: 'answer_from may_help_from unsure_max' } }),
      ],
      contacts: [],
      next: null,
      keep_days: 365,
    }),
  })
  page()
  expect(await screen.findByText(/^Updated the chat widget: color, /)).toBeDefined()
  expect(
    screen.getByText(
      'Updated the assistant: confidence of an answer, confidence of a suggestion, uncertain answers in a row',
    ),
  ).toBeDefined()
})
test('SEC-52 the log is filtered by URL, exported with its filter, and kept for the time that the owner chose', async () => {
  const server = createTestTransport({
    'GET /api/integration/users': () => ({ users: [], invitations: [] }),
    [`GET ${path}`]: () => ({ items: [], contacts: [], next: null, keep_days: 365 }),
    [`PUT ${path}`]: () => ({ keep_days: null }),
  })
  page('owner', '?area=team')
  expect(await screen.findByText('No matching entries')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Export CSV' }).getAttribute('href')).toBe(
    `${path}-export?area=team`,
  )
  fireEvent.change(screen.getByLabelText('Category'), { target: { value: 'data' } })
  await waitFor(() => expect(server.sent.at(-1)?.url).toContain('area=data'))
  fireEvent.change(screen.getByLabelText('Keep entries for'), { target: { value: '' } })
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Save' })))
  expect(server.calls(`PUT ${path}`)[0]?.body).toEqual({ keep_days: null })
})
test('S6.02 SEC-52 other roles see who can open the log, and request nothing', async () => {
  const server = createTestTransport({})
  page('agent')
  expect(await screen.findByText('Only owners and admins can view the audit log')).toBeDefined()
  expect(server.sent).toEqual([])
})
test('SEC-52 the log can be filtered by former members', async () => {
  const jana = { user_id: '01980000-0000-7000-8000-0000000000aa', name: 'Jana', is_member: false }
  const server = createTestTransport({
    'GET /api/integration/users': () => ({ users: [{ ...eva, user_id: eva.id }], invitations: [] }),
    [`GET ${path}`]: () => ({ items: [], contacts: [], next: null, keep_days: 365 }),
    [`GET ${path}/actors`]: () => [{ user_id: eva.id, name: 'Eva', is_member: true }, jana],
  })
  page()
  const group = await screen.findByRole('group', { name: 'No longer on the team' })
  expect([...group.children].map(({ textContent }) => textContent)).toEqual(['Jana'])
  fireEvent.change(screen.getByLabelText('User'), { target: { value: jana.user_id } })
  await waitFor(() => expect(server.sent.at(-1)?.url).toContain(`actor_id=${jana.user_id}`))
})
test('SEC-52 the log shows a contact’s current name, and deleted contacts as deleted', async () => {
  const [named, nameless, gone] = ['1', '2', '3'].map((n) => `01980000-0000-7000-8000-0000000047e${n}`)
  const server = createTestTransport({
    'GET /api/integration/users': () => ({ users: [], invitations: [] }),
    [`GET ${path}`]: () => ({
      items: [
        entry(1, 'contact_blocked', { subject: named }),
        entry(2, 'contact_unblocked', { subject: nameless }),
        entry(3, 'contact_merged', { subject: gone, details: { into: named } }),
      ],
      contacts: [
        { id: named, name: 'Ján Malý', email: null },
        { id: nameless, name: null, email: null },
      ],
      next: null,
      keep_days: 365,
    }),
  })
  page()
  expect(await screen.findByText('Blocked contact: Ján Malý')).toBeDefined()
  expect(screen.getByText('Unblocked contact: Visitor 47e2')).toBeDefined()
  expect(screen.getByText('Merged contacts: Deleted contact → Ján Malý')).toBeDefined()
  await server.emit(contactChanged.name, { id: nameless, name: 'Zuzana', email: null })
  expect(await screen.findByText('Unblocked contact: Zuzana')).toBeDefined()
})
test.each([
  ['S9.16 a plan without the log shows what it takes, and no entries are requested', 'pro', 0],
  ['S9.16 402: a plan that ended meanwhile shows what it takes', 'business', 1],
] as const)('%s', async (_title, plan, requests) => {
  const planLimit = () => errorReply(402, 'plan_limit', 'The audit log is available from the Business plan.')
  const server = createTestTransport({
    [`GET /api/integration/${greenBean.id}/plan`]: () => ({ plan }),
    [`GET ${path}`]: planLimit,
    [`GET ${path}/actors`]: planLimit,
  })
  page()
  expect(await screen.findByText('The audit log is available from the Business plan')).toBeDefined()
  expect(server.calls(`GET ${path}`)).toHaveLength(requests)
  expect(server.calls(`GET ${path}/actors`)).toHaveLength(requests)
  expect(screen.getByRole('link', { name: 'See plans' }).getAttribute('href')).toMatch(/settings\/billing$/)
  expect(screen.queryByText('Export CSV')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})
