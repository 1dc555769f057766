// @vitest-environment jsdom
import { type ClientSettings, defaultBehavior, type Integration } from '@ozvi/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { eva, greenBean } from '../../../test/fixtures.ts'
import { showPage } from '../../../test/render.tsx'
import { createTestTransport, errorReply } from '../../../test/transport.ts'
import ClientPage from './client-page.tsx'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
const path = `/api/integration/${greenBean.id}/client`
const settings: ClientSettings = {
  integration_id: greenBean.id,
  color: '#2867e4',
  side: 'right',
  theme: 'auto',
  launcher: { icon: 'bubble', corners: 'round', offset_x_px: 20, offset_y_px: 20, text_en: '', text_sk: '' },
  behavior: defaultBehavior,
  texts: { en: { greeting: '', intro: '' }, sk: { greeting: 'Ahoj', intro: '' } },
  hosts: ['shop.example'],
  hide_on: ['/ko%C5%A1%C3%ADk'],
  updated_at: null,
  version: 4,
}
const client = (role: 'owner' | 'editor' = 'owner', more: Partial<Integration> = {}) =>
  showPage(ClientPage, {
    path: '/en/app/i/:integrationId/settings/client',
    at: `/en/app/i/${greenBean.id}/settings/client`,
    user: { ...eva, integrations: [{ ...greenBean, role, ...more }] },
  })
const stored = (
  change: (body: Partial<ClientSettings>) => unknown = ({ texts, ...body }) => ({
    ...settings,
    ...body,
    texts: { ...settings.texts, ...texts },
    version: 5,
  }),
) =>
  createTestTransport({
    [`GET ${path}`]: () => settings,
    [`PUT ${path}`]: (body) => change(body as Partial<ClientSettings>),
    'GET /api/user': () => eva,
    [`GET /api/integration/${greenBean.id}/installation`]: () => [],
  })
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))

