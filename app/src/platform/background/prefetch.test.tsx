// @vitest-environment jsdom
import { act, cleanup, fireEvent, render } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PageLink, PageNavLink } from '../document/page-link.tsx'
import { canPrefetch, startPrefetching } from '../document/prefetching.ts'
import { prefetchAfter_ms, prefetchesMax, prefetchLinks } from './prefetch.ts'

let seen: ((links: Element[]) => void) | undefined
const observed: Element[] = []
let stop = () => {}
beforeEach(() => {
  vi.useFakeTimers()
  seen = undefined
  observed.length = 0
  history.replaceState(null, '', '/en/blog')
  document.head.innerHTML = ''
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(report: (entries: { isIntersecting: boolean; target: Element }[]) => void) {
        seen = (links) => report(links.map((target) => ({ isIntersecting: true, target })))
      }
      observe(link: Element) {
        observed.push(link)
      }
      disconnect() {}
    },
  )
})
afterEach(() => {
  stop()
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'connection')
})
const connect = (connection: object) =>
  Object.defineProperty(navigator, 'connection', { value: connection, configurable: true })
/** Number of scripts preloaded when a link of the app is hovered and focused. */
function scriptsOnIntent() {
  const Stub = createRoutesStub([
    { path: '*', Component: () => <PageLink to="/en/app/account">Account</PageLink> },
  ])
  const { getByText } = render(<Stub initialEntries={['/en/app']} />)
  fireEvent.mouseEnter(getByText('Account'))
  fireEvent.focus(getByText('Account'))
  act(() => void vi.advanceTimersByTime(1000))
  return document.head.querySelectorAll('link[rel=modulepreload]').length
}
/** Background tasks of a page of the app that has just been loaded. */
async function startApp() {
  vi.resetModules()
  vi.stubGlobal('fetch', async () => Response.json({ id: 'test' }))
  document.documentElement.dataset.build = 'test'
  const [{ startBackgroundTasks: startUpkeep }, { isPrefetching }] = await Promise.all([
    import('./index.ts'),
    import('../document/prefetching.ts'),
  ])
  startUpkeep()
  return {
    after(ms: number) {
      vi.advanceTimersByTime(ms)
      return isPrefetching()
    },
  }
}
const fetched = () =>
  [...document.head.querySelectorAll('link[rel=prefetch]')].map((hint) => hint.getAttribute('href'))
const links = (...addresses: string[]) => {
  document.body.innerHTML = addresses.map((href) => `<a href="${href}"><b>Go</b></a>`).join('')
  return [...document.querySelectorAll('a')]
}

test('S9.07 visible links are prefetched 1000 ms after the page has loaded, up to a limit', () => {
  expect(prefetchAfter_ms).toBe(1000)
  const all = links(...Array.from({ length: 9 }, (_, n) => `/en/blog/${n}`))
  stop = prefetchLinks()
  vi.advanceTimersByTime(999)
  expect(observed).toEqual([])
  vi.advanceTimersByTime(1)
  expect(observed).toEqual(all)
  seen?.(all)
  expect(fetched()).toEqual(all.slice(0, prefetchesMax).map((link) => link.getAttribute('href')))
})
test('S9.07 a link is prefetched once, as soon as it is hovered or focused', () => {
  const [one, two] = links('/en/features?x=1#part', '/en/solutions')
  stop = prefetchLinks()
  fireEvent.pointerOver(one?.querySelector('b') ?? document.body)
  expect(fetched()).toEqual(['/en/features?x=1'])
  fireEvent.focusIn(two!)
  fireEvent.pointerOver(one!)
  expect(fetched()).toEqual(['/en/features?x=1', '/en/solutions'])
})
test('S9.07 private pages, other languages, other sites and the current page aren’t prefetched', () => {
  const all = links(
    '/en/app',
    '/en/auth',
    '/en/auth/logout',
    '/sk/features',
    '/api/openapi.json',
    'https://else.example/en/x',
    '/en/blog#part',
    'mailto:a@b.example',
  )
  stop = prefetchLinks()
  for (const link of all) fireEvent.pointerOver(link)
  expect(fetched()).toEqual([])
})
test.each([{ effectiveType: 'slow-2g' }, { saveData: true, effectiveType: '4g' }])(
  'S9.07 with %o nothing is fetched ahead',
  (connection) => {
    connect(connection)
    const [one] = links('/en/features')
    stop = prefetchLinks()
    fireEvent.pointerOver(one!)
    vi.advanceTimersByTime(5000)
    expect([canPrefetch(), observed, fetched()]).toEqual([false, [], []])
  },
)
test.each(['2g', '3g', '4g', undefined])(
  'S9.07 with %s pages are prefetched, on public pages and in the app after 1000 ms',
  async (effectiveType) => {
    connect({ effectiveType })
    const [one] = links('/en/features')
    stop = prefetchLinks()
    fireEvent.pointerOver(one!)
    expect([canPrefetch(), fetched()]).toEqual([true, ['/en/features']])
    history.replaceState(null, '', '/en/app')
    const started = await startApp()
    expect(started.after(999)).toBe(false)
    expect(started.after(1)).toBe(true)
    expect(scriptsOnIntent()).toBe(1)
  },
)
test.each([{ effectiveType: 'slow-2g' }, { saveData: true }])(
  'S9.07 with %o the app prefetches nothing, neither what is visible nor on hover',
  async (connection) => {
    connect(connection)
    history.replaceState(null, '', '/en/app')
    expect((await startApp()).after(10_000)).toBe(false)
    expect(scriptsOnIntent()).toBe(0)
  },
)
test('S9.07 the app’s navigation prefetches hovered links immediately and visible ones later', () => {
  const Stub = createRoutesStub([
    { path: '*', Component: () => <PageNavLink to="/en/app">Home</PageNavLink> },
  ])
  render(<Stub initialEntries={['/en/app/x']} />)
  expect(observed).toEqual([])
  act(() => startPrefetching())
  expect(observed.map(({ textContent }) => textContent)).toEqual(['Home'])
})
