// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { eva, greenBean } from '../../../test/fixtures.ts'
import { conversationId, messageOf, rowOf } from '../../../test/inbox-rows.ts'
import { inboxServer } from '../../../test/inbox-server.ts'
import { mockLayout } from '../../../test/layout.ts'
import { showInbox } from '../../../test/show-inbox.tsx'
import { deleteStoredFiles, storeFile, listStoredFiles } from './stored-attachments.ts'
import { listKey } from './local-file.ts'

let number = 200
let listName = ''
beforeEach(() => {
  mockLayout()
  localStorage.clear()
  number++ // pending files are kept by conversation as long as a page lives
  listName = `ozvi.draft.${greenBean.id}.${eva.id}.${conversationId(number)}.text`
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
async function open() {
  inboxServer({ rows: [rowOf(number)], messages: [messageOf(number, 1)] })
  showInbox({ at: `/${conversationId(number)}` })
  await screen.findByRole('log')
}
const local = (name: string) => ({
  id: crypto.randomUUID(),
  name,
  content_type: 'text/plain',
  size: 5,
  width: null,
  height: null,
  url: `/api/file/${name}`,
})
const attached = () => screen.findByRole('list', { name: 'Attachments' })
const names = async () => (await listStoredFiles(listName)).map(({ name }) => name)
/** As browsers notify a tab of another one's changes. */
const notifyOtherTab = () =>
  act(() => void dispatchEvent(new StorageEvent('storage', { key: listKey(listName) })))

test('attachments of a draft survive a reload in order; removed ones don’t', async () => {
  await storeFile(listName, local('first.pdf'))
  await storeFile(listName, local('second.pdf'))
  await open()
  expect(
    within(await attached())
      .getAllByText(/\.pdf$/)
      .map((name) => name.textContent),
  ).toEqual(['first.pdf', 'second.pdf'])
  fireEvent.click(screen.getByRole('button', { name: 'Remove first.pdf' }))
  await waitFor(async () => expect(await names()).toEqual(['second.pdf']))
})

test('attachments are stored until they are sent', async () => {
  await open()
  const file = new File(['words'], 'plan.txt', { type: 'text/plain' })
  fireEvent.paste(screen.getByRole('textbox', { name: /^Reply to/ }), { clipboardData: { files: [file] } })
  await attached()
  await waitFor(async () => expect(await names()).toEqual(['plan.txt']))
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(async () => expect(await names()).toEqual([]))
  expect(localStorage.getItem(listKey(listName))).toBeNull()
})

test('attachments are synchronized with other tabs', async () => {
  await open()
  const other = local('from-the-other-tab.pdf')
  await storeFile(listName, other)
  notifyOtherTab()
  expect(within(await attached()).getByText(other.name)).toBeTruthy()
  await deleteStoredFiles(listName, [other.id])
  notifyOtherTab()
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Attachments' })).toBeNull())
})

test('without storage, attachments are kept until the page is closed', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('full')
  })
  await open()
  const file = new File(['words'], 'plan.txt', { type: 'text/plain' })
  fireEvent.paste(screen.getByRole('textbox', { name: /^Reply to/ }), { clipboardData: { files: [file] } })
  expect(within(await attached()).getByText('plan.txt')).toBeTruthy()
  notifyOtherTab()
  await names()
  expect(within(await attached()).getByText('plan.txt')).toBeTruthy()
  vi.restoreAllMocks()
})
