// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { contact, contacts, idOf } from '../../../../test/contact-list.ts'
import { greenBean } from '../../../../test/fixtures.ts'
import { mockLayout } from '../../../../test/layout.ts'
import { base, showContacts } from '../../../../test/show-contacts.tsx'
import { runCommand } from '#dashboard/commands'
import { stubMatchMedia } from '../../../../test/stub-match-media.ts'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  mockLayout()
})
/** A screen with or without room for a preview next to the list. */
const screenOf = (isRoomy: boolean) => stubMatchMedia(isRoomy)
function withProfiles(server: ReturnType<typeof contacts>) {
  for (const row of server.state.pages.flat()) {
    const own = `${base}/contact/${row.id}`
    server.answers[`GET ${own}`] = () => ({
      ...row,
      online: null,
      pages: [],
      erasing: null,
      blocked: null,
      merges: [],
      consents: [],
      note_count: 2,
      hubspot: null,
      field_sources: {},
    })
    server.answers[`GET ${own}/timeline`] = () => ({
      items: [
        {
          kind: 'conversation',
          id: row.id,
          at: row.last_seen_at,
          number: 7,
          subject: `Asked by ${row.name}`,
          status: 'open',
        },
      ],
      next: null,
    })
  }
  return server
}
test('S2.04 a click shows a contact next to the list, keys move the preview, Escape closes it and Enter opens the page', async () => {
  screenOf(true)
  withProfiles(contacts([[contact(1), contact(2), contact(3)]]))
  showContacts()
  const link = (number: number) => screen.findByRole('link', { name: `Peter ${number}` })
  fireEvent.click(await link(2), { detail: 1 })
  const preview = (number: number) =>
    screen.findByRole('complementary', { name: `Preview of Peter ${number}` })
  const shown = within(await preview(2))
  // As the heading and as a field.
  expect(shown.getAllByText('Peter 2')).toHaveLength(2)
  expect(await shown.findByRole('link', { name: /Asked by Peter 2/ })).toBeDefined()
  expect(shown.getByText('2 notes')).toBeDefined()
  expect(shown.getByRole('link', { name: 'Open' }).getAttribute('href')).toBe(
    `/en/app/i/${greenBean.id}/contacts/${idOf(2)}`,
  )
  expect(screen.getByRole('row', { name: /Peter 2/ }).querySelector('[aria-current]')).not.toBeNull()
  fireEvent.keyDown(document.body, { key: 'ArrowDown' })
  await preview(3)
  fireEvent.keyDown(document.body, { key: 'ArrowDown' })
  fireEvent.keyDown(document.body, { key: 'ArrowUp' })
  await preview(2)
  act(() => runCommand('previous'))
  await preview(1)
  act(() => runCommand('back'))
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
  // By key, not by click.
  fireEvent.click(within(screen.getByRole('table')).getByRole('link', { name: 'Peter 1' }), { detail: 0 })
  expect(await screen.findByText('Another page')).toBeDefined()
})
test('S2.04 the URL of a preview opens it again, or the page on narrow screens', async () => {
  screenOf(true)
  withProfiles(contacts([[contact(1), contact(2)]]))
  const { unmount } = showContacts(`?contact=${idOf(2)}&sort=name`)
  await screen.findByRole('complementary', { name: 'Preview of Peter 2' })
  fireEvent.click(screen.getByRole('button', { name: 'Close preview' }))
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
  unmount()
  screenOf(false)
  const narrow = showContacts()
  fireEvent.click(await screen.findByRole('link', { name: 'Peter 1' }), { detail: 1 })
  expect(await screen.findByText('Another page')).toBeDefined()
  narrow.unmount()
  showContacts(`?contact=${idOf(2)}`)
  expect(await screen.findByText('Another page')).toBeDefined()
})
