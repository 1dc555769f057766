// @vitest-environment jsdom
import type { Report } from '@ozvi/contract'
import { hour_ms } from '@ozvi/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { eva, greenBean } from '../../../test/fixtures.ts'
import { rowOf } from '../../../test/inbox-rows.ts'
import { createTestTransport, errorReply } from '../../../test/transport.ts'
import { counts, metrics, report, at, targets, answers, home } from '../../../test/show-home.tsx'

// Days are calendar days: at noon, 50 hours ago is two days back.
const noon = new Date().setHours(12, 0, 0, 0)
beforeEach(() => void vi.useFakeTimers({ now: noon, toFake: ['Date'] }))

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
const metric = (label: string) => screen.getByText(label).closest('div')?.querySelector('dd')?.textContent

test('S2.03 the dashboard shows what is waiting, the period’s results and the assistant’s content', async () => {
  createTestTransport(answers)
  home()
  await screen.findByRole('heading', { name: 'Hi, Eva' })
  await screen.findByRole('heading', { name: 'Busiest hours' })
  expect(
    ['Needs reply', 'Unassigned', 'Open', 'Data sources', 'Sources with problems'].map((label) => [
      label,
      metric(label),
    ]),
  ).toEqual([
    ['Needs reply', '2'],
    ['Unassigned', '5'],
    ['Open', '9'],
    ['Data sources', '2'],
    ['Sources with problems', '1'],
  ])
  expect(
    ['Handed over to the team', 'Joined by a teammate', 'Customer confirmed'].map(
      (label) => screen.getByText(label).closest('button')?.textContent,
    ),
  ).toEqual([expect.stringMatching(/3848%/), expect.stringMatching(/23%/), expect.stringMatching(/1519%/)])
})
const trends = () =>
  screen.getAllByRole('radio', { name: /Conversations|First reply|Resolution|Rating|Answered/ })
