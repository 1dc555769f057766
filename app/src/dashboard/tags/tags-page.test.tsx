// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { Tag } from '@ozvi/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { eva, greenBean } from '../../../test/fixtures.ts'
import { tagOf } from '../../../test/inbox-rows.ts'
import { showPage } from '../../../test/render.tsx'
import { createTestTransport } from '../../../test/transport.ts'
import TagsPage from './tags-page.tsx'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
const base = `/api/integration/${greenBean.id}/tag`
const billing = tagOf(1, 'Billing')
const refunds = tagOf(2, 'Refunds')
const show = (role: typeof greenBean.role = 'owner') =>
  showPage(TagsPage, {
    path: '/en/app/i/:integrationId/settings/tags',
    at: `/en/app/i/${greenBean.id}/settings/tags`,
    user: { ...eva, integrations: [{ ...greenBean, role }] },
  })
function tagServer(tags: Tag[] = [billing, refunds]) {
  const state = { tags }
  const server = createTestTransport({
    [`GET ${base}`]: () => state.tags,
    [`GET ${base}-counts`]: () => ({ [billing.id]: 3 }),
  })
  return { ...server, state }
}
async function choose(name: string, item: string) {
  fireEvent.keyDown(await screen.findByRole('button', { name: `Actions for ${name}` }), { key: 'Enter' })
  fireEvent.click(await screen.findByRole('menuitem', { name: item }))
}

test('tags are listed with the number of their conversations', async () => {
  tagServer()
  show()
  const row = (await screen.findByText('Billing')).closest('li')
  await waitFor(() => expect(row?.textContent).toContain('3 conversations'))
  expect(screen.getByText('Refunds').closest('li')?.textContent).toContain('not used yet')
})
test('a tag is created with a name and a color; an error appears at its field', async () => {
  const server = tagServer([])
  server.answers[`POST ${base}`] = (body) => ({ ...billing, ...(body as Partial<Tag>) })
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'New tag' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByLabelText('Name'), { target: { value: 'Wholesale' } })
  fireEvent.click(dialog.getByRole('radio', { name: 'Violet' }))
  fireEvent.click(dialog.getByRole('button', { name: 'New tag' }))
  expect(await screen.findByText('Wholesale')).toBeTruthy()
  expect(server.calls(`POST ${base}`)[0]?.body).toEqual({ name: 'Wholesale', color: 'violet' })
})
test('a tag is deleted immediately, and Undo restores it', async () => {
  const server = tagServer()
  server.answers[`DELETE ${base}/${billing.id}`] = () => null
  server.answers[`POST ${base}/${billing.id}/restore`] = () => ({ ...billing, version: 3 })
  show()
  await choose('Billing', 'Delete')
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(server.calls(`POST ${base}/${billing.id}/restore`)).toHaveLength(1))
  expect(await screen.findByText('Billing')).toBeTruthy()
})
test('merging asks for confirmation and names the target', async () => {
  const server = tagServer()
  server.answers[`POST ${base}/${billing.id}/merge`] = () => refunds
  show()
  await choose('Billing', 'Merge into…')
  const dialog = within(await screen.findByRole('dialog', { name: 'Merge “Billing” into another tag' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Merge' }))
  await waitFor(() => expect(screen.queryByText('Billing')).toBeNull())
  expect(server.calls(`POST ${base}/${billing.id}/merge`)[0]?.body).toEqual({ into_id: refunds.id })
})
test('members who can’t change tags see them without buttons', async () => {
  tagServer()
  show('agent')
  expect(await screen.findByText('Billing')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'New tag' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Actions for/ })).toBeNull()
})
