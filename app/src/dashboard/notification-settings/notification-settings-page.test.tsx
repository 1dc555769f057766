// @vitest-environment jsdom
import { type NotificationPreferences, notificationPreferencesChanged } from '@ozvi/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { eva, greenBean } from '../../../test/fixtures.ts'
import { showPage } from '../../../test/render.tsx'
import { createTestTransport, errorReply } from '../../../test/transport.ts'
import NotificationsPage from './notification-settings-page.tsx'

const devicesPath = `/api/integration/${greenBean.id}/push-device`
const path = `/api/integration/${greenBean.id}/notification-preferences`
const all = { desktop: true, sound: true, push: true, email: true }
const preferences: NotificationPreferences = {
  integration_id: greenBean.id,
  is_on: true,
  kinds: {
    unassigned: all,
    assigned: all,
    mentioned: all,
    replied: all,
    overdue: all,
    suggested: all,
    accepted: all,
    declined: all,
  },
  volume: 60,
  email_delay_min: 15,
  quiet_hours: { is_on: false, from: '20:00', to: '07:00' },
  time_zone: 'UTC',
  include_text: false,
  version: 0,
}
afterEach(() => vi.unstubAllGlobals())
const page = (role: typeof greenBean.role = 'agent') =>
  showPage(NotificationsPage, {
    path: '/en/app/i/:integrationId/settings/notifications',
    at: `/en/app/i/${greenBean.id}/settings/notifications`,
    user: { ...eva, integrations: [{ ...greenBean, role }] },
  })
const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name })

