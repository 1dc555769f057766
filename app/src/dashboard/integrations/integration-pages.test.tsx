// @vitest-environment jsdom
import { candidateNames } from '@ozvi/contract'
import { createIntegration } from '@ozvi/contract/schemas'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { eva, greenBean, orchard, publicConfig } from '../../../test/fixtures.ts'
import { showPage, translators } from '../../../test/render.tsx'
import { createTestTransport, errorReply } from '../../../test/transport.ts'
import { updateWorkspace } from './data.ts'
import { browserTimeZone } from '#platform/time/browser-time-zone.ts'
import GeneralPage from './general-page.tsx'
import PickerPage from './picker-page.tsx'
import { quickCreate } from './quick-create.ts'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
const base = {
  'GET /api/user': () => eva,
  'GET /api/integrations': () => [greenBean, orchard],
  'GET /api/invitations': () => [],
}
const picker = (at = '/en/app') => showPage(PickerPage, { path: '/en/app', at })
const general = (user = eva) =>
  showPage(GeneralPage, {
    path: '/en/app/i/:integrationId/settings/general',
    at: `/en/app/i/${greenBean.id}/settings/general`,
    user,
  })
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))

test('S2.01 S7.03 the picker greets the user by first name and lists every workspace', async () => {
  createTestTransport(base)
  picker()
  expect(await screen.findByRole('heading', { name: 'Hi, Eva' })).toBeDefined()
  expect((await screen.findByRole('link', { name: 'Green Bean' })).getAttribute('href')).toBe(
    `/en/app/i/${greenBean.id}`,
  )
  expect(screen.getByRole('link', { name: 'Sunny Orchard' })).toBeDefined()
})
test('S2.01 more than eight workspaces can be searched without accents', async () => {
  const owned = Array.from({ length: 9 }, (_, n) => ({
    ...greenBean,
    id: `01980000-0000-7000-8000-00000000010${n}`,
    name: n === 4 ? 'Košík' : `Shop ${n}`,
  }))
  createTestTransport({ ...base, 'GET /api/integrations': () => owned })
  picker()
  const field = await screen.findByRole('searchbox', { name: 'Search workspaces' })
  expect(screen.getAllByRole('link', { name: /Shop/ }).length).toBe(8)
  fireEvent.change(field, { target: { value: 'KOSIK' } })
  expect(screen.getByRole('link', { name: 'Košík' })).toBeDefined()
  expect(screen.queryByRole('link', { name: /Shop/ })).toBeNull()
  fireEvent.change(field, { target: { value: 'nowhere' } })
  expect(screen.getByText('No workspaces found')).toBeDefined()
})
test('the picker shows each workspace’s unread conversations, members and last activity', async () => {
  const now = new Date().toISOString()
  createTestTransport({
    ...base,
    'GET /api/integrations/activity': () => [
      { integration_id: greenBean.id, unread: 3, members: 2, last_active_at: now },
      { integration_id: orchard.id, unread: 0, members: 1, last_active_at: null },
    ],
  })
  picker()
  expect(await screen.findByText('3 unread conversations')).toBeDefined()
  expect(screen.getByText(/^2 members/).textContent).toBe('2 members · last active now')
  expect(screen.getByText(/^1 member /).textContent).toBe('1 member · no messages yet')
})
test('S6.02 invitations are listed first and can be accepted', async () => {
  const server = createTestTransport({
    ...base,
    'GET /api/invitations': () => [
      {
        id: orchard.id,
        integration_name: 'Nordic Lamps',
        invited_by: 'Peter Lind',
        email: eva.email,
        role: 'agent',
      },
    ],
    'POST /api/invitation/accept': () => orchard,
  })
  picker()
  await screen.findByText('Nordic Lamps')
  await press('Accept invitation')
  expect(server.calls('POST /api/invitation/accept')[0]?.body).toEqual({ invitation_id: orchard.id })
  expect(await screen.findByText('Another page')).toBeDefined()
})
test('S9.02 S7.04 a new workspace suggests five names, uses the product’s own site without a URL, and opens', async () => {
  const made = { ...greenBean, id: '01980000-0000-7000-8000-000000000003' }
  const server = createTestTransport({ ...base, 'PUT /api/integration': () => made })
  picker('/en/app?create=1')
  const chips = within(await screen.findByRole('group', { name: 'Suggested names' })).getAllByRole('button')
  expect(chips.length).toBe(5)
  fireEvent.click(chips[2]!)
  await act(async () => void fireEvent.submit(document.getElementById('create-workspace')!))
  expect(server.calls('PUT /api/integration')[0]?.body).toEqual({
    name: chips[2]?.textContent,
    url: publicConfig.app_url,
    ...browserTimeZone(),
  })
  expect(server.calls('GET /api/user').length).toBe(1)
  expect(await screen.findByText('Another page')).toBeDefined()
})
test('422 S5.05 a rejected workspace shows the error at its field', async () => {
  createTestTransport({
    ...base,
    'PUT /api/integration': () =>
      errorReply(422, 'invalid_input', 'Check the highlighted fields.', { url: ['Enter a full address.'] }),
  })
  picker('/en/app?create=1')
  fireEvent.change(await screen.findByLabelText('Website'), { target: { value: 'shop' } })
  await act(async () => void fireEvent.submit(document.getElementById('create-workspace')!))
  expect(screen.getByLabelText('Website').getAttribute('aria-invalid')).toBe('true')
})
test('S4.04 quick create generates a name, uses the product’s own site, and reloads user and list', async () => {
  const server = createTestTransport({ ...base, 'PUT /api/integration': () => greenBean })
  picker()
  await screen.findByRole('link', { name: 'Green Bean' })
  const before = server.calls('GET /api/integrations').length
  expect(await act(() => quickCreate(eva, publicConfig.app_url, translators.en.t))).toBe(true)
  expect(server.calls('PUT /api/integration')[0]?.body).toEqual({
    name: expect.stringMatching(/\S/),
    url: 'https://ozvi.example',
    ...browserTimeZone(),
  })
  expect(server.calls('GET /api/user').length).toBe(1)
  expect(server.calls('GET /api/integrations').length).toBe(before + 1)
})
test('S4.04 S8.02 a failed quick create is logged and returns false', async () => {
  const server = createTestTransport({
    'PUT /api/integration': () => errorReply(500, 'server_error', 'Down.'),
  })
  expect(await quickCreate(eva, publicConfig.app_url, translators.en.t, 'Mine')).toBe(false)
  expect(server.calls('PUT /api/integration')[0]?.body).toMatchObject({ name: 'Mine' })
  expect(console.error).toHaveBeenCalledWith('Quick create failed', expect.anything())
})
test('S9.02 S3.03 five names are suggested, two from the first word of the user’s name or else the email address', () => {
  for (const person of [
    { name: ' ľubica Malá', email: 'lm@example.com', locale: 'sk', first: /^Ľubica – [a-zčím]+$/ },
    { name: '', email: 'eva@example.com', locale: 'en', first: /^Eva (Support|Chat|Desk|Help|Team)$/ },
  ] as const) {
    const { locale } = person
    const names = candidateNames(person, Math.random, translators[locale].t)
    expect([names.length, new Set(names).size]).toEqual([5, 5])
    expect(names.filter((name) => person.first.test(name)).length).toBe(2)
    const others = names.filter((name) => !person.first.test(name))
    for (const name of others)
      expect(name).toMatch(locale === 'sk' ? /^\p{Lu}\p{Ll}+á \p{Ll}+$/u : /^[A-Z]\w+ [A-Z]\w+$/)
  }
})
test.each(['Ž'.repeat(100), '𝐀'.repeat(50)])(
  'S9.02 S4.04 every name suggested to %s is valid for a workspace',
  (name) => {
    const names = candidateNames({ name, email: 'eva@example.com' }, Math.random, translators.sk.t)
    expect(names.length).toBe(5)
    for (const each of names)
      expect(createIntegration.input.safeParse({ name: each, url: 'https://ozvi.example' }).success).toBe(
        true,
      )
  },
)
test('S7.05 general settings are saved with the public key', async () => {
  const server = createTestTransport({ ...base, 'PUT /api/integration/pk_green': () => greenBean })
  general()
  const name = await screen.findByLabelText('Name')
  expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull()
  fireEvent.change(name, { target: { value: 'Greener Bean' } })
  await press('Save changes')
  expect(server.calls('PUT /api/integration/pk_green')[0]?.body).toEqual({
    name: 'Greener Bean',
  })
  expect(await screen.findByText('Changes saved')).toBeDefined()
})
test('the time zone is set in the general settings', async () => {
  const server = createTestTransport({ ...base, 'PUT /api/integration/pk_green': () => greenBean })
  general()
  const zone = await screen.findByLabelText<HTMLSelectElement>('Time zone')
  expect(zone.value).toBe('Europe/Bratislava')
  fireEvent.change(zone, { target: { value: 'America/New_York' } })
  await press('Save changes')
  expect(server.calls('PUT /api/integration/pk_green')[0]?.body).toEqual({ time_zone: 'America/New_York' })
})
test('with one language selected the chat uses it, and no other can be set as default', async () => {
  const path = 'PUT /api/integration/pk_green'
  const fieldErrors = { locales: ['Choose at least one language.'] }
  const server = createTestTransport({
    ...base,
    [path]: () => errorReply(422, 'invalid_input', 'Some fields.', fieldErrors),
  })
  general()
  const spoken = await screen.findByLabelText<HTMLSelectElement>('Default language')
  const languages = within(screen.getByRole('group', { name: 'Chat languages' }))
  fireEvent.click(languages.getByLabelText('English'))
  expect([...spoken.options].map(({ label }) => label)).toEqual(['Slovenčina'])
  await press('Save changes')
  expect(server.calls(path)[0]?.body).toMatchObject({ locale: 'sk', locales: ['sk'] })
  fireEvent.click(languages.getByLabelText('Slovenčina'))
  await press('Save changes')
  expect(server.calls(path)[1]?.body).toMatchObject({ locales: [] })
  expect(languages.getByText('Choose at least one language.')).toBeDefined()
})
test('a logo is selected, removed and restored; a rejected one shows the reason', async () => {
  const path = `/api/integration/${greenBean.id}/logo`
  const first = '01980000-0000-7000-8000-0000000000aa'
  let logo_id: string | null = null
  let isBroken = true
  const now = () => ({ ...eva, integrations: [{ ...greenBean, logo_id }, orchard] })
  const server = createTestTransport({
    ...base,
    'GET /api/user': now,
    [`POST ${path}`]: () => {
      if (isBroken)
        return errorReply(422, 'invalid_input', 'Some fields.', {
          file: ['This file is damaged and can’t be read.'],
        })
      logo_id = first
      return { ...greenBean, logo_id }
    },
    [`PUT ${path}`]: (body) => {
      logo_id = (body as { logo_id: string | null }).logo_id
      return { ...greenBean, logo_id }
    },
  })
  general()
  const group = await screen.findByRole('group', { name: 'Logo' })
  const choose = async () => {
    const input = group.querySelector('input')!
    await act(async () => void fireEvent.change(input, { target: { files: [new File(['x'], 'a.png')] } }))
  }
  const shown = () => document.querySelector(`img[src="${path}/${first}"]`) !== null
  await choose()
  expect(within(group).getByRole('alert').textContent).toBe('This file is damaged and can’t be read.')
  isBroken = false
  const files = [new File(['x'], 'a.png')]
  await act(async () => void fireEvent.drop(group.parentElement!, { dataTransfer: { files } }))
  expect([server.calls(`POST ${path}`).length, shown()]).toEqual([2, true])
  await press('Remove')
  expect(shown()).toBe(false)
  const toast = screen.getByText('Logo removed').closest('li')!
  await act(async () => void fireEvent.click(within(toast).getByRole('button', { name: 'Undo' })))
  expect(server.calls(`PUT ${path}`).map(({ body }) => body)).toEqual([{ logo_id: null }, { logo_id: first }])
  expect(shown()).toBe(true)
})
test('without a logo the website’s icon can be used, and a site without one shows an error', async () => {
  const path = `/api/integration/${greenBean.id}/logo`
  const icon = '01980000-0000-7000-8000-0000000000ab'
  let logo_id: string | null = null
  const server = createTestTransport({
    ...base,
    'GET /api/user': () => ({ ...eva, integrations: [{ ...greenBean, logo_id }] }),
    [`POST ${path}/website-icon`]: () =>
      errorReply(422, 'invalid_input', 'Some fields.', { file: ['The website names no icon.'] }),
  })
  general()
  const group = await screen.findByRole('group', { name: 'Logo' })
  await press('Use the website’s icon')
  expect(within(group).getByRole('alert').textContent).toBe('The website names no icon.')
  server.answers[`POST ${path}/website-icon`] = () => {
    logo_id = icon
    return { ...greenBean, logo_id }
  }
  await press('Use the website’s icon')
  expect(document.querySelector(`img[src="${path}/${icon}"]`)).not.toBeNull()
  expect(screen.queryByRole('button', { name: 'Use the website’s icon' })).toBeNull()
})
test('S5.01 S8.01 an update without a public key throws', async () => {
  await expect(updateWorkspace('', { name: 'x' })).rejects.toThrow('Public key is required')
})
test('S1.02 the public key can be copied', async () => {
  const copied = vi.fn(async () => {})
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: copied } })
  createTestTransport(base)
  general()
  await screen.findByLabelText('Public key')
  await press('Copy')
  expect(copied).toHaveBeenCalledWith('pk_green')
  vi.unstubAllGlobals()
})
test('S7.06 a workspace is deleted without a request body after its name is entered', async () => {
  const path = 'DELETE /api/integration/pk_green'
  const server = createTestTransport({
    ...base,
    [path]: () => ({ ...greenBean, deletes_at: '2026-12-22T10:00:00.000Z' }),
  })
  general()
  fireEvent.click(await screen.findByRole('button', { name: 'Delete workspace' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete “Green Bean”?' })
  const name = within(dialog).getByLabelText<HTMLInputElement>('Type “Green Bean” to confirm')
  const send = () => act(async () => void fireEvent.submit(name.form!))
  fireEvent.change(name, { target: { value: 'Green' } })
  await send()
  expect(server.calls(path)).toEqual([])
  fireEvent.change(name, { target: { value: 'Green Bean' } })
  await send()
  expect(server.calls(path).map(({ body }) => body)).toEqual([undefined])
  expect(await screen.findByText('Another page')).toBeDefined()
})
test('a closed workspace shows its deletion date, can’t be opened, and only its owner can restore it', async () => {
  const deletes_at = '2026-12-22T10:00:00.000Z'
  const closed = [greenBean, orchard].map((one) => ({ ...one, deletes_at }))
  const server = createTestTransport({
    ...base,
    'GET /api/integrations': () => closed,
    [`POST /api/integration/${greenBean.id}/restore`]: () => greenBean,
  })
  showPage(PickerPage, { path: '/en/app', at: '/en/app', user: { ...eva, integrations: closed } })
  expect(await screen.findAllByText(/Will be permanently deleted on Dec 22/)).toHaveLength(2)
  expect(screen.queryByRole('link', { name: 'Green Bean' })).toBeNull()
  expect(screen.getByText('The owner can restore it.')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Restore Green Bean' }))
  expect(await screen.findByText('“Green Bean” restored')).toBeDefined()
  expect(server.calls(`POST /api/integration/${greenBean.id}/restore`)).toHaveLength(1)
})
test('S6.02 an agent sees the general settings read-only', async () => {
  createTestTransport(base)
  general({ ...eva, integrations: [{ ...greenBean, role: 'agent' }] })
  expect((await screen.findByLabelText<HTMLInputElement>('Name')).readOnly).toBe(true)
  expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Delete workspace' })).toBeNull()
})
