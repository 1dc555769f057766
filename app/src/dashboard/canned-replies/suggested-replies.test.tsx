// @vitest-environment jsdom
import { type Suggestion, suggestionsChanged } from '@ozvi/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { repliesPath, replyOf, showReplies } from '../../../test/canned-replies.tsx'
import { eva, greenBean } from '../../../test/fixtures.ts'
import { conversationId, jana, messageOf, rowOf } from '../../../test/inbox-rows.ts'
import { inboxServer } from '../../../test/inbox-server.ts'
import { mockLayout } from '../../../test/layout.ts'
import { showInbox } from '../../../test/show-inbox.tsx'
import { createTestTransport, errorReply } from '../../../test/transport.ts'

beforeEach(() => {
  mockLayout()
  localStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
const shipping = replyOf('shipping')

const suggestedPath = `/api/integration/${greenBean.id}/suggestion`
const suggestionOf = (shortcut: string, more: Partial<Suggestion> = {}): Suggestion => {
  const { title, body } = replyOf(shortcut)
  return {
    id: crypto.randomUUID(),
    integration_id: greenBean.id,
    target_id: null,
    content: { kind: 'canned_reply', shortcut, title, body, attachments: [], locale: null },
    by_id: crypto.randomUUID(),
    by_name: 'Jana',
    suggested_at: '2026-11-20T09:00:00.000Z',
    state: 'suggested',
    reason: '',
    decided_by_name: null,
    decided_at: null,
    ...more,
  }
}
const sentTo = (server: ReturnType<typeof createTestTransport>, end: string) =>
  server.sent.filter(({ method, url }) => method !== 'GET' && url.endsWith(end))

test('S6.02 members who manage shared replies see suggestions with their changes, and accept or decline them', async () => {
  const { shortcut, body } = shipping
  const change = suggestionOf('shipping', {
    target_id: shipping.id,
    content: { kind: 'canned_reply', shortcut, title: 'About sending', body, attachments: [], locale: null },
  })
  const fresh = suggestionOf('hours')
  let list = [change]
  const server = createTestTransport({
    [`GET ${repliesPath}`]: () => [shipping],
    [`GET ${suggestedPath}`]: () => list,
  })
  showReplies('editor')
  const section = within(await screen.findByRole('region', { name: 'Pending suggestions (1)' }))
  expect(section.getByText('Jana')).toBeTruthy()
  const [taken, put] = [section.getByText('shipping').closest('del'), section.getByText('sending')]
  expect([taken, put.closest('ins')]).not.toContain(null)
  expect(section.queryByText('Text')).toBeNull()

  list = [change, fresh]
  await server.emit(suggestionsChanged.name)
  expect(await section.findByText('/hours')).toBeTruthy()
  for (const { id } of list) {
    server.answers[`POST ${suggestedPath}/${id}/canned-reply/accept`] = () => fresh
    server.answers[`POST ${suggestedPath}/${id}/decline`] = () => change
  }
  fireEvent.click(section.getByRole('button', { name: 'Accept About sending' }))
  await waitFor(() => expect(sentTo(server, `${change.id}/canned-reply/accept`)).toHaveLength(1))
  expect(sentTo(server, '/accept')[0]?.body).toEqual({
    shortcut: 'shipping',
    title: 'About sending',
    body: shipping.body,
    file_ids: [],
    locale: null,
  })
  fireEvent.click(section.getByRole('button', { name: 'Edit and accept About hours' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByLabelText(/^Title/), { target: { value: 'When we are here' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Accept' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sentTo(server, '/accept')[1]?.body).toMatchObject({ shortcut: 'hours', title: 'When we are here' })
  fireEvent.click(section.getByRole('button', { name: 'Decline About sending' }))
  const question = within(await screen.findByRole('dialog', { name: 'Decline About sending' }))
  fireEvent.change(question.getByLabelText(/^Reason/), { target: { value: 'It is fine' } })
  fireEvent.click(question.getByRole('button', { name: 'Decline' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sentTo(server, '/decline')[0]?.body).toEqual({ reason: 'It is fine' })
})

test('422 an agent suggests a reply for the team or a change to one, sees its status, and withdraws it with undo', async () => {
  const own = { by_id: eva.id, by_name: eva.name }
  const waits = suggestionOf('hours', own)
  const declined = suggestionOf('prices', {
    ...own,
    state: 'declined',
    reason: 'They change too often',
    decided_by_name: 'Olga',
    decided_at: '2026-11-20T10:00:00.000Z',
  })
  const server = createTestTransport({
    [`GET ${repliesPath}`]: () => [shipping],
    [`GET ${suggestedPath}`]: () => [waits, declined],
    [`DELETE ${suggestedPath}/${waits.id}`]: () => null,
    [`PUT ${suggestedPath}/${waits.id}/canned-reply`]: () => waits,
  })
  showReplies('agent')
  const section = within(await screen.findByRole('region', { name: 'Your suggestions' }))
  expect(section.getByText('They change too often')).toBeTruthy()
  expect(section.getByText(/^Reviewed by Olga/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Accept About hours' })).toBeNull()

  fireEvent.click(screen.getByRole('button', { name: 'Suggest an edit to About shipping' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByLabelText(/^Text/), { target: { value: 'We send on Mondays.' } })
  const putRequests = () => server.sent.filter(({ method }) => method === 'PUT')
  const suggest = () => fireEvent.click(dialog.getByRole('button', { name: 'Suggest' }))
  suggest()
  await waitFor(() => expect(putRequests()).toHaveLength(1))
  const path = `PUT ${putRequests()[0]?.url}`
  server.answers[path] = () =>
    errorReply(422, 'invalid_input', 'No.', { shortcut: ['Another reply already uses this shortcut.'] })
  suggest()
  expect(await dialog.findByText('Another reply already uses this shortcut.')).toBeTruthy()
  expect(dialog.getByLabelText(/^Text/)).toHaveProperty('value', 'We send on Mondays.')
  server.answers[path] = () => waits
  suggest()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(putRequests().at(-1)?.body).toMatchObject({ target_id: shipping.id, body: 'We send on Mondays.' })

  fireEvent.click(section.getByRole('button', { name: 'Withdraw About hours' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(putRequests().at(-1)?.url).toBe(`${suggestedPath}/${waits.id}/canned-reply`))
  expect(putRequests().at(-1)?.body).toMatchObject({ shortcut: 'hours', target_id: null })

  fireEvent.click(screen.getByRole('button', { name: 'New reply' }))
  const fresh = within(await screen.findByRole('dialog'))
  const options = within(fresh.getByLabelText('Available to')).getAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'Only me',
    'Everyone on the team, once approved',
  ])
})

test('S6.02 an agent suggests a sent message as a reply; an editor saves it', async () => {
  const body = 'We send on Mondays.'
  const byJana = { author: 'member', author_id: jana.id, author_name: jana.name, body } as const
  const inbox = { rows: [rowOf(1)], messages: [messageOf(1, 1), messageOf(1, 2, byJana)] }
  const server = inboxServer(inbox)
  const open = async (button: string, item: string) => {
    const buttons = await screen.findAllByRole('button', { name: button })
    fireEvent.keyDown(buttons.at(-1) ?? document.body, { key: 'Enter' })
    fireEvent.click(await screen.findByRole('menuitem', { name: item }))
    return within(await screen.findByRole('dialog', { name: item }))
  }
  const putRequests = () =>
    server.sent.filter(({ method, url }) => method === 'PUT' && !url.endsWith('/draft'))
  const { unmount } = showInbox({ at: `/${conversationId(1)}`, role: 'agent' })
  const dialog = await open('Message actions', 'Suggest as canned reply')
  expect(dialog.getByLabelText(/^Text/)).toHaveProperty('value', body)
  fireEvent.change(dialog.getByLabelText(/^Title/), { target: { value: 'Sending' } })
  fireEvent.change(dialog.getByLabelText(/^Shortcut/), { target: { value: 'send' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(putRequests()).toHaveLength(1))
  const { url = '' } = putRequests()[0] ?? {}
  expect(url).toMatch(/\/suggestion\/[^/]+\/canned-reply$/)
  server.answers[`PUT ${url}`] = () => suggestionOf('send')
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Suggestion sent: Sending')).toBeTruthy()
  expect(putRequests().at(-1)).toMatchObject({ url, body: { title: 'Sending', body, target_id: null } })
  unmount()

  showInbox({ at: `/${conversationId(1)}`, role: 'editor' })
  const field = await screen.findByRole('textbox', { name: /^Reply to/ })
  fireEvent.change(field, { target: { value: 'On Tuesdays, too.' } })
  const keeping = await open('More sending options', 'Save as canned reply')
  expect(keeping.getByLabelText(/^Text/)).toHaveProperty('value', 'On Tuesdays, too.')
  expect(keeping.getByLabelText('Available to')).toHaveProperty('value', 'team')
})
