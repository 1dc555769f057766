// @vitest-environment jsdom
import {
  contactChanged,
  type ContactProfile,
  type Input,
  type TimelineItem,
  type updateContact,
} from '@ozvi/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { eva, greenBean } from '../../../../test/fixtures.ts'
import { inboxServer } from '../../../../test/inbox-server.ts'
import { contactPath as own, contactRow as row, showContact as page } from '../../../../test/show-contact.tsx'
import { errorReply } from '../../../../test/transport.ts'
import { undoLast } from '#ui/toast.ts'

type Changes = Input<typeof updateContact>

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
const base = `/api/integration/${greenBean.id}`
const plan = {
  id: '01980000-0000-7000-8004-000000000001',
  integration_id: greenBean.id,
  name: 'Plan',
  type: 'list',
  options: ['Silver', 'Gold'],
  position: 0,
  version: 1,
}
const at = '2026-11-20T09:00:00.000Z'
const timeline: TimelineItem[] = [
  {
    kind: 'visit',
    id: '1',
    at,
    until: at,
    count: 2,
    pages: [{ url: 'https://green-bean.example/shipping', title: 'Shipping' }],
  },
  {
    kind: 'note',
    id: 'n',
    at,
    actor: { id: 'j', name: 'Jana' },
    body: 'Likes decaf',
    edited_at: null,
    version: 1,
  },
  {
    kind: 'change',
    id: '2',
    at,
    actor: { id: 'e', name: 'Eva' },
    scenario: null,
    changes: [{ field: 'city', label: null, before: 'Žilina', after: 'Martin' }],
  },
  { kind: 'conversation', id: row.id, at, number: 1, subject: 'Where is my parcel?', status: 'resolved' },
]
test('S2.05 a contact’s page shows details, visit, viewed pages and conversations', async () => {
  const server = inboxServer({ rows: [row] })
  server.answers[`GET ${own}/timeline`] = () => ({ items: timeline, next: null })
  page()
  expect(await screen.findByRole('heading', { level: 1, name: 'Peter 1' })).toBeDefined()
  // As the heading and as a field.
  expect(screen.getAllByText('Peter 1')).toHaveLength(2)
  for (const fact of ['Firefox', 'English', /Europe\/Bratislava/, 'Online now'])
    expect(screen.getByText(fact)).toBeDefined()
  const asked = await screen.findByRole('link', { name: /Where is my parcel\?/ })
  expect(asked.getAttribute('href')).toBe(`/en/app/i/${greenBean.id}/conversation/${row.id}`)
  expect(screen.getByText('Resolved')).toBeDefined()
  // The current page, and the latest page view.
  expect(screen.getAllByRole('link', { name: /Shipping/ })).toHaveLength(2)
  for (const entry of ['Visited 2 pages', 'Note by Jana', 'Likes decaf', 'Eva updated details'])
    expect(screen.getByText(entry)).toBeDefined()
  expect(screen.getByText(/^City:/).textContent).toBe('City: Žilina → Martin')
})
test('S2.05 a value that a scenario set names it, also in the timeline', async () => {
  const server = inboxServer({ rows: [row] })
  const read = server.answers[`GET ${own}`]!
  const scenario = { id: crypto.randomUUID(), name: 'Leads' }
  server.answers[`GET ${base}/contact-field`] = () => [plan]
  server.answers[`GET ${own}`] = async (body) => ({
    ...((await read(body)) as object),
    email: 'peter@example.com',
    phone: '+421 900 1',
    city: 'Martin',
    fields: { [plan.id]: 'Gold' },
    field_sources: { email: scenario, phone: scenario, [plan.id]: scenario },
  })
  server.answers[`GET ${own}/timeline`] = () => ({
    items: [
      {
        kind: 'change',
        id: '3',
        at,
        actor: null,
        scenario,
        changes: [{ field: 'phone', label: null, before: null, after: '+421 900 1' }],
      },
    ],
    next: null,
  })
  page()
  const nameOf = async (name: RegExp) => (await screen.findByRole('button', { name })).textContent
  expect(await nameOf(/^Plan/)).toBe('Plan Gold Scenario “Leads” Edit')
  expect(await nameOf(/^Phone/)).toBe('Phone +421 900 1 Scenario “Leads” Edit')
  expect(await nameOf(/^City/)).toBe('City Martin Edit')
  expect(await nameOf(/^Email/)).toContain('peter@example.com Scenario “Leads”')
  expect(await screen.findByText('Scenario “Leads” updated details')).toBeDefined()
})
test('S2.05 a contact’s page shows the source, with links that send no referrer, and the consents', async () => {
  const server = inboxServer({ rows: [row] })
  const read = server.answers[`GET ${own}`]!
  server.answers[`GET ${own}`] = async (body) => ({
    ...((await read(body)) as object),
    first_page: 'https://green-bean.example/?utm_source=news',
    referrer: 'android-app://com.example',
    utm_source: 'news',
    device: 'mobile',
    consents: [
      {
        id: 2,
        kind: 'page',
        at,
        text: 'We may see your visits',
        url: 'https://green-bean.example/start?a=1',
      },
      { id: 1, kind: 'opened', at, text: '', url: null },
    ],
  })
  page()
  const section = await screen.findByRole('region', { name: 'Acquisition' })
  const link = within(section).getByRole('link', { name: 'https://green-bean.example/?utm_source=news' })
  expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow')
  for (const text of ['android-app://com.example', 'news', 'Phone', 'Firefox'])
    expect(within(section).getByText(text)).toBeDefined()
  const consent = within(screen.getByRole('region', { name: 'Consent' }))
  expect(consent.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Consented on your pageWe may see your visits.* at \/start$/),
    expect.stringMatching(/^Opened the chat/),
  ])
})
test('S2.05 a contact shows HubSpot properties, formatted by type, and links to the record', async () => {
  const server = inboxServer({ rows: [row] })
  const read = server.answers[`GET ${own}`]!
  const property = (type: string, value: string) => ({ name: type, label: `<b>${type}</b>`, type, value })
  server.answers[`GET ${own}`] = async (body) => ({
    ...((await read(body)) as object),
    hubspot: {
      url: 'https://app.hubspot.com/contacts/1/record/0-1/2',
      properties: [
        property('number', '1234567.5'),
        property('date', '2026-11-20'),
        property('datetime', '2026-11-20T09:00:00.000Z'),
        property('boolean', 'true'),
        property('list', 'Tea & more, Coffee'),
        property('text', 'not a <i>number</i>'),
      ],
    },
  })
  page()
  const section = within(await screen.findByRole('region', { name: 'HubSpot' }))
  const link = section.getByRole('link', { name: 'Open in HubSpot' })
  expect(link.getAttribute('href')).toBe('https://app.hubspot.com/contacts/1/record/0-1/2')
  expect(section.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    '1,234,567.5',
    'Nov 20, 2026',
    expect.stringMatching(/^Nov 20, 2026, /),
    'Yes',
    'Tea & more, Coffee',
    'not a <i>number</i>',
  ])
  expect(section.getAllByRole('term')[0]?.textContent).toBe('<b>number</b>')
})
test('S2.05 a verified contact shows how and when it was verified, and others show nothing', async () => {
  const server = inboxServer({ rows: [row] })
  const read = server.answers[`GET ${own}`]!
  let signed: object = {}
  // Its messages are lazy; here they are already loaded.
  vi.stubGlobal('fetch', async () => Response.json({}))
  server.answers[`GET ${own}`] = async (body) => ({ ...((await read(body)) as object), ...signed })
  server.answers[`GET ${own}/timeline`] = () => ({
    items: [
      {
        kind: 'change',
        id: '9',
        at,
        actor: null,
        scenario: null,
        changes: [{ field: 'verified', label: null, before: null, after: 'jwt' }],
      },
    ],
    next: null,
  })
  page()
  expect((await screen.findByText('Identity verified:', { exact: false })).textContent).toContain(
    'signed by your server',
  )
  expect(document.querySelector('[title^="Identity verified"]')).toBeNull()
  signed = { verified_at: at, verified_by: 'jwt', email_verified_at: null }
  await server.emit('ContactChanged', { id: row.contact.id })
  const mark = await screen.findByTitle(/^Identity verified: signed by your server, .*2026/)
  expect(mark.textContent).toMatch(/^Identity verified: signed by your server, .*2026/)
  expect(screen.queryByTitle(/^Email verified/)).toBeNull()
  vi.unstubAllGlobals()
})
test('S2.05 a detail is edited in place; a rejected one keeps the input', async () => {
  const server = inboxServer({ rows: [row] })
  server.answers[`GET ${base}/contact-field`] = () => [plan]
  page()
  fireEvent.click(await screen.findByRole('button', { name: /Phone/ }))
  server.answers[`PUT ${own}`] = () =>
    errorReply(422, 'invalid_input', 'Check the highlighted fields.', { phone: ['Enter a phone number.'] })
  const field = screen.getByLabelText('Phone')
  fireEvent.change(field, { target: { value: 'call me' } })
  await act(async () => void fireEvent.submit(field.closest('form')!))
  expect(screen.getByRole('alert').textContent).toBe('Enter a phone number.')
  expect(field).toHaveProperty('value', 'call me')
  fireEvent.keyDown(field, { key: 'Escape' })
  const before = (await server.answers[`GET ${own}`]!(null)) as object
  server.answers[`PUT ${own}`] = (body) => ({ ...before, ...(body as object) })
  fireEvent.click(screen.getByRole('button', { name: /Plan/ }))
  const choice = screen.getByLabelText('Plan')
  fireEvent.change(choice, { target: { value: 'Gold' } })
  await act(async () => void fireEvent.submit(choice.closest('form')!))
  expect(screen.getByRole('button', { name: /Plan Gold/ })).toBeDefined()
  expect(server.calls(`PUT ${own}`).at(-1)?.body).toEqual({ fields: { [plan.id]: 'Gold' } })
})
test('S2.05 every change of a contact can be undone from its toast and with the shortcut', async () => {
  const server = inboxServer({ rows: [row] })
  const vip = { id: '01980000-0000-7000-8005-000000000001', integration_id: greenBean.id, name: 'VIP' }
  const loud = { ...vip, id: '01980000-0000-7000-8005-000000000002', name: 'Loud' }
  server.answers[`GET ${base}/tag`] = () => [vip, loud].map((tag) => ({ ...tag, color: 'red', version: 1 }))
  server.answers[`GET ${base}/contact-field`] = () => [plan]
  const read = (await server.answers[`GET ${own}`]!(null)) as ContactProfile
  let stored: ContactProfile = {
    ...read,
    city: 'Žilina',
    fields: { [plan.id]: 'Silver' },
    tag_ids: [loud.id],
  }
  server.answers[`GET ${own}`] = () => stored
  server.answers[`PUT ${own}`] = (body) => {
    // The page sends what the contract accepts.
    const { fields, add_tag_ids = [], remove_tag_ids = [], ...plain } = body as Changes
    const remainingTags = stored.tag_ids.filter((id) => !remove_tag_ids.includes(id))
    stored = { ...stored, ...plain, tag_ids: [...remainingTags, ...add_tag_ids] } as ContactProfile
    if (fields) stored = { ...stored, fields: { ...stored.fields, ...fields } as ContactProfile['fields'] }
    return stored
  }
  const before = stored
  page()
  async function change(label: string, value: string) {
    fireEvent.click(await screen.findByRole('button', { name: new RegExp(`^${label}`) }))
    const field = screen.getByLabelText(label)
    fireEvent.change(field, { target: { value } })
    await act(async () => void fireEvent.submit(field.closest('form')!))
  }
  await change('City', 'Martin')
  expect(stored.city).toBe('Martin')
  const changeText = (await screen.findByText('City updated')).closest('li')!
  fireEvent.click(within(changeText).getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(stored).toEqual(before))
  await change('Plan', 'Gold')
  await change('Name', 'Petra')
  expect([stored.fields[plan.id], stored.name]).toEqual(['Gold', 'Petra'])
  expect(undoLast()).toBe(true)
  await waitFor(() => expect(stored.name).toBe(before.name))

  fireEvent.click(screen.getByRole('button', { name: /^Tags/ }))
  for (const name of ['VIP', 'Loud']) fireEvent.click(await screen.findByRole('option', { name }))
  expect(stored.tag_ids).toEqual([loud.id])
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(stored.tag_ids).toEqual([vip.id]))
  await screen.findByText('Tags updated')
  expect(undoLast()).toBe(true)
  await waitFor(() => expect(stored.tag_ids).toEqual([loud.id]))
  // Unchanged values aren't sent.
  const sent = server.calls(`PUT ${own}`).length
  await change('City', 'Žilina')
  expect(server.calls(`PUT ${own}`)).toHaveLength(sent)
})
test('S2.05 concurrent changes aren’t lost unnoticed: a field updates until it is edited, shows what it would replace, and an undo keeps the later value', async () => {
  const server = inboxServer({ rows: [row] })
  const read = (await server.answers[`GET ${own}`]!(null)) as ContactProfile
  let stored: ContactProfile = { ...read, city: 'Žilina' }
  server.answers[`GET ${own}`] = () => stored
  server.answers[`PUT ${own}`] = (body) => (stored = { ...stored, ...(body as Partial<ContactProfile>) })
  const another = async (city: string | null) => {
    stored = { ...stored, city }
    await server.emit(contactChanged.name, stored)
  }
  page()
  const open = async () => {
    fireEvent.click(await screen.findByRole('button', { name: /^City/ }))
    return screen.getByLabelText('City')
  }
  const submit = (field: HTMLElement) => act(async () => void fireEvent.submit(field.closest('form')!))
  // untouched: a teammate's change appears and isn't overwritten
  const untouched = await open()
  await another('Martin')
  await waitFor(() => expect(untouched).toHaveProperty('value', 'Martin'))
  await submit(untouched)
  expect(server.calls(`PUT ${own}`)).toHaveLength(0)

  const field = await open()
  fireEvent.change(field, { target: { value: 'Nitra' } })
  await another('Senica')
  expect(await screen.findByText(/changed this to “Senica”/)).toBeDefined()
  expect(field).toHaveProperty('value', 'Nitra')
  await another(null)
  expect(await screen.findByText(/cleared this field/)).toBeDefined()
  await submit(field)
  expect(stored.city).toBe('Nitra')

  await another('Trnava')
  expect(undoLast()).toBe(true)
  expect(
    await screen.findByText('City was changed again in the meantime, so it wasn’t undone.'),
  ).toBeDefined()
  expect(stored.city).toBe('Trnava')
})
test('S2.05 a note is added, and removed by undo', async () => {
  const server = inboxServer({ rows: [row] })
  const note = { kind: 'note', at: '2026-11-20T10:00:00.000Z', edited_at: null, version: 1 }
  const actor = { id: eva.id, name: eva.name }
  server.answers[`POST ${own}/note`] = (body) => ({ ...note, actor, ...(body as object) })
  page()
  const field = await screen.findByLabelText('Add a note')
  fireEvent.change(field, { target: { value: 'Likes decaf' } })
  await act(async () => void fireEvent.submit(field.closest('form')!))
  expect(field).toHaveProperty('value', '')
  expect(screen.getByText('Likes decaf')).toBeDefined()
  // Sent by the field above.
  const { id } = server.calls(`POST ${own}/note`)[0]!.body as { id: string }
  server.answers[`DELETE ${own}/note/${id}`] = () => null
  server.answers[`POST ${own}/note/${id}/restore`] = () => ({
    ...note,
    id,
    actor,
    body: 'Likes decaf',
    version: 3,
  })
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Delete note' })))
  expect(screen.queryByText('Likes decaf')).toBeNull()
  // The previous test's toast may still be visible.
  const deleted = await screen.findByText('Note deleted')
  const undo = within(deleted.closest('li')!).getByRole('button', { name: 'Undo' })
  await act(async () => void fireEvent.click(undo))
  expect(await screen.findByText('Likes decaf')).toBeDefined()
})
test('S2.05 422: a rejected email address keeps the input; one in use shows its contact', async () => {
  const server = inboxServer({ rows: [row] })
  server.answers[`PUT ${own}`] = () =>
    errorReply(422, 'invalid_input', 'Check the highlighted fields.', { email: ['Enter an e-mail address.'] })
  page()
  fireEvent.click(await screen.findByRole('button', { name: /Add email/ }))
  const field = screen.getByLabelText('Email')
  fireEvent.change(field, { target: { value: 'peter@' } })
  const save = () => act(async () => void fireEvent.submit(field.closest('form')!))
  await save()
  expect(screen.getByRole('alert').textContent).toBe('Enter an e-mail address.')
  expect(field).toHaveProperty('value', 'peter@')
  const before = (await server.answers[`GET ${own}`]!(null)) as object
  server.answers[`PUT ${own}`] = (body) => ({ ...before, ...(body as object) })
  fireEvent.change(field, { target: { value: 'peter@example.com' } })
  await save()
  expect(screen.getByRole('button', { name: /peter@example\.com/ })).toBeDefined()
  expect(server.calls(`PUT ${own}`).map(({ body }) => body)).toEqual([
    { email: 'peter@' },
    { email: 'peter@example.com' },
  ])
})
test('404 S2.05 an unknown contact shows an error in the pane with a link to the list', async () => {
  inboxServer({ rows: [row] })
  page('owner', '01980000-0000-7000-8002-000000000099')
  expect(await screen.findByText('Contact not found')).toBeDefined()
  expect(document.title).toBe('Contact not found – Contacts – Green Bean')
  expect(
    screen.getAllByRole('link', { name: 'Back to contacts' }).map((link) => link.getAttribute('href')),
  ).toEqual(Array(2).fill(`/en/app/i/${greenBean.id}/contacts`))
})
test('S6.02 a viewer sees a contact read-only', async () => {
  inboxServer({ rows: [row] })
  page('viewer')
  await screen.findByRole('heading', { level: 1, name: 'Peter 1' })
  expect(screen.queryByRole('button', { name: /Add email/ })).toBeNull()
})
