// @vitest-environment jsdom
import { conversationDeleted } from '@ozvi/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { greenBean } from '../../../../test/fixtures.ts'
import { conversationId, messageOf, rowOf } from '../../../../test/inbox-rows.ts'
import { inboxServer } from '../../../../test/inbox-server.ts'
import { showInbox } from '../../../../test/show-inbox.tsx'
import { mockLayout } from '../../../../test/layout.ts'

beforeEach(() => {
  mockLayout()
  localStorage.clear()
})
const openMore = async () =>
  fireEvent.keyDown(await screen.findByRole('button', { name: 'More actions' }), { key: 'Enter' })

test('a conversation is deleted after confirmation, and disappears from the list', async () => {
  const server = inboxServer({ rows: [rowOf(1), rowOf(2)], messages: [messageOf(1, 1)] })
  const path = server.path(1, '')
  server.answers[`DELETE ${path}`] = () => null
  showInbox({ at: `/${conversationId(1)}`, role: 'owner' })
  await screen.findByRole('log')
  await openMore()
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete conversation' }))
  const question = within(await screen.findByRole('dialog', { name: 'Delete conversation #1?' }))
  expect(server.calls(`DELETE ${path}`)).toEqual([])
  fireEvent.click(question.getByRole('button', { name: 'Delete conversation' }))
  await waitFor(() => expect(server.calls(`DELETE ${path}`)).toHaveLength(1))
  await waitFor(() => expect(screen.queryByRole('log')).toBeNull())
  await server.emit(conversationDeleted.name, {
    integration_id: greenBean.id,
    conversation_id: conversationId(1),
  })
  await waitFor(() => expect(screen.queryByText('Peter 1')).toBeNull())
  expect(screen.getByText('Peter 2')).toBeTruthy()
})

test('the text of a message and links to it and its conversation can be copied, without the current filter', async () => {
  const copied: string[] = []
  vi.stubGlobal('navigator', {
    ...navigator,
    userAgent: navigator.userAgent,
    clipboard: { writeText: async (text: string) => void copied.push(text) },
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  inboxServer({ rows: [rowOf(1)], messages: [messageOf(1, 1, { body: 'On **Monday**' })] })
  showInbox({ at: `/${conversationId(1)}?view=unassigned`, role: 'agent' })
  await screen.findByRole('log')
  const choose = async (button: string, item: string) => {
    fireEvent.keyDown(await screen.findByRole('button', { name: button }), { key: 'Enter' })
    fireEvent.click(await screen.findByRole('menuitem', { name: item }))
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  }
  await choose('Message actions', 'Copy text')
  await choose('Message actions', 'Copy link')
  await choose('More actions', 'Copy link')
  const link = `${location.origin}/en/app/i/${greenBean.id}/conversation/${conversationId(1)}`
  await waitFor(() => expect(copied).toEqual(['On **Monday**', `${link}?at=1`, link]))
  expect((await screen.findAllByText('Copied')).length).toBeGreaterThan(0)
})

test('members who can’t delete don’t see the command', async () => {
  inboxServer({ rows: [rowOf(1)], messages: [messageOf(1, 1)] })
  showInbox({ at: `/${conversationId(1)}`, role: 'agent' })
  await screen.findByRole('log')
  await openMore()
  expect(await screen.findByRole('menuitem', { name: 'Mark as spam' })).toBeTruthy()
  expect(screen.queryByRole('menuitem', { name: 'Delete conversation' })).toBeNull()
})
