// @vitest-environment jsdom
import {
  contactChanged,
  type MemberNotification,
  notificationChanged,
  notificationsRead,
} from '@ozvi/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { eva, greenBean } from '../../../test/fixtures.ts'
import { showPage } from '../../../test/render.tsx'
import { createTestTransport } from '../../../test/transport.ts'
import { pageTitle } from '#platform/document/page-title.ts'
import { Bell } from './bell.tsx'

const path = `/api/integration/${greenBean.id}/notification`
const notification = (n: number, more: Partial<MemberNotification> = {}): MemberNotification => ({
  id: `01980000-0000-7000-8000-00000000020${n}`,
  integration_id: greenBean.id,
  conversation_id: `01980000-0000-7000-8000-00000000030${n}`,
  suggestion_id: null,
  topic: null,
  kind: 'replied',
  count: 1,
  seq: 3,
  number: n,
  actor_name: null,
  contact: { id: '01980000-0000-7000-8000-0000000047e1', name: 'Jana', email: null },
  preview: 'Where is my order?',
  at: `2026-11-20T10:0${n}:00.000Z`,
  is_read: false,
  version: 1,
  ...more,
})
const shown: { title: string; options: NotificationOptions }[] = []
const played: number[] = []

class FakeNotification extends EventTarget {
  static permission: NotificationPermission = 'granted'
  static requestPermission = async () => (FakeNotification.permission = 'granted')
  constructor(title: string, options: NotificationOptions) {
    super()
    shown.push({ title, options })
  }
  close() {}
}
/** The part of browser audio in use, recording the volume. */
class FakeAudio {
  currentTime = 0
  destination = {}
  resume = async () => undefined
  createOscillator = () => ({ frequency: {}, connect: (to: object) => to, start() {}, stop() {} })
  createGain = () => ({
    gain: {
      setValueAtTime() {},
      linearRampToValueAtTime: (volume: number) => played.push(volume),
      exponentialRampToValueAtTime() {},
    },
    connect: (to: object) => to,
  })
}
beforeEach(() => {
  vi.stubGlobal('Notification', FakeNotification)
  vi.stubGlobal('AudioContext', FakeAudio)
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  FakeNotification.permission = 'granted'
  shown.length = 0
  played.length = 0
  localStorage.clear()
})
afterEach(() => vi.unstubAllGlobals())

function open(notifications: MemberNotification[]) {
  const server = createTestTransport({
    [`GET ${path}`]: () => notifications,
    [`POST ${path}/read`]: () => null,
  })
  showPage(() => <Bell integration_id={greenBean.id} />, {
    path: '/en/app/i/:integrationId',
    at: `/en/app/i/${greenBean.id}`,
    user: { ...eva, integrations: [greenBean] },
  })
  return {
    server,
    call: (notification: MemberNotification, more: object = {}) =>
      server.emit(notificationChanged.name, {
        notification,
        shows_desktop: true,
        plays_sound: true,
        volume: 50,
        ...more,
      }),
  }
}
const bell = (count: number) => screen.findByRole('button', { name: `Notifications, ${count} unread` })

test('a notification shows the handle of a customer without a name, and the name once known', async () => {
  const contact = { id: '01980000-0000-7000-8000-0000000047e2', name: null, email: null }
  const { server } = open([notification(1, { contact })])
  fireEvent.click(await bell(1))
  const list = await screen.findByRole('dialog', { name: 'Notifications' })
  expect(await within(list).findByText(/Visitor 47e2 replied/)).toBeDefined()
  await server.emit(contactChanged.name, { ...contact, name: 'Ján Malý' })
  expect(await within(list).findByText(/Ján Malý replied/)).toBeDefined()
})
test('the bell shows the unread count, lists notifications as text, and marks all as read', async () => {
  const { server } = open([
    notification(2, { count: 3 }),
    notification(1, { kind: 'overdue', is_read: true }),
  ])
  fireEvent.click(await bell(1))
  const list = await screen.findByRole('dialog', { name: 'Notifications' })
  const links = await within(list).findAllByRole('link')
  expect(links.map(({ textContent }) => textContent)).toEqual([
    '',
    expect.stringMatching(/^Unread: Jana replied 3 timesWhere is my order\?/),
    expect.stringMatching(/^Reply to Jana is overdue/),
  ])
  fireEvent.click(within(list).getByRole('button', { name: 'Mark all as read' }))
  await waitFor(() => expect(server.calls(`POST ${path}/read`)).toHaveLength(1))
  expect(within(list).queryByText('Unread:', { exact: false })).toBeNull()
  fireEvent.keyDown(list, { key: 'Escape' })
  await bell(0)
  await server.emit(notificationChanged.name, {
    notification: notification(3),
    shows_desktop: false,
    plays_sound: false,
    volume: 50,
  })
  await bell(1)
  await server.emit(notificationsRead.name, { integration_id: greenBean.id, ids: [notification(3).id] })
  await bell(0)
})

