// @vitest-environment jsdom
import { act, cleanup, fireEvent, render } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PageNavLink } from '../page-link.tsx'
import { startPrefetching } from '../prefetching.ts'
import { mayPrefetch, prefetchAfter_ms, prefetchesMax, prefetchLinks } from './prefetch.ts'

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
      constructor(tell: (entries: { isIntersecting: boolean; target: Element }[]) => void) {
        seen = (links) => tell(links.map((target) => ({ isIntersecting: true, target })))
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
const fetched = () =>
  [...document.head.querySelectorAll('link[rel=prefetch]')].map((hint) => hint.getAttribute('href'))
const links = (...addresses: string[]) => {
  document.body.innerHTML = addresses.map((href) => `<a href="${href}"><b>Go</b></a>`).join('')
  return [...document.querySelectorAll('a')]
}

test('S9.07 the pages of links that are seen are fetched 1000 ms after the page has loaded, a few of them', () => {
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
test('S9.07 the page of a link is fetched at once when a pointer or the focus reaches it, and only once', () => {
  const [one, two] = links('/en/features?x=1#part', '/en/solutions')
  stop = prefetchLinks()
  fireEvent.pointerOver(one?.querySelector('b') ?? document.body)
  expect(fetched()).toEqual(['/en/features?x=1'])
  fireEvent.focusIn(two!)
  fireEvent.pointerOver(one!)
  expect(fetched()).toEqual(['/en/features?x=1', '/en/solutions'])
})
test('S9.07 no page of somebody’s own, of another language, of another site, or this one again is fetched ahead', () => {
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
    expect([mayPrefetch(), observed, fetched()]).toEqual([false, [], []])
  },
)
test('S9.07 elsewhere it is', () => {
  connect({ effectiveType: '2g' })
  expect(mayPrefetch()).toBe(true)
})
test('S9.07 the app’s navigation fetches ahead what is reached for, and after a while what is seen', () => {
  const Stub = createRoutesStub([
    { path: '*', Component: () => <PageNavLink to="/en/app">Home</PageNavLink> },
  ])
  render(<Stub initialEntries={['/en/app/x']} />)
  expect(observed).toEqual([])
  act(() => startPrefetching())
  expect(observed.map(({ textContent }) => textContent)).toEqual(['Home'])
})
