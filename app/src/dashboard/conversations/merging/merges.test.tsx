// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ConversationMerge } from '@ozvi/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { eva } from '../../../../test/fixtures.ts'
import { conversationId, jana, messageOf, rowOf } from '../../../../test/inbox-rows.ts'
import { inboxServer } from '../../../../test/inbox-server.ts'
import { showInbox } from '../../../../test/show-inbox.tsx'
import { mockLayout } from '../../../../test/layout.ts'

beforeEach(() => {
  mockLayout()
  localStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
const contact = rowOf(1).contact
const of = (number: number, changes = {}) => rowOf(number, { contact, ...changes })
const mergeId = '00000000-0000-4000-8000-00000000aaaa'
const mergedNow = (): ConversationMerge => ({
  id: mergeId,
  source: { id: conversationId(1), number: 1 },
  target: { id: conversationId(2), number: 2 },
  moved: 1,
  at: new Date().toISOString(),
  undo_until: new Date().toISOString(),
  undone_at: null,
})

test('a conversation is merged into another one of the same contact, which opens, and Undo reverts it', async () => {
  const server = inboxServer({
    rows: [of(1), of(2, { subject: 'The second parcel' }), of(3, { status: 'spam' }), rowOf(4)],
    messages: [messageOf(1, 1), messageOf(2, 1, { body: 'In the other one' })],
  })
  const sent: unknown[] = []
  server.answers[`POST ${server.path(1, '/merge')}`] = (body) => {
    sent.push(body)
    return mergedNow()
  }
  const undo = vi.fn(() => ({ ...mergedNow(), undone_at: new Date().toISOString() }))
  server.answers[
    `POST ${server.path(1, '').replace(/conversation\/.*/, '')}conversation-merge/${mergeId}/undo`
  ] = undo
  showInbox({ at: `/${conversationId(1)}` })
  fireEvent.keyDown(await screen.findByRole('button', { name: 'More actions' }), { key: 'Enter' })
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Merge into…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Merge #1 into another conversation' }))
  expect(await dialog.findAllByRole('radio')).toHaveLength(1)
  expect(dialog.getByRole('radio', { name: /The second parcel/ })).toHaveProperty('checked', true)
  fireEvent.click(dialog.getByRole('button', { name: 'Merge' }))
  await screen.findByText('In the other one')
  expect(sent).toMatchObject([{ into_id: conversationId(2) }])
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(undo).toHaveBeenCalledOnce())
})

test('a merged conversation shows its target without a composer; its event offers undo', async () => {
  const line = {
    author: 'member',
    author_id: jana.id,
    author_name: jana.name,
    kind: 'event',
    body: '',
    prev: 0,
    sent_at: new Date().toISOString(),
    details: { event: 'merged_into', other_id: conversationId(2), other_number: 2, merge_id: mergeId },
  } as const
  inboxServer({
    rows: [
      of(1, { status: 'resolved', merged_into_id: conversationId(2), merged_into_number: 2, last_seq: 5 }),
      of(2),
    ],
    messages: [messageOf(1, 5, line)],
  })
  showInbox({ at: `/${conversationId(1)}` })
  expect(await screen.findByText('Jana Kováčová merged this conversation into #2')).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Undo merge' })).toBeTruthy()
  expect(await screen.findByText(/Its messages and new replies are there/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'More actions' })).toBeNull()
  expect(document.getElementById('composer')).toBeNull()
  expect(screen.getAllByRole('link', { name: 'Open #2' })[0]?.getAttribute('href')).toContain(
    conversationId(2),
  )
})

test('a conversation can be split at a customer’s message, and a reverted split has no Undo', async () => {
  const event = {
    author: 'member',
    author_id: eva.id,
    author_name: eva.name,
    kind: 'event',
    body: '',
  } as const
  const other = { other_id: conversationId(2), other_number: 2 }
  const server = inboxServer({
    rows: [of(1), of(2)],
    messages: [
      messageOf(1, 1),
      messageOf(1, 2, { ...event, details: { event: 'split_off', ...other } }),
      messageOf(1, 3, { ...event, details: { event: 'merged', ...other, merge_id: mergeId } }),
      messageOf(1, 4, { body: '**Something** else' }),
    ],
  })
  let part_id = ''
  const split = vi.fn((body: unknown) => {
    part_id = (body as { id: string }).id
    return { ...of(3), seen_seq: undefined }
  })
  server.answers[`POST ${server.path(1, '/split')}`] = split
  showInbox({ at: `/${conversationId(1)}` })
  expect(await screen.findByText('You split off #2')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Undo split' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Undo merge' })).toBeTruthy()
  const menus = await screen.findAllByRole('button', { name: 'Message actions' })
  fireEvent.keyDown(menus.at(-1) ?? document.body, { key: 'Enter' })
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Split from here' }))
  await waitFor(() => expect(split).toHaveBeenCalledOnce())
  expect(await screen.findByText('Split off as #3')).toBeTruthy()
  const rejoin = vi.fn(() => ({ ...mergedNow(), target: { id: conversationId(1), number: 1 } }))
  server.answers[`POST ${server.path(1, '/merge').replace(conversationId(1), part_id)}`] = rejoin
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(rejoin).toHaveBeenCalledOnce())
  expect(await screen.findByText('Merged into #1')).toBeTruthy()
  // By keyboard the message is chosen from a list.
  fireEvent.keyDown(document.body, { key: 'M', shiftKey: true })
  const dialog = within(await screen.findByRole('dialog', { name: 'Split conversation #1' }))
  expect(dialog.getAllByRole('radio')).toHaveLength(1)
  expect(dialog.getByText('Something else')).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: 'Split' }))
  await waitFor(() => expect(split).toHaveBeenCalledTimes(2))
})