test('S6.02 suggestions and their results link to the suggestions page', async () => {
  const about = { conversation_id: null, suggestion_id: notification(9).id, seq: 0, number: 0 }
  open([
    notification(3, { ...about, kind: 'suggested', topic: 'question', preview: 'Do you ship to Norway?' }),
    notification(2, { ...about, kind: 'accepted', topic: 'canned_reply', is_read: true }),
    notification(1, { ...about, kind: 'declined', topic: 'question', is_read: true }),
  ])
  fireEvent.click(await bell(1))
  const list = await screen.findByRole('dialog', { name: 'Notifications' })
  const links = (await within(list).findAllByRole('link')).slice(1)
  expect(links.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Unread: Jana suggested an answerDo you ship to Norway\?/),
    expect.stringMatching(/^Jana accepted your suggestion/),
    expect.stringMatching(/^Jana declined your suggestion/),
  ])
  expect(links.map((link) => link.getAttribute('href')?.split('/settings/')[1])).toEqual([
    'data-sources',
    'replies',
    'data-sources',
  ])
})

test('a notification is shown on the desktop with a sound, once regardless of the number of open pages', async () => {
  const { call } = open([])
  await bell(0)
  await call(notification(1))
  await waitFor(() => expect(shown).toHaveLength(1))
  expect(shown[0]).toMatchObject({
    title: 'Jana replied',
    options: {
      body: 'Where is my order?',
      data: { url: `/en/app/i/${greenBean.id}/conversation/${notification(1).conversation_id}` },
    },
  })
  expect(played).toHaveLength(2)
  // Another page has already announced the next one.
  localStorage.setItem('ozvi.shown_notifications', `${notification(2).id}:1`)
  await call(notification(2))
  await call(notification(3), { plays_sound: false })
  await waitFor(() => expect(shown).toHaveLength(2))
  expect(played).toHaveLength(2)
})

test('no tab announces a conversation that is open in one of them', async () => {
  const { call } = open([])
  await bell(0)
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  history.replaceState(null, '', `/en/app/i/${greenBean.id}/conversation/${notification(1).conversation_id}`)
  await call(notification(1))
  await waitFor(() => expect(localStorage.getItem('ozvi.shown_notifications')).toContain(notification(1).id))
  await call(notification(2))
  await waitFor(() => expect(shown).toHaveLength(1))
  expect(shown[0]?.options.data).toMatchObject({
    url: expect.stringContaining(notification(2).conversation_id ?? ''),
  })
  history.replaceState(null, '', '/')
})

test('desktop notifications are offered once after a message was missed on a hidden page', async () => {
  FakeNotification.permission = 'default'
  const { call } = open([notification(1)])
  await bell(1)
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  await call(notification(2))
  await waitFor(() => expect(localStorage.getItem('ozvi.desktop_offered')).toBe('yes'))
  expect(screen.queryByText('You missed a message.')).toBeNull()
  visibility.mockRestore()
  fireEvent(document, new Event('visibilitychange'))
  await screen.findByText('You missed a message.')
  fireEvent.click(await bell(2))
  const list = within(await screen.findByRole('dialog', { name: 'Notifications' }))
  const offer = await list.findByRole('button', { name: 'Turn on desktop notifications' })
  fireEvent.click(offer)
  await waitFor(() => expect(FakeNotification.permission).toBe('granted'))
  await waitFor(() => expect(offer.isConnected).toBe(false))
})

test('page titles show the unread count, except on pages with a count of their own', async () => {
  document.title = 'Contacts – Green Bean'
  const { call } = open([notification(1)])
  await bell(1)
  await waitFor(() => expect(document.title).toBe('(1) Contacts – Green Bean'))
  await call(notification(2))
  await waitFor(() => expect(document.title).toBe('(2) Contacts – Green Bean'))
  document.title = 'Settings – Green Bean'
  await waitFor(() => expect(document.title).toBe('(2) Settings – Green Bean'))
  document.title = '(7) Inbox – Green Bean'
  await bell(2)
  expect(document.title).toBe('(7) Inbox – Green Bean')
  document.title = 'Users – Green Bean'
  await waitFor(() => expect(document.title).toBe('(2) Users – Green Bean'))
  expect(pageTitle()).toBe('Users – Green Bean')
})