test('each member chooses events and channels, and changes from elsewhere appear', async () => {
  const server = createTestTransport({
    [`GET ${path}`]: () => preferences,
    [`PUT ${path}`]: (body) => ({ ...preferences, ...(body as object), version: 1 }),
  })
  page('viewer')
  fireEvent.click(await box('Email: Mentioned in a note'))
  fireEvent.change(screen.getByLabelText('Email me about unseen notifications after'), {
    target: { value: '60' },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(screen.queryByText('You have unsaved changes')).toBeNull())
  expect(server.calls(`PUT ${path}`)[0]?.body).toEqual({
    kinds: { ...preferences.kinds, mentioned: { ...all, email: false } },
    email_delay_min: 60,
  })
  const elsewhere = { ...preferences, is_on: false, version: 2 }
  await server.emit(notificationPreferencesChanged.name, elsewhere)
  expect((await box('Sound: Mentioned in a note')).disabled).toBe(true)
})
test.each([
  ['viewer', ['Mentioned in a note']],
  [
    'agent',
    [
      'New unassigned conversation',
      'Conversation assigned to me',
      'Mentioned in a note',
      'Customer reply in my conversation',
      'Reply overdue',
      'My suggestion was accepted',
      'My suggestion was declined',
    ],
  ],
] as const)('the %s chooses among events that concern the role', async (role, events) => {
  createTestTransport({ [`GET ${path}`]: () => preferences })
  page(role)
  await box('Email: Mentioned in a note')
  expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(events)
})

test('422: rejected quiet hours keep the input, in the member’s own time zone', async () => {
  const server = createTestTransport({
    [`GET ${path}`]: () => preferences,
    [`PUT ${path}`]: () =>
      errorReply(422, 'invalid_input', 'Check the highlighted fields.', {
        'quiet_hours.from': ['Enter a time such as 09:30.'],
      }),
  })
  page()
  fireEvent.click(await screen.findByRole('switch', { name: /^Every day/ }))
  const from = screen.getByLabelText<HTMLInputElement>('From')
  fireEvent.change(from, { target: { value: '9:30 pm' } })
  fireEvent.blur(from)
  fireEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  await screen.findAllByText(/Enter a time such as 09:30/)
  expect(from.value).toMatch(/^9:30\sPM$/)
  expect(server.calls(`PUT ${path}`)[0]?.body).toMatchObject({
    quiet_hours: { is_on: true, from: '21:30', to: '07:00' },
    time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  })
})

test('quiet hours that aren’t times are shown as errors, and the previous ones aren’t saved for them', async () => {
  const server = createTestTransport({
    [`GET ${path}`]: () => ({ ...preferences, quiet_hours: { ...preferences.quiet_hours, is_on: true } }),
    [`PUT ${path}`]: () => errorReply(422, 'invalid_input', 'No.', { 'quiet_hours.to': ['No time.'] }),
  })
  page()
  const to = await screen.findByLabelText<HTMLInputElement>('To')
  fireEvent.change(to, { target: { value: 'late' } })
  fireEvent.blur(to)
  expect(screen.getByText(/^Enter a time such as 9:30\sAM\.$/)).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  await screen.findByText('No time.')
  expect(server.calls(`PUT ${path}`)[0]?.body).toMatchObject({ quiet_hours: { to: 'late' } })
})

test('the browser’s permission is requested only after a click, and a denial is explained', async () => {
  const asked = vi.fn(async () => {
    vi.stubGlobal('Notification', { permission: 'denied' })
    return 'denied'
  })
  vi.stubGlobal('Notification', { permission: 'default', requestPermission: asked })
  createTestTransport({ [`GET ${path}`]: () => preferences })
  page()
  const allowButton = await screen.findByRole('button', { name: 'Allow notifications' })
  expect(asked).not.toHaveBeenCalled()
  fireEvent.click(allowButton)
  await screen.findByText(/Notifications are blocked in this browser/)
  expect(screen.queryByRole('button', { name: 'Allow notifications' })).toBeNull()
})

test('a browser is added after its user allows it, is listed by name, tested and removed', async () => {
  const endpoint = 'https://push.example/send/1'
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint))
  const fingerprint = [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const device = {
    id: '01980000-0000-7000-8000-000000000400',
    name: 'Firefox · Linux',
    fingerprint,
    created_at: '2026-11-20T10:00:00.000Z',
    pushed_at: null,
  }
  const devices: object[] = []
  const subscription = {
    endpoint,
    options: { applicationServerKey: new Uint8Array([1, 2, 3]).buffer },
    toJSON: () => ({ endpoint, keys: { p256dh: 'B-point', auth: 'secret' } }),
    unsubscribe: vi.fn(),
  }
  const current: { now: typeof subscription | null } = { now: null }
  const subscribe = vi.fn(async (_asked: PushSubscriptionOptionsInit) => (current.now = subscription))
  const pushManager = { getSubscription: async () => current.now, subscribe }
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', { permission: 'granted' })
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => ({ pushManager }) },
  })
  const server = createTestTransport({
    [`GET ${path}`]: () => preferences,
    [`GET ${devicesPath}`]: () => ({ public_key: 'AQID', devices: [...devices] }),
    [`POST ${devicesPath}`]: () => {
      devices.push(device)
      return device
    },
    [`POST ${devicesPath}/${device.id}/test`]: () => null,
    [`DELETE ${devicesPath}/${device.id}`]: () => {
      devices.length = 0
      return null
    },
  })
  page()
  fireEvent.click(await screen.findByRole('button', { name: 'Turn on in this browser' }))
  const row = (await screen.findByText('This browser')).closest('li')
  if (!row) throw new Error('it is no line of a list')
  expect(subscribe.mock.calls[0]?.[0]).toEqual({ userVisibleOnly: true, applicationServerKey: 'AQID' })
  expect(server.calls(`POST ${devicesPath}`)[0]?.body).toEqual({
    endpoint,
    keys: { p256dh: 'B-point', auth: 'secret' },
  })
  expect(within(row).getByText('Firefox · Linux')).toBeTruthy()
  fireEvent.click(within(row).getByRole('button', { name: 'Send a test to Firefox · Linux' }))
  await waitFor(() => expect(server.calls(`POST ${devicesPath}/${device.id}/test`)).toHaveLength(1))
  fireEvent.click(within(row).getByRole('button', { name: 'Remove Firefox · Linux' }))
  await screen.findByRole('button', { name: 'Turn on in this browser' })
  Reflect.deleteProperty(navigator, 'serviceWorker')
})
