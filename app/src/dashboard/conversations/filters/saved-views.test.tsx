// @vitest-environment jsdom
import type { SavedView } from '@ozvi/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { eva, greenBean } from '../../../../test/fixtures.ts'
import { conversationId, fieldOf, messageOf, rowOf, tagOf } from '../../../../test/inbox-rows.ts'
import { inboxServer } from '../../../../test/inbox-server.ts'
import { showInbox } from '../../../../test/show-inbox.tsx'
import { mockLayout } from '../../../../test/layout.ts'

beforeEach(() => {
  mockLayout()
  localStorage.clear()
  Element.prototype.scrollIntoView = () => {}
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
const base = `/api/integration/${greenBean.id}`
const viewOf = (number: number, name: string, more: Partial<SavedView> = {}): SavedView => ({
  id: `01980000-0000-7000-8000-00000000000${number}`,
  integration_id: greenBean.id,
  list: 'conversations',
  name,
  owner_id: eva.id,
  view: 'all',
  filter: {},
  ...more,
})
function server(views: SavedView[]) {
  const testServer = inboxServer({
    rows: [rowOf(2), rowOf(1)],
    messages: [messageOf(2, 1)],
    tags: [tagOf(1, 'Late')],
  })
  let storedViews = views
  testServer.answers[`GET ${base}/saved-view`] = () => storedViews
  testServer.answers[`GET ${base}/saved-view-counts`] = () =>
    Object.fromEntries(storedViews.map(({ id }) => [id, 7]))
  testServer.answers[`POST ${base}/saved-view-order`] = (body) => {
    // The input of `reorderSavedViews`.
    const { ids } = body as { ids: string[] }
    storedViews = storedViews.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
    return storedViews
  }
  const store = (id: string) => {
    testServer.answers[`PUT ${base}/saved-view/${id}`] = (body) => {
      // The input of `saveView`.
      const { is_shared, ...words } = body as Pick<SavedView, 'name' | 'view' | 'filter'> & {
        is_shared: boolean
      }
      const view = viewOf(0, '', { id, ...words, owner_id: is_shared ? null : eva.id })
      storedViews = [...storedViews.filter((each) => each.id !== id), view]
      return view
    }
    testServer.answers[`DELETE ${base}/saved-view/${id}`] = () => {
      storedViews = storedViews.filter((each) => each.id !== id)
      return null
    }
  }
  for (const { id } of views) store(id)
  const lastQuery = () =>
    testServer.sent
      .filter(({ url }) => /\/conversation\?/.test(url))
      .map(({ url }) => Object.fromEntries(new URL(url, 'http://test').searchParams))
  return { ...testServer, store, asked: lastQuery, kept: () => storedViews }
}
const openMenu = async () => {
  fireEvent.keyDown(screen.getByRole('button', { name: /^Inbox: / }), { key: 'Enter' })
  return screen.findByRole('menu')
}

test('the URL of another member’s private view shows a notice above all conversations', async () => {
  server([])
  showInbox({ at: '?saved=01980000-0000-7000-8000-000000000009' })
  expect(await screen.findByText(/^This view is private or was deleted/)).toBeTruthy()
  expect(await screen.findByText('Peter 1')).toBeTruthy()
})
test('the current filter is saved as a view with its own URL and a count in the menu', async () => {
  const id = '01980000-0000-7000-8000-000000000009' as const
  const testServer = server([])
  testServer.store(id)
  vi.spyOn(crypto, 'randomUUID').mockReturnValue(id)
  showInbox({ at: `?view=mine&tag=${tagOf(1, 'Late').id}` })
  await screen.findByText('Peter 2')
  expect((await screen.findByRole('list', { name: 'Filters' })).textContent).toContain('Tags: Late')
  fireEvent.click(await screen.findByRole('button', { name: 'Save view' }))
  const dialog = await screen.findByRole('dialog', { name: 'Save view' })
  fireEvent.change(within(dialog).getByRole('textbox', { name: /Name/ }), {
    target: { value: 'My late ones' },
  })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(testServer.kept()).toEqual([
    viewOf(9, 'My late ones', { view: 'mine', filter: { tag: tagOf(1, 'Late').id } }),
  ])
  expect(await screen.findByRole('button', { name: /^Inbox: My late ones/ })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Save view' })).toBeNull()
  const link = await waitFor(() => {
    const row = document.querySelector(`[data-conversation="${conversationId(2)}"]`)
    expect(row?.getAttribute('href')).toContain(`?saved=${id}`)
    return row
  })
  expect(link?.getAttribute('href')).not.toContain('tag=')
  expect(testServer.asked().at(-1)).toMatchObject({ view: 'mine', tag: tagOf(1, 'Late').id })
  vi.restoreAllMocks()
})
test('a saved view opens by its URL; its filter can be changed, which its toast can undo', async () => {
  const testServer = server([viewOf(1, 'Slovak', { filter: { locale: 'sk' } })])
  showInbox({ at: `?saved=${viewOf(1, '').id}` })
  await screen.findByText('Peter 2')
  expect(testServer.asked().at(-1)).toMatchObject({ locale: 'sk' })
  fireEvent.click(await screen.findByRole('button', { name: 'Remove: Language: Slovenčina' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Update “Slovak”' }))
  const toastText = await screen.findByText('“Slovak” updated')
  expect(testServer.kept()[0]?.filter).toEqual({})
  fireEvent.click(within(toastText.closest('li') ?? document.body).getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(testServer.kept()[0]?.filter).toEqual({ locale: 'sk' }))
})
test('custom fields filter like all others: in the URL, as chips, and changed rows move immediately', async () => {
  const testServer = server([])
  const sum = fieldOf(5, 'Sum', { type: 'number' })
  const topic = fieldOf(6, 'Topic', { type: 'list', options: ['Delivery', 'Refund'] })
  testServer.answers[`GET ${base}/conversation-field`] = () => [sum, topic]
  testServer.state.rows = [rowOf(2, { fields: { [sum.id]: 9, [topic.id]: 'Refund' } })]
  const lastQuery = `${sum.id}.greater.5;${topic.id}.any_of.Refund`
  showInbox({ at: `?fields=${lastQuery}` })
  await screen.findByText('Peter 2')
  expect(testServer.asked().at(-1)).toMatchObject({ fields: lastQuery })
  const chips = await screen.findByRole('list', { name: 'Filters' })
  await waitFor(() => expect(chips.textContent).toContain('Sum: is greater than 5'))
  expect(chips.textContent).toContain('Topic: Refund')
  // Someone changes its value.
  await testServer.emitChange(
    testServer.change(conversationId(2), { fields: { [sum.id]: 4, [topic.id]: 'Refund' } }),
  )
  await waitFor(() => expect(screen.queryByText('Peter 2')).toBeNull())
  await testServer.emitChange(
    testServer.change(conversationId(2), { fields: { [sum.id]: 6, [topic.id]: 'Refund' } }),
  )
  expect(await screen.findByText('Peter 2')).toBeTruthy()
  fireEvent.click(within(chips).getByLabelText('Remove: Topic: Refund'))
  await waitFor(() => expect(testServer.asked().at(-1)).toMatchObject({ fields: `${sum.id}.greater.5` }))

  fireEvent.click(screen.getByLabelText('Filter'))
  fireEvent.click(await screen.findByText('Add filter'))
  const last = (label: string) => screen.getAllByLabelText(label).at(-1) ?? document.body
  fireEvent.change(last('Field'), { target: { value: topic.id } })
  fireEvent.click(screen.getByText('Apply'))
  expect(await screen.findByText('Complete or remove the filter “Topic”.')).toBeTruthy()
  fireEvent.change(last('Value'), { target: { value: 'Delivery' } })
  fireEvent.click(screen.getByLabelText('Remove filter Sum'))
  fireEvent.click(screen.getByText('Apply'))
  await waitFor(() =>
    expect(testServer.asked().at(-1)).toMatchObject({ fields: `${topic.id}.any_of.Delivery` }),
  )
})
test('saved views can be moved; a deleted one returns to its place on undo', async () => {
  const testServer = server([viewOf(1, 'First'), viewOf(2, 'Second')])
  showInbox()
  await screen.findByText('Peter 2')
  const menu = await openMenu()
  expect((await within(menu).findByRole('menuitem', { name: 'First 7' })).getAttribute('href')).toContain(
    `?saved=${viewOf(1, '').id}`,
  )
  fireEvent.click(within(menu).getByRole('menuitem', { name: 'Manage views' }))
  const dialog = await screen.findByRole('dialog', { name: 'Manage views' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Move Second up' }))
  const names = () =>
    within(dialog)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
  await waitFor(() => expect(names()).toEqual(['Second', 'First']))
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete Second' }))
  await waitFor(() => expect(names()).toEqual(['First']))
  const toastText = await screen.findByText('View “Second” deleted')
  fireEvent.click(within(toastText.closest('li') ?? document.body).getByText('Undo'))
  await waitFor(() => expect(testServer.kept().map(({ name }) => name)).toEqual(['Second', 'First']))
})
test('u marks the current conversation as unread and returns to the list', async () => {
  const testServer = server([])
  const marked = `POST ${testServer.path(2, '/unread')}`
  testServer.answers[marked] = () => ({ seen_seq: 0 })
  showInbox({ at: `/${conversationId(2)}` })
  await screen.findByRole('heading', { name: 'Peter 2' })
  const row = () => document.querySelector(`[data-conversation="${conversationId(2)}"]`)?.textContent
  await waitFor(() => expect(testServer.calls(`POST ${testServer.path(2, '/seen')}`)).toHaveLength(1))
  fireEvent.keyDown(document.body, { key: 'u' })
  expect(await screen.findByText('Select a conversation')).toBeTruthy()
  await waitFor(() => expect(testServer.calls(marked)).toHaveLength(1))
  await waitFor(() => expect(row()).toContain('unread'))
})