test('S2.03 the chart’s metrics show their value and their change, colored by whether it is good', async () => {
  createTestTransport(answers)
  home()
  await screen.findByRole('heading', { name: 'Busiest hours' })
  expect(trends().map((radio) => radio.closest('label')?.textContent)).toEqual([
    'Conversations120↑ 20%up 20%',
    'First reply4 min↓ 50%down 50%',
    'Resolution2 hrno change',
    'Rating4.3 / 5↓ 6%down 6%',
    'Answered by the assistant40no change',
  ])
  const toneOf = (radio?: HTMLElement) =>
    /text-(success|danger)/.exec(radio?.closest('label')?.innerHTML ?? '')?.[1]
  expect(trends().map(toneOf)).toEqual([undefined, 'success', undefined, 'danger', undefined])
})
test('S2.03 each metric of the chart links to its definition and its list', async () => {
  const server = createTestTransport(answers)
  home()
  await screen.findByRole('heading', { name: 'Busiest hours' })
  for (const [index, figure, label, means] of [
    [0, 'conversations', 'Conversations', /All conversations started/],
    [1, 'replied', 'Median first reply time', /Half were faster/],
    [2, 'resolved', 'Median resolution time', /latest resolution/],
    [3, 'rated', 'Average rating', /The number is the average/],
    [4, 'answered', 'Answered without a person', /answered with a source/],
  ] as const) {
    fireEvent.click(trends()[index] ?? document.body)
    await waitFor(() => expect((trends()[index] as HTMLInputElement).checked).toBe(true))
    fireEvent.click(screen.getByRole('button', { name: 'Show conversations' }))
    const list = await screen.findByRole('dialog', { name: label })
    expect(list.textContent).toMatch(means)
    await within(list).findByText('Peter 1')
    expect(server.calls(`GET ${at}/report/conversations`).at(-1)?.url).toContain(`figure=${figure}`)
    fireEvent.click(within(list).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
})
test('an agent’s chart doesn’t include the assistant', async () => {
  createTestTransport({
    ...answers,
    [`GET ${at}/report`]: () => ({ ...report, is_own: true, assistant: null }),
  })
  home()
  await screen.findByRole('heading', { name: 'Busiest hours' })
  expect(trends()).toHaveLength(4)
  expect(screen.queryByText('Handed over to the team')).toBeNull()
})
/** Nothing started in the period or before it. */
const reportWithout = (day: { open: number }): Report => {
  const none = { ...metrics, ...day, conversations: 0 }
  const days = (of: Report['by_day']) => of.map((each) => ({ ...each, ...day, team: 0, assistant: 0 }))
  return {
    ...report,
    current: none,
    previous: none,
    by_day: days(report.by_day),
    previous_by_day: days(report.previous_by_day),
  }
}
test('a workspace without conversations shows an empty state instead of the charts', async () => {
  createTestTransport({ ...answers, [`GET ${at}/report`]: () => reportWithout({ open: 0 }) })
  home()
  await screen.findByText('No conversations yet')
  expect(screen.queryByRole('heading', { name: 'Busiest hours' })).toBeNull()
})
test('a period in which nothing started shows its numbers while earlier conversations are open', async () => {
  createTestTransport({ ...answers, [`GET ${at}/report`]: () => reportWithout({ open: 4 }) })
  home()
  await screen.findByRole('heading', { name: 'Busiest hours' })
  expect(screen.queryByText('No conversations yet')).toBeNull()
})
test('the numbers are reloaded when the tab is shown again', async () => {
  const server = createTestTransport(answers)
  home()
  await screen.findByRole('heading', { name: 'Busiest hours' })
  const reports = () => server.sent.filter(({ url }) => url.startsWith(`${at}/report?`)).length
  const before = reports()
  window.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(reports()).toBe(before + 1))
})
test('S2.03 the numbers update live', async () => {
  const server = createTestTransport(answers)
  home()
  await screen.findByRole('heading', { name: 'Hi, Eva' })
  server.answers[`GET ${at}/conversation-counts`] = () => ({ ...counts, unassigned: 6 })
  const listeners = server.subscriptions.filter(({ event }) => event === 'ConversationChanged')
  expect(new Set(listeners.map(({ channel }) => channel))).toEqual(
    new Set([`presence-integration.${greenBean.id}`]),
  )
  await server.emit('ConversationChanged')
  await waitFor(() => expect(metric('Unassigned')).toBe('6'))
})
test('a number links to its definition and to the conversations it counts, and so do its parts', async () => {
  const server = createTestTransport(answers)
  home()
  fireEvent.click(await screen.findByText('Reopened'))
  const list = await screen.findByRole('dialog', { name: 'Reopened' })
  await within(list).findByText(/reopened after being resolved/)
  expect((await within(list).findAllByRole('link')).map((link) => link.textContent)).toEqual([
    expect.stringContaining('Peter 1'),
    expect.stringContaining('Peter 2'),
  ])
  const lastReportUrl = () => server.calls(`GET ${at}/report/conversations`).at(-1)?.url
  expect(lastReportUrl()).toContain('figure=reopened')
  fireEvent.click(within(list).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  fireEvent.click(await screen.findByLabelText(/^Nov 19, 2026: 10 conversations/))
  await screen.findByRole('dialog', { name: 'Conversations' })
  await waitFor(() => expect(lastReportUrl()).toContain('day=2026-11-19'))
})
test('resolvers are shown with their share, linking to the conversations that they resolved', async () => {
  const server = createTestTransport(answers)
  home()
  const resolvers = (await screen.findByText('Resolved by')).closest('div') ?? document.body
  expect(
    within(resolvers)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Teammates30', 'Inactivity15', 'Assistant, confirmed by the customer5'])
  fireEvent.click(within(resolvers).getByRole('button', { name: /^Inactivity/ }))
  const list = await screen.findByRole('dialog', { name: 'Median resolution time' })
  await within(list).findByText('Inactivity')
  expect(server.calls(`GET ${at}/report/conversations`).at(-1)?.url).toContain('resolved_by=silence')
})
test('owners and admins of an older workspace are asked about inactivity until one has answered', async () => {
  const older = { ...targets, resolve_after_days: null }
  const title = 'Resolve inactive conversations automatically?'
  const server = createTestTransport({
    ...answers,
    [`GET ${at}/targets`]: () => older,
    [`PUT ${at}/targets`]: () => ({ ...older, inactivity_set_at: '2026-11-23T10:00:00.000Z', version: 1 }),
  })
  home()
  await screen.findByRole('heading', { name: title })
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Keep them open' })))
  expect(server.calls(`PUT ${at}/targets`).map(({ body }) => body)).toEqual([{ resolve_after_days: null }])
  await waitFor(() => expect(screen.queryByRole('heading', { name: title })).toBeNull())
})
test('an editor is not asked about inactivity', async () => {
  const server = createTestTransport({
    ...answers,
    [`GET ${at}/targets`]: () => ({ ...targets, resolve_after_days: null }),
  })
  home({ ...eva, integrations: [{ ...greenBean, role: 'editor' }] })
  await screen.findByRole('heading', { name: 'Busiest hours' })
  expect(server.calls(`GET ${at}/targets`)).toEqual([])
})
test('the chart is one tab stop with a tooltip, arrow keys move through it, and it is available as a table', async () => {
  createTestTransport(answers)
  home()
  const chart = await screen.findByRole('group', { name: 'Conversations by day' })
  const days = within(chart).getAllByRole('button')
  expect(days.map(({ tabIndex }) => tabIndex)).toEqual([-1, 0])
  act(() => days[1]?.focus())
  fireEvent.keyDown(days[1] ?? chart, { key: 'ArrowLeft' })
  expect(document.activeElement).toBe(days[0])
  expect(days[0]?.getAttribute('aria-label')).toBe(
    'Nov 19, 2026: 10 conversations (Team 4, Assistant 6); Oct 20, 2026: 8 conversations',
  )
  const tooltip = () => screen.queryByText('Thu Nov 19, 2026')?.parentElement?.textContent
  expect(tooltip()).toBe('Thu Nov 19, 2026Conversations10Team4Assistant6Oct 20, 20268')
  fireEvent.keyDown(days[0] ?? chart, { key: 'Escape' })
  expect(tooltip()).toBeUndefined()
  fireEvent.click(screen.getByRole('radio', { name: 'Table' }))
  const rows = within(screen.getByRole('table', { name: 'Conversations by day' })).getAllByRole('row')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'DayTeamAssistantTotalPrevious period',
    'Nov 20, 2026Team1Assistant2Total3Previous period0',
    'Nov 19, 2026Team4Assistant6Total10Previous period8',
  ])
})
const installation = {
  integration_id: greenBean.id,
  host: 'green-bean.example',
  first_seen_at: '2026-11-20T10:00:00.000Z',
  last_seen_at: '2026-11-20T10:00:00.000Z',
}
const card = (label: string) => screen.getByText(label).closest('div') ?? document.body
const seenAgo = (host: string, hours: number) => ({
  ...installation,
  host,
  last_seen_at: new Date(noon - hours * hour_ms).toISOString(),
})

test('S2.03 all visitors are counted, not only the loaded ones, and members as on the team page', async () => {
  const member = { ...eva, user_id: eva.id, availability: 'online', is_idle: false }
  const server = createTestTransport({
    ...answers,
    [`GET ${at}/online-visitors`]: () => ({ items: [], total: 731 }),
    'GET /api/integration/users': () => ({
      users: [
        member,
        { ...member, user_id: rowOf(7).id },
        { ...member, user_id: rowOf(8).id, is_idle: true },
      ],
      invitations: [],
    }),
  })
  home()
  await waitFor(() => expect(metric('Visitors on your site')).toBe('731'))
  expect(metric('Teammates online')).toBe('1')
  await server.setMembers(`presence-integration.${greenBean.id}`, [
    { id: rowOf(7).id, name: 'Jana' },
    { id: rowOf(8).id, name: 'Peter' },
  ])
  await waitFor(() => expect(metric('Teammates online')).toBe('2'))
})
test('S2.03 a chat that no page has shown for a day triggers a warning, with a time for each host', async () => {
  const server = createTestTransport({
    ...answers,
    [`GET ${at}/installation`]: () => [seenAgo('green-bean.example', 2.1), seenAgo('shop.example', 48)],
  })
  home()
  await screen.findByText('green-bean.example · 2 hours ago')
  expect(card('Chat last seen on your site').textContent).toContain('shop.example · 2 days ago')
  const warning = () => screen.queryByText('Not seen for over 24 hours')
  expect(warning()).toBeNull()
  server.answers[`GET ${at}/installation`] = () => [seenAgo('green-bean.example', 25)]
  await server.emit('WidgetLoaded', installation)
  await waitFor(() => expect(warning()).not.toBeNull())
  expect(card('Chat last seen on your site').textContent).toContain('green-bean.example')
})
test('every card explains what it counts, and the card of failing sources links to a filtered list', async () => {
  createTestTransport(answers)
  home()
  await screen.findByText('Needs reply')
  for (const [label, means] of [
    ['Unassigned', /with no assignee/],
    ['Assigned to you', /assigned to you/],
    ['Teammates online', /workspace open and are online/],
    ['Visitors on your site', /with a page with the chat open/],
    ['Chat last seen on your site', /last loaded the chat/],
    ['Data sources', /can quote from/],
    ['Sources with problems', /failed or are out of date/],
  ] as const) {
    fireEvent.click(screen.getByRole('button', { name: `About this number: ${label}` }))
    const dialog = await screen.findByRole('dialog', { name: label })
    expect(dialog.textContent).toMatch(means)
    fireEvent.keyDown(dialog, { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('dialog', { name: label })).toBeNull())
  }
  expect(screen.getByRole('link', { name: 'Sources with problems' }).getAttribute('href')).toMatch(
    /data-sources\?state=trouble$/,
  )
})
const noChecklist = () => screen.queryByRole('heading', { name: 'Get started' }) === null
const withChecklist = {
  ...answers,
  'GET /api/user': () => ({
    ...eva,
    integrations: [{ ...greenBean, onboarded_at: '2026-11-20T10:00:00.000Z' }],
  }),
}

test('S7.08 a member who left the setup early sees the remaining steps until the checklist is dismissed for everyone', async () => {
  const server = createTestTransport(withChecklist)
  server.answers[`POST /api/integration/pk_green/dismiss-setup`] = () => {
    server.answers['GET /api/user'] = answers['GET /api/user']
    return greenBean
  }
  home()
  // The workspace and a data source; neither a conversation nor a test counts as an installed page.
  expect((await screen.findByRole('meter')).getAttribute('aria-valuenow')).toBe('2')
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Hide checklist' })))
  expect(server.calls('POST /api/integration/pk_green/dismiss-setup').length).toBe(1)
  await waitFor(() => expect(noChecklist()).toBe(true))
})
test('S7.08 a page with the chat completes its step, and the checklist disappears after the last one', async () => {
  const server = createTestTransport(withChecklist)
  home()
  expect((await screen.findByRole('meter')).getAttribute('aria-valuenow')).toBe('2')
  server.answers[`GET ${at}/installation`] = () => [installation]
  await server.emit('WidgetLoaded', installation)
  await waitFor(() => expect(screen.getByRole('meter').getAttribute('aria-valuenow')).toBe('3'))
  server.answers['GET /api/integration/users'] = () => ({ users: [eva, eva], invitations: [] })
  await server.emit('TeamChanged')
  await waitFor(() => expect(noChecklist()).toBe(true))
})
test('S2.03 a dashboard whose first calls are pending or fail has its heading, and loads when tried again', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const server = createTestTransport({ ...answers, [`GET ${at}/data-source`]: () => promise })
  home()
  expect(await screen.findByRole('heading', { level: 1, name: 'Hi, Eva' })).toBeDefined()
  expect(screen.queryByText('Needs reply')).toBeNull()
  await act(async () => resolve(errorReply(429, 'rate_limited', 'Too many attempts.')))
  expect(await screen.findByText('Couldn’t load the numbers')).toBeDefined()
  expect(screen.getByRole('heading', { level: 1, name: 'Hi, Eva' })).toBeDefined()
  server.answers[`GET ${at}/data-source`] = () => []
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Needs reply')).toBeDefined()
})
