// @vitest-environment jsdom
import { type Attachment, fillVariables, type CannedReply } from '@ozvi/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { repliesPath, replyOf, showReplies } from '../../../test/canned-replies.tsx'
import { eva, greenBean } from '../../../test/fixtures.ts'
import { conversationId, messageOf, rowOf } from '../../../test/inbox-rows.ts'
import { inboxServer } from '../../../test/inbox-server.ts'
import { showInbox } from '../../../test/show-inbox.tsx'
import { mockLayout } from '../../../test/layout.ts'
import { createTestTransport, errorReply } from '../../../test/transport.ts'
import { findReplies } from './find-replies.ts'

beforeEach(() => {
  mockLayout()
  localStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => {})
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
  server.answers[`GET ${repliesPath}`] = () => replies
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

test('422 a reply is created in the settings; an error appears at its field and the input stays', async () => {
  const server = createTestTransport({ [`GET ${repliesPath}`]: () => [] })
  showReplies()
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
  answer(errorReply(422, 'invalid_input', 'No.', { shortcut: ['Another reply already uses this shortcut.'] }))
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
  createTestTransport({ [`GET ${repliesPath}`]: () => [shipping, replyOf('mine', { owner_id: eva.id })] })
  showReplies('agent')
  expect(await screen.findByRole('button', { name: 'Edit About mine' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Edit About shipping' })).toBeNull()
})

test('files of a reply are removed, selected, pasted and dropped in its dialog, and restored when its deletion is undone', async () => {
  const [prices, terms] = [fileOf('prices.pdf'), fileOf('terms.pdf')]
  const offer = replyOf('offer', { attachments: [prices, terms] })
  const path = `${repliesPath}/${offer.id}`
  const server = createTestTransport({
    [`GET ${repliesPath}`]: () => [offer],
    [`PUT ${path}`]: () => offer,
    [`DELETE ${path}`]: () => null,
    [`POST /api/integration/${greenBean.id}/file`]: () => prices,
  })
  showReplies()
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
test('a viewer isn’t asked to save replies', async () => {
  createTestTransport({ [`GET ${repliesPath}`]: () => [] })
  showReplies('viewer')
  expect(await screen.findByText('Replies that your team shares appear here.')).toBeTruthy()
})
