// @vitest-environment jsdom
import { listIntegrations, Problem } from '@ozvi/contract'
import { problemOf } from '@ozvi/wire'
import { useQuery } from '@tanstack/react-query'
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { showPage } from '../../../test/render.tsx'
import { createTestTransport, errorReply } from '../../../test/transport.ts'
import { call } from '#platform/calls/api-client.ts'
import { clearErrors, recordError } from '#platform/calls/error-list.ts'
import { LoadError } from '#ui/load-error.tsx'
import { clearToasts, toasts } from '#ui/toast.ts'
import { ErrorToasts } from './error-toasts.tsx'
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
const failed = (message: string, errors?: Record<string, string[]>) =>
  new Problem('server_error', errors, { message })
test('S8.04 an error that no form shows appears as a toast, and one that a form shows doesn’t', async () => {
  clearErrors()
  showPage(ErrorToasts, { path: '/en/app', at: '/en/app' })
  act(() => {
    recordError('GET /api/x', 500, failed('Something went wrong on our end. Try again.'))
    recordError('PUT /api/y', 422, failed('Check the highlighted fields.', { name: ['Too long.'] }))
  })
  expect(await screen.findByText('Something went wrong on our end. Try again.')).toBeDefined()
  expect(screen.queryByText(/highlighted fields/)).toBeNull()
})
test.each([
  [429, 'rate_limited', 'Too many attempts. Try again in 30 seconds.'],
  // Tried again before the page gives up.
  [503, 'unavailable', 'We’re busy right now.'],
])(
  '%i S8.04 the reason why a page couldn’t load appears once, on the page',
  async (status, code, message) => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    clearErrors()
    clearToasts()
    createTestTransport({ 'GET /api/integrations': () => errorReply(status, code, message) })
    function Page() {
      const query = useQuery({
        queryKey: ['integrations', status],
        queryFn: () => call(listIntegrations, {}),
      })
      return (
        <>
          <ErrorToasts />
          {query.error && <LoadError title="Couldn’t load workspaces" {...query} />}
        </>
      )
    }
    showPage(Page, { path: '/en/app', at: '/en/app' })
    await act(() => vi.advanceTimersByTimeAsync(500))
    expect(toasts()).toEqual([])
    await act(() => vi.advanceTimersByTimeAsync(1500))
    expect(toasts()).toEqual([])
    await act(() => vi.advanceTimersByTimeAsync(8_000))
    expect(screen.getByText('Couldn’t load workspaces')).toBeDefined()
    expect(screen.getAllByText(message)).toHaveLength(1)
    expect(toasts()).toEqual([])

    // Nothing on the page shows this one.
    act(() => recordError('GET /api/x', 429, failed('Too many searches.')))
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    expect(toasts()).toMatchObject([{ text: 'Too many searches.' }])

    // An action is reported even if the page shows the same message, and also while the page tries again.
    act(() => clearToasts())
    act(() => recordError('PUT /api/x', status, failed(message)))
    expect(toasts()).toMatchObject([{ text: message, isOpen: true }])
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await act(() => vi.advanceTimersByTimeAsync(4_000))
    expect(toasts()).toMatchObject([{ text: message, isOpen: true }])

    // Something else that failed for the same reason isn't what the page shows.
    act(() => clearToasts())
    act(() => recordError('GET /api/x', status, failed(message, { field: ['And more.'] })))
    act(() => recordError('GET /api/y', status, failed(message)))
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    expect(toasts()).toMatchObject([{ text: message }, { text: `${message} And more.` }])
  },
)
test('S8.04 a read that succeeds when it is tried again shows no toast', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  clearErrors()
  clearToasts()
  let calls = 0
  createTestTransport({
    'GET /api/integrations': () =>
      ++calls === 1
        ? errorReply(503, 'unavailable', 'We’re busy right now.')
        : { status: 200, body: { data: [] } },
  })
  function Page() {
    const query = useQuery({ queryKey: ['recovering'], queryFn: () => call(listIntegrations, {}) })
    return (
      <>
        <ErrorToasts />
        {query.isSuccess && 'Loaded'}
      </>
    )
  }
  showPage(Page, { path: '/en/app', at: '/en/app' })
  await act(() => vi.advanceTimersByTimeAsync(3_000))
  expect(screen.getByText('Loaded')).toBeDefined()
  expect(toasts()).toEqual([])
})
test('S8.04 a read that is started again and fails again at once shows its error on the page only', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  clearErrors()
  clearToasts()
  createTestTransport({
    'GET /api/integrations': () => errorReply(429, 'rate_limited', 'Too many attempts.'),
  })
  function Page() {
    const query = useQuery({ queryKey: ['again'], queryFn: () => call(listIntegrations, {}) })
    return (
      <>
        <ErrorToasts />
        {query.error && <LoadError title="Couldn’t load workspaces" {...query} />}
      </>
    )
  }
  showPage(Page, { path: '/en/app', at: '/en/app' })
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(screen.getAllByText('Too many attempts.')).toHaveLength(1)
  expect(toasts()).toEqual([])
})
test('S8.04 a read that gives up shows a toast also while another one fails with the same text', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  clearErrors()
  clearToasts()
  const busy = () => errorReply(503, 'unavailable', 'We’re busy right now.')
  createTestTransport({ 'GET /api/integrations': busy })
  function Page() {
    const retried = useQuery({ queryKey: ['retried'], queryFn: () => call(listIntegrations, {}) })
    useQuery({ queryKey: ['given up'], queryFn: () => call(listIntegrations, {}), retry: false })
    return (
      <>
        <ErrorToasts />
        {retried.error && <LoadError title="Couldn’t load workspaces" {...retried} />}
      </>
    )
  }
  showPage(Page, { path: '/en/app', at: '/en/app' })
  await act(() => vi.advanceTimersByTimeAsync(500))
  expect(toasts()).toMatchObject([{ text: 'We’re busy right now.', isOpen: true }])
  await act(() => vi.advanceTimersByTimeAsync(4_000))
  expect(screen.getByText('Couldn’t load workspaces')).toBeDefined()
  expect(toasts().filter(({ isOpen }) => isOpen)).toHaveLength(1)
})
test('S8.04 a failed call whose reply has no message, such as a proxy’s page, shows a general one', async () => {
  clearErrors()
  showPage(ErrorToasts, { path: '/en/app', at: '/en/app' })
  act(() => recordError('GET /api/w', 502, problemOf({ status: 502, body: null })))
  expect(await screen.findByText(/An unexpected error occurred/)).toBeDefined()
})
test('S8.04 the toast of a request that is rejected again shows the new error', async () => {
  clearErrors()
  showPage(ErrorToasts, { path: '/en/app', at: '/en/app' })
  act(() => recordError('GET /api/z', 503, failed('We’re busy right now.')))
  expect(await screen.findByText('We’re busy right now.')).toBeDefined()
  act(() => recordError('GET /api/z', 500, failed('Something went wrong.')))
  expect(await screen.findByText('Something went wrong.')).toBeDefined()
})
