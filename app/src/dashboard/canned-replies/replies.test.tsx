// @vitest-environment jsdom
import {
  type Attachment,
  fillVariables,
  type CannedReply,
  type Suggestion,
  suggestionsChanged,
} from '@ozvi/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { eva, greenBean } from '../../../test/fixtures.ts'
import { conversationId, jana, messageOf, rowOf } from '../../../test/inbox-rows.ts'
import { inboxServer } from '../../../test/inbox-server.ts'
import { showInbox } from '../../../test/show-inbox.tsx'
import { mockLayout } from '../../../test/layout.ts'
import { showPage } from '../../../test/render.tsx'
import { createTestTransport, refuse } from '../../../test/transport.ts'
import { findReplies } from './find-replies.ts'
import RepliesPage from './replies-page.tsx'

beforeEach(() => {
  mockLayout()
  localStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
const base = `/api/integration/${greenBean.id}/canned-reply`
const replyOf = (shortcut: string, more: Partial<CannedReply> = {}): CannedReply => ({
  id: crypto.randomUUID(),
  integration_id: greenBean.id,
  shortcut,
  title: `About ${shortcut}`,
  body: 'Hello {{contact.name|there}}, {{member.name}} here.',
  attachments: [],
  locale: null,
  owner_id: null,
  updated_at: '2026-11-20T09:00:00.000Z',
  ...more,
})
const fileOf = (name: string): Attachment => ({
  id: crypto.randomUUID(),
  name,
  content_type: 'application/pdf',
  size: 240_000,
  width: null,
  height: null,
})
const shipping = replyOf('shipping')
const refund = replyOf('refund', { title: 'Vrátenie peňazí' })

test('variables are replaced, with a fallback for unknown values; other braces stay', () => {
  const values = {
    'contact.name': null,
    'member.signature': 'Eva, Green Bean',
    'member.name': 'Eva',
    'workspace.name': 'Green Bean',
  }
  expect(
    fillVariables('Hi {{contact.name|there}}, {{ member.name }} of {{workspace.name}} {{x}}', values),
  ).toBe('Hi there, Eva of Green Bean {{x}}')
  expect(fillVariables('{{contact.name}}|{{contact.name|you}}', { ...values, 'contact.name': 'Ján' })).toBe(
    'Ján|Ján',
  )
})
test('replies are found by shortcut, title and text without diacritics, recently used ones first', () => {
  const slovak = replyOf('ahoj', { locale: 'sk', body: 'Dobrý deň' })
  const all = [shipping, refund, slovak]
  const how = { locale: 'en' as const, recent: [refund.id] }
  const names = (typed: string) => findReplies(all, typed, how).map(({ shortcut }) => shortcut)
  expect(names('')).toEqual(['refund', 'shipping', 'ahoj'])
  expect(names('penaz')).toEqual(['refund'])
  expect(names('dobry')).toEqual(['ahoj'])
  expect(names('zzz')).toEqual([])
})

async function openInbox(replies: CannedReply[]) {
  const server = inboxServer({ rows: [rowOf(1)], messages: [messageOf(1, 1)] })
  server.answers[`GET ${base}`] = () => replies
  showInbox({ at: `/${conversationId(1)}` })
  await screen.findByRole('log')
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Reply to/ })
  const type = (value: string) => fireEvent.change(field, { target: { value } })
  const press = (key: string) => fireEvent.keyDown(field, { key })
  return { server, field, type, press }
}
test('“/” at the beginning of a word lists replies; arrows choose and Enter inserts, with variables filled', async () => {
  const { server, field, type, press } = await openInbox([shipping, refund])
  type('Hello! /')
  const list = await screen.findByRole('listbox', { name: 'Canned replies' })
  expect(within(list).getAllByRole('option')).toHaveLength(2)
  press('ArrowDown')
  const selectedOption = within(list).getByRole('option', { selected: true })
  await waitFor(() => expect(field.getAttribute('aria-activedescendant')).toBe(selectedOption.id))
  type('Hello! /ship')
  await waitFor(() => expect(within(list).getAllByRole('option')).toHaveLength(1))
  press('Enter')
  await waitFor(() => expect(field.value).toBe(`Hello! Hello Peter 1, ${eva.name} here.`))
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(server.calls(`POST ${server.path(1, '/message')}`)).toHaveLength(0)
})
test('Escape closes the list, a slash inside a word doesn’t open it, and Enter sends if nothing matches', async () => {
  const { server, type, press } = await openInbox([shipping])
  type('#')
  await screen.findByRole('listbox')
  press('Escape')
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
  type('and/or')
  expect(screen.queryByRole('listbox')).toBeNull()
  type('/nothing')
  expect(await screen.findByText('No matching replies')).toBeTruthy()
  press('Enter')
  await waitFor(() => expect(server.calls(`POST ${server.path(1, '/message')}`)).toHaveLength(1))
})