test('stored settings are shown without a save bar until something changes', async () => {
  stored()
  client()
  expect((await screen.findByLabelText<HTMLInputElement>('Brand color')).value).toBe('#2867e4')
  expect(field('Greeting in Slovak').value).toBe('Ahoj')
  expect(field('Greeting in English').placeholder).toBe('Hi there')
  expect(field('Additional domains').value).toBe('shop.example')
  expect(field('Hide on URLs containing').value).toBe('/košík')
  expect(screen.getByText('Not detected on your site yet')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull()
  type('Brand color', '#2867e5')
  expect(screen.getByRole('button', { name: 'Save changes' })).toBeDefined()
  type('Brand color', '#2867e4')
  expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull()
})
test('only changed settings are sent, with colors and lists normalized', async () => {
  const server = stored()
  client()
  await screen.findByLabelText('Brand color')
  type('Brand color', 'F5C518')
  type('Greeting in English', 'Hello!')
  type('Hide on URLs containing', '/checkout\n\n  /cart ')
  fireEvent.click(screen.getByLabelText('Left'))
  await press('Save changes')
  expect(server.calls(`PUT ${path}`)[0]?.body).toEqual({
    color: '#f5c518',
    side: 'left',
    texts: { en: { greeting: 'Hello!', intro: '' } },
    hide_on: ['/checkout', '/cart'],
  })
  expect(await screen.findByText('Changes saved')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull()
  expect(field('Brand color').value).toBe('#f5c518')
})
test('changed behavior fields are sent, and a rejected number of days shows an error at its field', async () => {
  const server = stored(() =>
    errorReply(422, 'invalid_input', 'Check the highlighted fields.', {
      'behavior.reopen_days': ['Enter a number from 0 to 365.'],
    }),
  )
  client()
  await screen.findByLabelText('Brand color')
  fireEvent.click(screen.getByRole('switch', { name: /^Files from visitors/ }))
  type('Days to reopen a conversation', '400')
  await press('Save changes')
  expect(server.calls(`PUT ${path}`)[0]?.body).toEqual({
    behavior: { accepts_files: false, reopen_days: 400 },
  })
  expect(field('Days to reopen a conversation').getAttribute('aria-invalid')).toBe('true')
})
test('422 S5.05 an error names the field and the line, and keeps the input', async () => {
  stored(() =>
    errorReply(422, 'invalid_input', 'Check the highlighted fields.', {
      'hosts.1': ['Enter a domain such as example.com.'],
      'texts.sk.greeting': ['Use at most 60 characters.'],
    }),
  )
  client()
  await screen.findByLabelText('Brand color')
  type('Additional domains', 'one.example\n\nhttps://two.example/')
  type('Greeting in Slovak', 'x'.repeat(61))
  await press('Save changes')
  expect(field('Additional domains').getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByRole('link', { name: 'Additional domains' })).toBeDefined()
  expect(screen.getAllByText('Line 3: Enter a domain such as example.com.')).toHaveLength(1)
  expect(field('Greeting in Slovak').getAttribute('aria-invalid')).toBe('true')
  expect(field('Greeting in Slovak').value).toBe('x'.repeat(61))
  expect(screen.getByRole('button', { name: 'Save changes' })).toBeDefined()
})
test('a color with too little contrast shows its replacement', async () => {
  stored()
  client()
  await screen.findByLabelText('Brand color')
  type('Brand color', '#f5c518')
  expect(screen.getByText('1.6:1 is hard to read, so text and borders use #886b00 instead.')).toBeDefined()
  type('Brand color', 'not a color')
  expect(screen.queryByText(/#886b00/)).toBeNull()
})
test('another member’s change is shown immediately and doesn’t overwrite unsaved input', async () => {
  const server = stored()
  client()
  await screen.findByLabelText('Brand color')
  type('Greeting in English', 'Mine')
  const changed = { ...settings, color: '#0f5132', side: 'left', version: 5 }
  await server.emit('ClientSettingsChanged', changed)
  await waitFor(() => expect(field('Brand color').value).toBe('#0f5132'))
  expect(field('Greeting in English').value).toBe('Mine')
  expect(screen.getByText(/Someone else just saved changes/)).toBeDefined()
  await press('Save changes')
  expect(server.calls(`PUT ${path}`)[0]?.body).toEqual({ texts: { en: { greeting: 'Mine', intro: '' } } })
})
test('S4.17 leaving with unsaved changes asks for confirmation', async () => {
  stored()
  client()
  await screen.findByLabelText('Brand color')
  type('Greeting in English', 'Mine')
  const closing = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(closing)
  expect(closing.defaultPrevented).toBe(true)
  await press('Discard')
  expect(field('Greeting in English').value).toBe('')
  const secondEvent = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(secondEvent)
  expect(secondEvent.defaultPrevented).toBe(false)
})
test('S1.02 the snippet and the lines of a strict Content Security Policy can be copied', async () => {
  stored()
  client()
  expect((await screen.findByLabelText('Install snippet')).textContent).toBe(
    '<script async src="https://ozvi.example/widget.js" data-key="pk_green"></script>',
  )
  expect(screen.getByLabelText('Content Security Policy').textContent).toBe(
    'script-src https://ozvi.example;\nconnect-src https://ozvi.example;\nframe-src https://ozvi.example;',
  )
})
test('the preview shows the example page in the chosen language and theme without starting a visit', async () => {
  stored()
  client()
  const frame = () => screen.getByTitle<HTMLIFrameElement>('Sample shop with the chat')
  await screen.findByLabelText('Brand color')
  expect(frame().getAttribute('src')).toBe('/en/preview/shop?key=pk_green&theme=light&quiet=1')
  const preview = within(screen.getByRole('region', { name: 'Preview' }))
  fireEvent.click(preview.getByLabelText('SK'))
  fireEvent.click(preview.getByLabelText('Dark'))
  expect(frame().getAttribute('src')).toBe('/sk/preview/shop?key=pk_green&theme=dark&quiet=1')
})
test('texts of a language that the chat doesn’t offer show a hint, and the preview uses another language', async () => {
  stored()
  client('owner', { locales: ['en'] })
  const note = await screen.findByText('Not used: the chat isn’t available in this language.')
  expect(note.nextElementSibling?.textContent).toContain('Greeting in Slovak')
  expect(screen.getByRole('link', { name: 'Chat languages' }).getAttribute('href')).toBe(
    `/en/app/i/${greenBean.id}/settings/general`,
  )
})
test('S6.02 an editor sees the settings read-only', async () => {
  stored()
  client('editor')
  expect((await screen.findByLabelText<HTMLInputElement>('Brand color')).readOnly).toBe(true)
  expect(field('Left').closest('fieldset')?.disabled).toBe(true)
  expect(field('Additional domains').readOnly).toBe(true)
})
test('settings that can’t be loaded show the reason and can be retried', async () => {
  let isDown = true
  createTestTransport({
    [`GET ${path}`]: () =>
      isDown ? errorReply(403, 'forbidden', 'You don’t have permission to do this.') : settings,
  })
  client()
  expect(await screen.findByText('You don’t have permission to do this.')).toBeDefined()
  isDown = false
  await press('Try again')
  expect(await screen.findByLabelText('Brand color')).toBeDefined()
})
