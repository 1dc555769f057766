// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { show } from '../../test/render.tsx'
import { closeToast, toast, toastDuration_ms, toastRemoval_ms, toasts, toastsMax } from './toast.ts'
import { Toaster, toastGap, toastOffset, toastsVisible, toastSwipeThreshold, toastWidth } from './toaster.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  // A toast is 50 pixels high and captures the pointer that swipes it.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(50)
  Object.assign(HTMLElement.prototype, {
    setPointerCapture() {},
    releasePointerCapture() {},
    hasPointerCapture: () => false,
  })
})
afterEach(() => {
  vi.useFakeTimers()
  for (const { id } of toasts()) closeToast(id)
  act(() => void vi.advanceTimersByTime(toastRemoval_ms))
  vi.useRealTimers()
})
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const card = (text: string) => screen.getByText(text).closest('li')!
const viewport = () => document.querySelector<HTMLElement>('[data-expanded]')!
/** Swipes a toast by some pixels and releases it. */
function swipe(text: string, px: number) {
  const pointer = (type: string, x: number) =>
    fireEvent(card(text), new MouseEvent(type, { bubbles: true, clientX: x, clientY: 0, button: 0 }))
  pointer('pointerdown', 0)
  for (const x of [px / 2, px]) pointer('pointermove', x)
  pointer('pointerup', px)
}
function showToaster() {
  show(<Toaster />)
  return act(async () => {})
}