test('the button next to the field opens the list behind the typed text', async () => {
  const { field, type } = await openInbox([shipping])
  type('Good morning.')
  field.setSelectionRange(0, 0)
  fireEvent.click(screen.getByRole('button', { name: 'Insert canned reply' }))
  fireEvent.click(await screen.findByRole('option'))
  await waitFor(() => expect(field.value).toBe(`Good morning. Hello Peter 1, ${eva.name} here.`))
})

test('a trigger inserted by the button is removed if nothing is selected, and never sent', async () => {
  const { server, field, type, press } = await openInbox([shipping])
  const button = screen.getByRole('button', { name: 'Insert canned reply' })
  type('Hello')
  for (const leave of [() => press('Escape'), () => fireEvent.blur(field)]) {
    fireEvent.click(button)
    expect(field.value).toBe('Hello /')
    // Faster than the list.
    if (!screen.queryByRole('listbox')) press('Enter')
    const list = await screen.findByRole('listbox')
    expect(within(list).getByText(`Hello Peter 1, ${eva.name} here.`)).toBeTruthy()
    leave()
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
    expect(field.value.trim()).toBe('Hello')
    type('Hello')
  }
  expect(server.calls(`POST ${server.path(1, '/message')}`)).toEqual([])
})
test('a canned reply adds its files to the text; they can be removed, and are sent without another upload', async () => {
  const files = [fileOf('prices.pdf'), fileOf('terms.pdf')]
  const { server, type, press } = await openInbox([replyOf('offer', { body: '', attachments: files })])
  type('/off')
  expect((await screen.findByRole('option')).textContent).toContain('prices.pdf, terms.pdf')
  press('Enter')
  const tray = await screen.findByRole('list', { name: 'Attachments' })
  expect(within(tray).getAllByRole('listitem')).toHaveLength(2)
  // A second time it adds nothing twice.
  type('/off')
  await screen.findByRole('option')
  press('Enter')
  expect(within(tray).getAllByRole('listitem')).toHaveLength(2)
  fireEvent.click(within(tray).getByRole('button', { name: 'Remove prices.pdf' }))
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  const path = `POST ${server.path(1, '/message')}`
  await waitFor(() => expect(server.calls(path)).toHaveLength(1))
  expect(server.calls(path)[0]?.body).toMatchObject({ body: '', file_ids: [files[1]?.id] })
  expect(server.calls(`POST /api/integration/${greenBean.id}/file`)).toHaveLength(0)
})

const show = (role: typeof greenBean.role = 'owner') =>
  showPage(RepliesPage, {
    path: '/en/app/i/:integrationId/settings/replies',
    at: `/en/app/i/${greenBean.id}/settings/replies`,
    user: { ...eva, integrations: [{ ...greenBean, role }] },
  })
