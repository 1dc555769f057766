// @vitest-environment jsdom
import { idleAfter_ms, teamChanged } from '@ozvi/contract'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { eva, greenBean, orchard } from '../../../test/fixtures.ts'
import { showPage } from '../../../test/render.tsx'
import { createTestTransport } from '../../../test/transport.ts'
import { useUser } from '#platform/session/session.tsx'
import { toast } from '#ui/toast.ts'
import { RemovedFromWorkspace } from '#dashboard/users'
import { Membership } from './membership.tsx'

afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})
const page = (role: typeof greenBean.role = 'owner') =>
  showPage(
    () => (
      <>
        <Membership integration={{ ...greenBean, role }} />
        <p>{useUser().integrations[0]?.role}</p>
      </>
    ),
    { path: '/en/app/i/*', at: `/en/app/i/${greenBean.id}` },
  )

test('another role applies immediately', async () => {
  const server = createTestTransport({
    'GET /api/user': () => ({ ...eva, integrations: [{ ...greenBean, role: 'viewer' }, orchard] }),
  })
  page()
  expect(screen.getByText('owner')).toBeDefined()
  act(() => {
    for (const { event, listener } of server.subscriptions)
      if (event === teamChanged.name) listener.received({})
  })
  expect(await screen.findByText('viewer')).toBeDefined()
})
test('SEC-05 a removed member is redirected, with a message', async () => {
  const server = createTestTransport({ 'GET /api/user': () => ({ ...eva, integrations: [orchard] }) })
  page()
  act(() => {
    for (const { event, listener } of server.subscriptions)
      if (event === teamChanged.name) listener.received({})
  })
  expect(await screen.findByText('Another page')).toBeDefined()
  expect(await screen.findByText('You’re no longer a member of Green Bean.')).toBeDefined()
})
test.each([
  ['agent', ['Green Bean was closed and will be deleted.']],
  ['owner', []],
] as const)(
  'S7.06 closing a workspace redirects its members, with a message unless they are the owner who closed it: %s',
  async (role, toasts) => {
    const closed = { ...greenBean, deletes_at: '2026-12-20T10:00:00.000Z', role }
    const server = createTestTransport({
      'GET /api/user': () => ({ ...eva, integrations: [closed, orchard] }),
    })
    const toastSpy = vi.spyOn(toast, 'info')
    page(role)
    act(() => {
      for (const { event, listener } of server.subscriptions)
        if (event === teamChanged.name) listener.received({})
    })
    expect(await screen.findByText('Another page')).toBeDefined()
    await act(async () => {})
    expect(toastSpy.mock.calls.map(([text]) => text)).toEqual(toasts)
    toastSpy.mockRestore()
  },
)
test('SEC-05 a member who was removed while connecting is redirected when the subscription is rejected', async () => {
  const server = createTestTransport({ 'GET /api/user': () => ({ ...eva, integrations: [orchard] }) })
  page()
  act(() => {
    for (const { event, listener } of server.subscriptions)
      if (event === teamChanged.name) listener.rejected?.()
  })
  expect(await screen.findByText('Another page')).toBeDefined()
})
test('SEC-05 unsent text stays on the device after access ends, until the member dismisses it', async () => {
  localStorage.setItem(`ozvi.draft.${greenBean.id}.${eva.id}.c1.text`, 'Dear Ján, your parcel')
  localStorage.setItem(`ozvi.draft.${orchard.id}.${eva.id}.c2.text`, 'Of another workspace')
  const left = { ...eva, integrations: [orchard] }
  const server = createTestTransport({ 'GET /api/user': () => left })
  const { unmount } = page()
  act(() => {
    for (const { event, listener } of server.subscriptions)
      if (event === teamChanged.name) listener.received({})
  })
  await screen.findByText('Another page')
  unmount()
  const picker = () => showPage(RemovedFromWorkspace, { path: '/en/app', at: '/en/app', user: left })
  const { unmount: go } = picker()
  expect(
    await screen.findByRole('heading', { name: 'You no longer have access to Green Bean' }),
  ).toBeDefined()
  expect(screen.getByText('Dear Ján, your parcel')).toBeDefined()
  expect(screen.queryByText('Of another workspace')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss notice about Green Bean' }))
  const dialog = await screen.findByRole('dialog')
  await act(async () => void fireEvent.submit(dialog.querySelector('form')!))
  await waitFor(() => expect(screen.queryByText('Dear Ján, your parcel')).toBeNull())
  expect(localStorage.getItem(`ozvi.draft.${greenBean.id}.${eva.id}.c1.text`)).toBeNull()
  go()
  // another user of the same device sees nothing
  showPage(RemovedFromWorkspace, { path: '/en/app', at: '/en/app', user: { ...left, id: greenBean.id } })
  await waitFor(() => expect(screen.queryByText('Waiting')).toBeNull())
  expect(screen.queryByRole('heading')).toBeNull()
})
test('a member without activity becomes away, and returns with the first input', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const path = `PUT /api/integration/${greenBean.id}/availability`
  const key = { integration_id: greenBean.id, user_id: eva.id, availability: 'online' }
  const server = createTestTransport({ [path]: (body) => ({ ...key, ...(body as object) }) })
  showPage(() => <Membership integration={useUser().integrations[0] ?? greenBean} />, {
    path: '/en/app/i/*',
    at: `/en/app/i/${greenBean.id}`,
  })
  await act(() => vi.advanceTimersByTimeAsync(idleAfter_ms - 30_000))
  expect(server.calls(path)).toEqual([])
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  await waitFor(() => expect(server.calls(path).map(({ body }) => body)).toEqual([{ is_idle: true }]))
  fireEvent.keyDown(document.body, { key: 'a' })
  await waitFor(() => expect(server.calls(path).at(-1)?.body).toEqual({ is_idle: false }))
})