test('S9.10 the numbers of toasts: 5000 ms, gap 16, 5 kept, 3 shown, width 356, offset 32, swipe 20, removal 200 ms', async () => {
  expect([toastDuration_ms, toastGap, toastsMax, toastsVisible]).toEqual([5000, 16, 5, 3])
  expect([toastWidth, toastOffset, toastSwipeThreshold, toastRemoval_ms]).toEqual([356, 32, 20, 200])
  await showToaster()
  expect(viewport().style.getPropertyValue('--toast-width')).toBe('356px')
  expect(viewport().style.getPropertyValue('--toast-offset')).toBe('32px')
})
test('S4.16 S9.10 every toast, including errors, closes after 5 s and is removed 200 ms later', async () => {
  await showToaster()
  act(() => toast.success('Saved'))
  act(() => toast.error('It broke'))
  await pass(toastDuration_ms - 1)
  const states = () => ['Saved', 'It broke'].map((text) => card(text).dataset.state)
  expect(states()).toEqual(['open', 'open'])
  await pass(1)
  expect(states()).toEqual(['closed', 'closed'])
  await pass(toastRemoval_ms)
  expect([screen.queryByText('Saved'), screen.queryByText('It broke')]).toEqual([null, null])
})
test('S4.16 an error that several calls report is shown once', async () => {
  await showToaster()
  act(() => {
    toast.error('It broke')
    toast.success('Saved')
    toast.error('It broke')
    toast.success('Saved')
  })
  expect(toasts().map(({ text }) => text)).toEqual(['Saved', 'It broke', 'Saved'])
})
test('S4.16 S9.10 an error toast stays while it has the focus, and can be closed', async () => {
  await showToaster()
  act(() => toast.error('It broke'))
  act(() => viewport().focus())
  await pass(10 * toastDuration_ms)
  expect(card('It broke').dataset.state).toBe('open')
  fireEvent.click(within(card('It broke')).getByRole('button', { name: 'Close' }))
  expect(card('It broke').dataset.state).toBe('closed')
  await pass(toastRemoval_ms)
  expect(screen.queryByText('It broke')).toBeNull()
})
test('S4.16 S9.10 at most five are kept, and three are shown until the stack is hovered', async () => {
  await showToaster()
  act(() => {
    for (let n = 1; n <= 7; n++) toast.error(`News ${n}`)
  })
  expect([...viewport().children].map((item) => item.textContent)).toEqual(
    expect.arrayContaining(['News 7', 'News 6', 'News 5', 'News 4', 'News 3']),
  )
  expect(screen.queryByText('News 2')).toBeNull()
  const drawn = () =>
    ['News 7', 'News 6', 'News 5', 'News 4'].map((text) => [
      card(text).style.getPropertyValue('--y'),
      'hidden' in card(text).dataset,
    ])
  expect(drawn()).toEqual([
    ['0px', false],
    ['-16px', false],
    ['-32px', false],
    ['-48px', true],
  ])
  fireEvent(viewport(), new MouseEvent('pointerenter'))
  expect(drawn()).toEqual([
    ['0px', false],
    ['-66px', false],
    ['-132px', false],
    ['-198px', false],
  ])
  expect(viewport().style.height).toBe('314px')
  fireEvent(viewport(), new MouseEvent('pointerleave'))
  expect(drawn()[1]).toEqual(['-16px', false])
})
test('S4.16 S9.10 an error toast waits while a pointer is over the stack, then continues', async () => {
  await showToaster()
  act(() => toast.error('Read me'))
  await pass(4000)
  fireEvent.pointerMove(viewport())
  await pass(60_000)
  expect(card('Read me').dataset.state).toBe('open')
  // The wrapper that contained the toasts remains.
  fireEvent(viewport().parentElement!, new MouseEvent('pointerleave'))
  await pass(900)
  expect(card('Read me').dataset.state).toBe('open')
  await pass(200)
  expect(screen.queryByText('Read me')?.closest('li')?.dataset.state ?? 'closed').toBe('closed')
})
test('S4.16 S9.10 a toast swiped by more than 20 pixels closes, by less it returns', async () => {
  await showToaster()
  act(() => toast.error('Swipe me'))
  swipe('Swipe me', 20)
  expect([card('Swipe me').dataset.state, card('Swipe me').dataset.swipe]).toEqual(['open', 'cancel'])
  swipe('Swipe me', 21)
  expect(card('Swipe me').dataset.state).toBe('closed')
})
test.each([
  ['Alt+T', { key: 't', code: 'KeyT', altKey: true }],
  ['F8', { key: 'F8', code: 'F8' }],
])('S9.10 %s moves the focus to the toasts and opens the stack', async (_, keys) => {
  await showToaster()
  act(() => toast.success('Saved'))
  fireEvent.keyDown(document, keys)
  expect(document.activeElement).toBe(viewport())
  expect(viewport().dataset.expanded).toBe('true')
  act(() => viewport().blur())
  expect(viewport().dataset.expanded).toBe('false')
})
test('a toast can have one action, which closes it', async () => {
  await showToaster()
  const undo = vi.fn()
  act(() => toast.success('Closed', { label: 'Undo', onClick: undo }))
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(undo).toHaveBeenCalledOnce()
  expect(card('Closed').dataset.state).toBe('closed')
})
test('toasts are announced, errors assertively', async () => {
  await showToaster()
  act(() => toast.error('It broke'))
  act(() => toast.success('Saved'))
  await pass(100)
  const read = [...document.querySelectorAll('[role=status][aria-live]')].map((one) => [
    one.getAttribute('aria-live'),
    one.textContent,
  ])
  expect(read).toEqual(
    expect.arrayContaining([
      ['assertive', 'Notification It broke'],
      ['polite', 'Notification Saved'],
    ]),
  )
})
test('the toaster is mounted after the first interaction, or with the first toast', async () => {
  vi.useRealTimers()
  // Modules of a new page, which hasn’t loaded the toaster yet.
  vi.resetModules()
  const { ToastHost } = await import('./toast-host.tsx')
  const { toast } = await import('./toast.ts')
  const { show } = await import('../../test/render.tsx')
  show(<ToastHost />)
  expect(document.querySelector('[data-expanded]')).toBeNull()
  fireEvent.pointerDown(document.body)
  await vi.waitFor(() => expect(viewport()).toBeTruthy())
  act(() => toast.info('Here'))
  await screen.findByText('Here')
})
test('S4.16 toasts that have waited for the toaster for more than a minute are dropped', async () => {
  vi.useRealTimers()
  vi.resetModules()
  const { ToastHost } = await import('./toast-host.tsx')
  const { toast } = await import('./toast.ts')
  const { show } = await import('../../test/render.tsx')
  vi.useFakeTimers({ toFake: ['Date'] })
  toast.info('Old')
  vi.setSystemTime(Date.now() + 61_000)
  toast.info('New')
  show(<ToastHost />)
  await screen.findByText('New')
  expect(screen.queryByText('Old')).toBeNull()
})
test('S4.16 a toaster that can’t be loaded is tried again for a waiting toast after 30 s, or online, not on keys', async () => {
  vi.resetModules()
  let tries = 0
  // A chunk that fails to load.
  vi.doMock('./toaster.tsx', () => {
    tries++
    throw new Error('Failed to fetch dynamically imported module')
  })
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { ToastHost } = await import('./toast-host.tsx')
  const { toast, toasts: waiting } = await import('./toast.ts')
  const { show } = await import('../../test/render.tsx')
  show(<ToastHost />)
  const failed = (count: number) => vi.waitFor(() => expect([tries, logged()]).toEqual([count, count]))
  const logged = () =>
    vi.mocked(console.error).mock.calls.filter((call) => String(call[0]).includes('load toasts')).length
  fireEvent.keyDown(document.body)
  await failed(1)
  for (let key = 0; key < 5; key++) fireEvent.keyDown(document.body)
  fireEvent.pointerDown(document.body)
  act(() => toast.info('Waiting'))
  await pass(29_000)
  expect(tries).toBe(1)
  await pass(1_100)
  await failed(2)
  act(() => void dispatchEvent(new Event('online')))
  await failed(3)
  await pass(60_000)
  expect(waiting()).toEqual([])
  vi.doUnmock('./toaster.tsx')
})