test('422 a reply is created in the settings; an error appears at its field and the input stays', async () => {
  const server = createTestTransport({ [`GET ${base}`]: () => [] })
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'New reply' }))
  const dialog = within(await screen.findByRole('dialog'))
  const fill = (label: RegExp, value: string) =>
    fireEvent.change(dialog.getByLabelText(label), { target: { value } })
  fill(/^Title/, 'Opening hours')
  fill(/^Shortcut/, '/hours')
  fill(/^Text/, 'We are here from 9 to 5.')
  let url = ''
  const answer = (body: unknown) => {
    for (const { method, url: path } of server.sent) if (method === 'PUT') url = path
    server.answers[`PUT ${url}`] = () => body
  }
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.sent.some(({ method }) => method === 'PUT')).toBe(true))
  answer(refuse(422, 'invalid_input', 'No.', { shortcut: ['Another reply already uses this shortcut.'] }))
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Another reply already uses this shortcut.')).toBeTruthy()
  expect(dialog.getByLabelText(/^Title/)).toHaveProperty('value', 'Opening hours')
  answer(shipping)
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.sent.findLast(({ method }) => method === 'PUT')?.body).toEqual({
    shortcut: 'hours',
    title: 'Opening hours',
    body: 'We are here from 9 to 5.',
    file_ids: [],
    locale: null,
    is_shared: true,
  })
})
test('agents edit their own replies and read those of the team', async () => {
  createTestTransport({ [`GET ${base}`]: () => [shipping, replyOf('mine', { owner_id: eva.id })] })
  show('agent')
  expect(await screen.findByRole('button', { name: 'Edit About mine' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Edit About shipping' })).toBeNull()
})

test('files of a reply are removed, selected, pasted and dropped in its dialog, and restored when its deletion is undone', async () => {
  const [prices, terms] = [fileOf('prices.pdf'), fileOf('terms.pdf')]
  const offer = replyOf('offer', { attachments: [prices, terms] })
  const path = `${base}/${offer.id}`
  const server = createTestTransport({
    [`GET ${base}`]: () => [offer],
    [`PUT ${path}`]: () => offer,
    [`DELETE ${path}`]: () => null,
    [`POST /api/integration/${greenBean.id}/file`]: () => prices,
  })
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Edit About offer' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.click(await dialog.findByRole('button', { name: 'Remove prices.pdf' }))
  const file = (name: string) => new File(['words'], name, { type: 'text/plain' })
  fireEvent.paste(dialog.getByLabelText(/^Text/), { clipboardData: { files: [file('a.txt')] } })
  await dialog.findByText('a.txt')
  fireEvent.drop(document.body, { dataTransfer: { types: ['Files'], files: [file('b.txt')] } })
  await dialog.findByText('b.txt')
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const saved = () => server.sent.findLast(({ method }) => method === 'PUT')?.body
  const uploaded = server.sent.flatMap(({ method, body }) =>
    method === 'POST' && body instanceof FormData ? [body.get('id')] : [],
  )
  expect(uploaded).toHaveLength(2)
  expect(saved()).toMatchObject({ file_ids: [terms.id, ...uploaded] })
  // Opened again it shows the reply, not the previous input.
  fireEvent.click(screen.getByRole('button', { name: 'Edit About offer' }))
  expect(
    within(await screen.findByRole('list', { name: 'Attachments' })).getAllByRole('listitem'),
  ).toHaveLength(2)
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  fireEvent.click(screen.getByRole('button', { name: 'Delete About offer' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(saved()).toMatchObject({ file_ids: [prices.id, terms.id] }))
})

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
    [`GET ${base}`]: () => [shipping],
    [`GET ${suggestedPath}`]: () => list,
  })
  show('editor')
  const section = within(await screen.findByRole('region', { name: 'Pending suggestions (1)' }))
  expect(section.getByText('Jana')).toBeTruthy()
  const [taken, put] = [section.getByText('shipping').closest('del'), section.getByText('sending')]
  expect([taken, put.closest('ins')]).not.toContain(null)
  expect(section.queryByText('Text')).toBeNull()

  list = [change, fresh]
  await server.tell(suggestionsChanged.name)
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
    [`GET ${base}`]: () => [shipping],
    [`GET ${suggestedPath}`]: () => [waits, declined],
    [`DELETE ${suggestedPath}/${waits.id}`]: () => null,
    [`PUT ${suggestedPath}/${waits.id}/canned-reply`]: () => waits,
  })
  show('agent')
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
    refuse(422, 'invalid_input', 'No.', { shortcut: ['Another reply already uses this shortcut.'] })
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
