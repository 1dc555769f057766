// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import Pusher from 'pusher-js'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { eva, greenBean } from '../../../test/fixtures.ts'
import { showPage } from '../../../test/render.tsx'
import { createTestTransport, errorReply } from '../../../test/transport.ts'
import { build } from '#platform/document/build-info.ts'
import { queryClient } from '#platform/calls/query-client.ts'
import { signedOut } from '#platform/session/read-session.ts'
import { sessionQuery } from '#platform/session/session.tsx'
import { connectRealtime, disconnectRealtime, realtimeState } from '#platform/realtime/realtime.ts'
import { toast } from '#ui/toast.ts'
import { showAfter_ms } from './connection-banner.tsx'
import { clientMiddleware, middleware } from './default-layout.tsx'
import { SessionGate } from './session-gate.tsx'
import { Shell } from './shell.tsx'
import { stubMatchMedia } from '../../../test/stub-match-media.ts'

beforeEach(() => {
  createTestTransport({})
  vi.spyOn(console, 'error').mockImplementation(() => {})
  stubMatchMedia(false)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
const shell = (integrationId?: string) =>
  showPage(
    () => (
      <Shell integrationId={integrationId} user={eva}>
        The page
      </Shell>
    ),
    {
      path: '/en/app/*',
      at: integrationId ? `/en/app/i/${integrationId}` : '/en/app',
    },
  )

test('S2.18 S2.03 the shell lists its areas and marks the current one', () => {
  shell(greenBean.id)
  const [rail] = screen.getAllByRole('navigation', { name: 'Workspace' })
  const links = [...(rail?.querySelectorAll('a') ?? [])].map((link) => link.textContent)
  expect(links).toEqual(expect.arrayContaining(['Dashboard', 'Reports', 'Settings']))
  expect(rail?.querySelector('[aria-current=page]')?.textContent).toBe('Dashboard')
  expect(screen.getByRole('link', { name: 'Skip to content' }).getAttribute('href')).toBe('#content')
})
test('a rail that scrolls shows its current area', () => {
  const scrolled: Element[] = []
  // Current browsers return a promise, which TypeScript doesn't know yet.
  const scroll = function (this: Element) {
    scrolled.push(this)
    return Promise.resolve()
  }
  Object.assign(Element.prototype, { scrollIntoView: scroll })
  const { unmount } = shell(greenBean.id)
  expect(scrolled.map(({ textContent }) => textContent)).toEqual(['Dashboard'])
  expect(unmount).not.toThrow()
})
test('the phone’s tab bar has inbox, contacts, dashboard and more', () => {
  shell(greenBean.id)
  const bar = within(screen.getAllByRole('navigation', { name: 'Workspace' })[1] as HTMLElement)
  expect(bar.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Inbox',
    'Contacts',
    'Dashboard',
  ])
  expect(bar.getByRole('link', { current: 'page' }).textContent).toBe('Dashboard')
  expect(bar.getByRole('button', { name: 'More' }).className).not.toContain('text-primary')
})
test.each(['/en/app', '/en/app/onboarding', '/en/app/onboarding/website'])(
  'S2.01 S2.02 the shell has no sidebar at %s',
  (at) => {
    showPage(
      () => (
        <Shell integrationId={undefined} user={eva}>
          The page
        </Shell>
      ),
      { path: '/en/app/*', at },
    )
    expect(screen.queryByRole('navigation')).toBeNull()
    expect(screen.getByText('The page')).toBeDefined()
  },
)
test('S1.01 the switcher lists the workspaces and links to creating one', async () => {
  shell(greenBean.id)
  fireEvent.keyDown(screen.getByRole('button', { name: 'Switch workspace, current: Green Bean' }), {
    key: 'Enter',
  })
  expect((await screen.findByRole('menuitem', { name: 'Sunny Orchard' })).getAttribute('href')).toBe(
    `/en/app/i/${eva.integrations[1]?.id}`,
  )
  expect(screen.getByRole('menuitem', { name: 'Create workspace' }).getAttribute('href')).toBe(
    '/en/app?create=1',
  )
})
test('S1.01 the current workspace is listed first, and the others can be found by name', async () => {
  const others = Array.from({ length: 9 }, (_, n) => ({
    ...greenBean,
    id: `01980000-0000-7000-8000-00000000010${n}`,
    public_key: `pk_${n}`,
    name: n === 4 ? 'Košík plný' : `Shop ${n}`,
    url: `https://shop-${n}.example`,
  }))
  const user = { ...eva, integrations: [...others, greenBean] }
  showPage(
    () => (
      <Shell integrationId={greenBean.id} user={user}>
        The page
      </Shell>
    ),
    { path: '/en/app/*', at: `/en/app/i/${greenBean.id}`, user },
  )
  const open = async () => {
    await act(async () => {
      fireEvent.click(screen.getByRole('button', { name: 'Switch workspace, current: Green Bean' }))
    })
    return within(await screen.findByRole('dialog', { name: 'Workspaces' }))
  }
  await waitFor(() =>
    expect(screen.getByRole('button', { name: /Switch/ }).getAttribute('aria-haspopup')).toBe('dialog'),
  )
  const shown = await open()
  const links = () => shown.getAllByRole('link').map(({ textContent }) => textContent)
  expect(links().length).toBe(12)
  expect(links()[0]).toContain('Green Bean')
  expect(shown.getAllByRole('link')[0]?.getAttribute('aria-current')).toBe('true')
  const field = shown.getByRole('searchbox', { name: 'Search workspaces' })
  fireEvent.change(field, { target: { value: 'kosik' } })
  expect(links().length).toBe(3)
  expect(shown.getByRole('link', { name: /Košík plný/ }).getAttribute('href')).toBe(
    `/en/app/i/${others[4]?.id}`,
  )
  fireEvent.change(field, { target: { value: 'nowhere' } })
  expect(shown.getByText('No workspaces found')).toBeDefined()
  fireEvent.submit(shown.getByRole('search'))
  expect(screen.getByRole('dialog')).toBeDefined()
  fireEvent.change(field, { target: { value: 'shop-7' } })
  await act(async () => void fireEvent.submit(shown.getByRole('search')))
  expect(screen.queryByRole('dialog')).toBeNull()
})
test('row density is set in the user menu', async () => {
  shell(greenBean.id)
  const open = () =>
    fireEvent.keyDown(screen.getByRole('button', { name: 'Account menu, Eva Malá' }), { key: 'Enter' })
  open()
  fireEvent.click(await screen.findByRole('menuitemradio', { name: 'Compact' }))
  expect(document.documentElement.dataset['density']).toBe('compact')
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  open()
  fireEvent.click(await screen.findByRole('menuitemradio', { name: 'Comfortable' }))
  expect(document.documentElement.dataset['density']).toBe('comfortable')
})
test('S4.12 S2.14 the user menu has appearance, language and sign out', async () => {
  shell(greenBean.id)
  fireEvent.keyDown(screen.getByRole('button', { name: 'Account menu, Eva Malá' }), { key: 'Enter' })
  fireEvent.click(await screen.findByRole('menuitemradio', { name: 'Dark' }))
  expect(document.documentElement.dataset.theme).toBe('dark')
  expect(document.cookie).toContain('color-mode=dark')
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  fireEvent.keyDown(screen.getByRole('button', { name: 'Account menu, Eva Malá' }), { key: 'Enter' })
  expect((await screen.findByRole('menuitem', { name: 'Help' })).getAttribute('href')).toBe(
    '/en/documentation',
  )
  expect((await screen.findByRole('menuitem', { name: 'Sign out' })).getAttribute('href')).toBe(
    '/en/auth/logout',
  )
  expect(screen.getByRole('menuitemradio', { name: 'English' }).getAttribute('aria-checked')).toBe('true')
})
test('S4.15 another language opens the same page at another URL, and is remembered', async () => {
  const went: string[] = []
  vi.stubGlobal('location', {
    pathname: '/en/app',
    search: '?x=1',
    assign: (path: string) => went.push(path),
  })
  let isReached = true
  const server = createTestTransport({
    'PUT /api/account/profile': () =>
      isReached ? { ...eva, locale: 'sk' } : errorReply(503, 'unavailable', 'Busy.'),
  })
  shell(greenBean.id)
  const choose = async () => {
    fireEvent.keyDown(screen.getByRole('button', { name: 'Account menu, Eva Malá' }), { key: 'Enter' })
    fireEvent.click(await screen.findByRole('menuitemradio', { name: 'Slovensky' }))
  }
  await choose()
  await waitFor(() => expect(went).toEqual(['/sk/app?x=1']))
  // So that emails and push follow; the page changes even if the request fails.
  expect(server.calls('PUT /api/account/profile').map(({ body }) => body)).toEqual([{ locale: 'sk' }])
  isReached = false
  await choose()
  await waitFor(() => expect(went.length).toBe(2))
  expect(document.cookie).toContain('locale=sk')
})
test('S4.11 a device without network shows a status line', () => {
  shell(greenBean.id)
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void dispatchEvent(new Event('offline')))
  expect(screen.getByText(/You’re offline/).closest('[role=status]')).not.toBeNull()
  online.mockReturnValue(true)
  act(() => void dispatchEvent(new Event('online')))
  expect(screen.queryByText(/You’re offline/)).toBeNull()
  expect(showAfter_ms).toBe(3000)
})
test('S4.11 a lost live connection shows a status line, and no toast', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const toastSpy = vi.spyOn(toast, 'error')
  shell(greenBean.id)
  const nobody = { key: 'app-key', host: 'localhost', port: 1, scheme: 'http' } as const
  const line = (text: RegExp) => screen.queryByText(text)?.closest('[role=status]')
  const isTold = (text: RegExp) => waitFor(() => expect(line(text)).toBeTruthy())
  await act(() => connectRealtime(eva.id, nobody))
  expect(['connecting', 'unavailable']).toContain(realtimeState())
  expect(line(/connect|connection lost/i)).toBeUndefined()
  await act(() => vi.advanceTimersByTimeAsync(showAfter_ms))
  await isTold(/Connecting…|Connection lost/)
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  await isTold(/Connection lost/)
  act(() => disconnectRealtime())
  await act(() => vi.advanceTimersByTimeAsync(showAfter_ms))
  await isTold(/Live updates are off/)

  // A browser without WebSockets.
  const webSockets = vi.spyOn(Pusher.Runtime, 'getWebSocketAPI').mockReturnValue(undefined as never)
  await act(() => connectRealtime(eva.id, nobody))
  expect(realtimeState()).toBe('failed')
  await isTold(/Live updates don’t work in this browser/)
  act(() => disconnectRealtime())
  webSockets.mockRestore()
  expect(toastSpy).not.toHaveBeenCalled()
})
test('S4.05 S4.03 an expired session redirects to sign-in and back, and hides the app', async () => {
  const left: string[] = []
  vi.stubGlobal('location', { origin: 'https://ozvi.example', pathname: '/en/app/i/1', search: '?x=1' })
  showPage(() => <SessionGate leave={(path) => left.push(path)}>The page</SessionGate>, {
    path: '/en/app',
    at: '/en/app',
  })
  expect([screen.queryByText('The page') !== null, left]).toEqual([true, []])
  act(() => void queryClient.setQueryData(sessionQuery.queryKey, signedOut))
  await waitFor(() => expect(left).toEqual(['/auth?next=%2Fen%2Fapp%2Fi%2F1%3Fx%3D1']))
  expect(screen.queryByText('The page')).toBeNull()
})
test('S4.03 without a session cookie the server redirects to sign-in before the app is loaded', async () => {
  const [guard] = middleware
  const context = { get: () => ({ has_session: false }) }
  const url = new URL('https://ozvi.example/en/app/i/1?x=2')
  // Only these two are read.
  const guarded = async () => guard?.({ url, context } as never, (async () => {}) as never)
  const thrown = await guarded().catch((reason: Response) => reason)
  expect((thrown as Response).headers.get('location')).toBe('/auth?next=%2Fen%2Fapp%2Fi%2F1%3Fx%3D2')
})
test('S2.22 once a newer build is known, the next navigation loads the whole page, with its query', async () => {
  build.isOutdated = () => true
  const url = new URL('https://ozvi.example/en/app?create=1')
  // The router passes more, which isn't used before the redirect.
  const context = { url } as Parameters<(typeof clientMiddleware)[number]>[0]
  const left = clientMiddleware[0]?.(context, async () => {})
  await expect(left).rejects.toMatchObject({ status: 302 })
  // A redirect was thrown.
  const { headers } = await Promise.resolve(left).then(
    () => {
      throw new Error('stayed')
    },
    (thrown: Response) => thrown,
  )
  build.isOutdated = () => false
  expect(headers.get('location')).toBe('/en/app?create=1')
  expect(headers.get('x-remix-reload-document')).toBe('true')
})
