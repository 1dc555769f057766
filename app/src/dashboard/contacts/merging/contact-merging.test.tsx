// @vitest-environment jsdom
import { contactMerged, type ContactMerge, type ContactProfile, day_ms } from '@ozvi/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { eva, greenBean } from '../../../../test/fixtures.ts'
import { rowOf } from '../../../../test/inbox-rows.ts'
import { inboxServer } from '../../../../test/inbox-server.ts'
import { showPage } from '../../../../test/render.tsx'
import { errorReply } from '../../../../test/transport.ts'
import ContactPage from '../profile/contact-page.tsx'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
const [one, two] = [rowOf(1), rowOf(2)]
const base = `/api/integration/${greenBean.id}`
const of = (row: typeof one) => `${base}/contact/${row.contact.id}`
const page = (role: typeof greenBean.role = 'owner') =>
  showPage(ContactPage, {
    path: '/en/app/i/:integrationId/contacts/:uuid',
    at: `/en/app/i/${greenBean.id}/contacts/${one.contact.id}`,
    user: { ...eva, integrations: [{ ...greenBean, role }] },
  })
const merge: ContactMerge = {
  id: '00000000-0000-4000-8000-00000000bbbb',
  source: one.contact,
  target_id: two.contact.id,
  by_name: eva.name,
  at: new Date().toISOString(),
  undo_until: new Date(Date.now() + day_ms).toISOString(),
  undone_at: null,
}
/** Two contacts with different external ids. */
async function scene() {
  const server = inboxServer({ rows: [one, two] })
  // As the fixture answers.
  const read = async (row: typeof one) => (await server.answers[`GET ${of(row)}`]!(null)) as ContactProfile
  const profiles = new Map([
    [one, { ...(await read(one)), phone: '+421 900', external_id: 'A-1' }],
    [two, { ...(await read(two)), city: 'Nitra', external_id: 'B-2' }],
  ])
  for (const [row, profile] of profiles) server.answers[`GET ${of(row)}`] = () => profile
  server.answers[`GET ${base}/contact`] = () => {
    const { url = '' } = server.calls(`GET ${base}/contact`).at(-1) ?? {}
    const search = new URLSearchParams(url.split('?')[1]).get('search') ?? ''
    return { items: ['', 'peter 2'].includes(search) ? [...profiles.values()] : [], next: null }
  }
  return { server, profiles }
}

test('a contact is found, compared and merged with another; either can be kept, and Undo reverts it', async () => {
  const { server, profiles } = await scene()
  const sent: unknown[] = []
  server.answers[`POST ${of(one)}/merge`] = (body) => {
    sent.push(body)
    if (sent.length === 1)
      return errorReply(422, 'invalid_input', 'Check the highlighted fields.', {
        drop_external_id: ['Both contacts have an external ID.'],
      })
    const target = profiles.get(two)
    if (target)
      for (const row of [one, two]) server.answers[`GET ${of(row)}`] = () => ({ ...target, merges: [merge] })
    return merge
  }
  const undo = vi.fn(() => ({ ...merge, undone_at: merge.at }))
  server.answers[`POST ${base}/contact-merge/${merge.id}/undo`] = undo
  page()
  await screen.findByRole('heading', { level: 1, name: 'Peter 1' })
  fireEvent.keyDown(screen.getByRole('button', { name: 'More actions' }), { key: 'Enter' })
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Merge with another contact…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Merge Peter 1 with another contact' }))
  await dialog.findByText('Recently seen')
  fireEvent.change(dialog.getByRole('searchbox'), { target: { value: 'peter 2' } })
  await dialog.findByText('Contacts')
  expect(dialog.queryByRole('button', { name: /^Peter 1/ })).toBeNull()
  fireEvent.click(dialog.getByRole('button', { name: /^Peter 2/ }))
  expect(dialog.getByRole('radio', { name: /Peter 1/ })).toHaveProperty('checked', true)
  expect(dialog.getByText('B-2 will be removed')).toBeTruthy()
  fireEvent.click(dialog.getByRole('radio', { name: /Peter 2/ }))
  // The target's missing values come from the source.
  expect(dialog.getByText('+421 900')).toBeTruthy()
  expect(dialog.getByText('A-1 will be removed')).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: 'Merge' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('Both contacts have an external ID.')
  fireEvent.click(dialog.getByRole('checkbox'))
  fireEvent.click(dialog.getByRole('button', { name: 'Merge' }))
  await screen.findByRole('heading', { level: 1, name: 'Peter 2' })
  expect(sent).toMatchObject([
    { into_id: two.contact.id, drop_external_id: false },
    { into_id: two.contact.id, drop_external_id: true },
  ])
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(undo).toHaveBeenCalledOnce())
})

test('the page of a merged contact redirects to the target, whose timeline can undo the merge', async () => {
  const { server, profiles } = await scene()
  server.answers[`GET ${of(two)}/timeline`] = () => ({
    items: [
      {
        kind: 'change',
        id: '7',
        at: merge.at,
        actor: { id: eva.id, name: eva.name },
        scenario: null,
        changes: [
          { field: 'merged', label: null, before: null, after: 'Peter 1', merge_id: merge.id },
          { field: 'phone', label: null, before: null, after: '+421 900' },
        ],
      },
    ],
    next: null,
  })
  const undo = vi.fn(() => ({ ...merge, undone_at: merge.at }))
  server.answers[`POST ${base}/contact-merge/${merge.id}/undo`] = undo
  page()
  await screen.findByRole('heading', { level: 1, name: 'Peter 1' })
  const target = profiles.get(two)
  if (target)
    for (const row of [one, two]) server.answers[`GET ${of(row)}`] = () => ({ ...target, merges: [merge] })
  await server.emit(contactMerged.name, {
    integration_id: greenBean.id,
    source_id: one.contact.id,
    target_id: two.contact.id,
    is_undone: false,
  })
  await screen.findByRole('heading', { level: 1, name: 'Peter 2' })
  expect(await screen.findByText(`${eva.name} merged Peter 1 into this contact`)).toBeTruthy()
  expect(screen.getByText(/^Phone:/).textContent).toBe('Phone: +421 900')
  fireEvent.click(screen.getByRole('button', { name: 'Undo merge' }))
  await waitFor(() => expect(undo).toHaveBeenCalledOnce())
})

test('S6.02 agents can’t merge contacts', async () => {
  await scene()
  page('agent')
  await screen.findByRole('heading', { level: 1, name: 'Peter 1' })
  fireEvent.keyDown(screen.getByRole('button', { name: 'More actions' }), { key: 'Enter' })
  await screen.findByRole('menuitem', { name: 'Block…' })
  expect(screen.queryByRole('menuitem', { name: 'Merge with another contact…' })).toBeNull()
})
