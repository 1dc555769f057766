// @vitest-environment jsdom
import { Problem } from '@ozvi/contract'
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { show } from '../test/render.tsx'
import { ErrorPage } from './error-page.tsx'
import { notFound } from '#platform/session/not-found.ts'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
/** What the router hands an error page for a thrown response. */
const thrown = (status: number, data = '') => ({ status, statusText: '', internal: false, data })
const title = () => screen.getByRole('heading', { level: 1 }).textContent

test.each([
  [
    404,
    'Page Not Found',
    "We couldn't find the page you're looking for. It might have been moved or deleted.",
  ],
  [
    403,
    'Access Denied',
    "You don't have permission to access this resource. Please check your credentials or contact support.",
  ],
  [
    500,
    'Server Error',
    "Our servers are having issues right now. Our team has been notified and we're working to fix it.",
  ],
  [
    418,
    'Something went wrong',
    'An unexpected error occurred. Please try again later or contact our support team.',
  ],
])('S8.11 S2.25 %i has its title and text, and is logged', (status, heading, text) => {
  const error = thrown(status)
  show(<ErrorPage error={error} />)
  expect(console.error).toHaveBeenCalledWith(`Error page ${status}`, error)
  expect(screen.getByText(String(status))).toBeDefined()
  expect(title()).toBe(heading)
  expect(screen.getByText(text)).toBeDefined()
})
test.each([
  [404, 'Stránka sa nenašla', 'Stránku, ktorú hľadáte, sme nenašli. Možno bola presunutá alebo odstránená.'],
  [
    403,
    'Prístup zamietnutý',
    'Na zobrazenie tohto obsahu nemáte oprávnenie. Skontrolujte svoje prihlasovacie údaje alebo kontaktujte podporu.',
  ],
  [500, 'Chyba servera', 'Naše servery majú práve problémy. Náš tím už o tom vie a pracuje na náprave.'],
  [
    418,
    'Niečo sa pokazilo',
    'Vyskytla sa neočakávaná chyba. Skúste to znova neskôr alebo kontaktujte náš tím podpory.',
  ],
])('S8.11 S1.07 %i is in Slovak too', (status, heading, text) => {
  show(<ErrorPage error={thrown(status)} />, 'sk')
  expect(title()).toBe(heading)
  expect(screen.getByText(text)).toBeDefined()
})
test('S2.24 S2.25 the error’s own message is the title', async () => {
  const response = notFound('/nowhere')
  show(<ErrorPage error={thrown(response.status, await response.text())} />)
  expect(title()).toBe('Page not found: /nowhere')
  expect(document.title).toContain('Page not found: /nowhere')
})
test('S2.25 errors and rejections show the page, and are logged', () => {
  show(<ErrorPage error={new Error('The flux is low')} />)
  expect([title(), screen.getByText('500').textContent]).toEqual(['The flux is low', '500'])
  expect(console.error).toHaveBeenCalled()
})
test.each([
  'Failed to fetch dynamically imported module: https://ozvi.example/assets/inbox-1.js',
  'error loading dynamically imported module: https://ozvi.example/assets/inbox-1.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/inbox-1.css',
])(
  'S2.25 a script that can’t be fetched is an offline page while offline, and an error with its own message online: %s',
  (message) => {
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const { unmount } = show(<ErrorPage error={new TypeError(message)} />)
    expect(title()).toBe('You’re offline')
    expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
    expect(screen.queryByText('500')).toBeNull()
    unmount()
    onLine.mockReturnValue(true)
    show(<ErrorPage error={new TypeError(message)} />)
    expect([title(), screen.getByText('500').textContent]).toEqual([message, '500'])
  },
)
test('S2.25 a rejection shows its own status', () => {
  show(
    <ErrorPage
      error={new Problem('forbidden', undefined, { message: 'You don’t have permission to do this.' })}
    />,
  )
  expect([title(), screen.getByText('403').textContent]).toEqual([
    'You don’t have permission to do this.',
    '403',
  ])
})
test('S2.26 Return Home opens /, and Go Back goes back, or to / without history', () => {
  show(<ErrorPage error={thrown(404)} />)
  expect(screen.getByRole('link', { name: 'Return Home' }).getAttribute('href')).toBe('/')
  const back = vi.spyOn(history, 'back').mockImplementation(() => {})
  const goBack = screen.getByRole('link', { name: 'Go Back' })
  expect([history.length, goBack.getAttribute('href')]).toEqual([1, '/'])
  // `false` means that the page prevented the click from leading to `/`.
  const follow = vi.fn((event: Event) => event.preventDefault())
  addEventListener('click', follow)
  fireEvent.click(goBack)
  expect([follow.mock.calls[0]?.[0].target, back.mock.calls.length]).toEqual([goBack, 0])
  removeEventListener('click', follow)
  history.pushState(null, '', '/somewhere')
  expect(fireEvent.click(goBack)).toBe(false)
  expect(back).toHaveBeenCalledOnce()
})
test('S2.27 the page links to the blog', () => {
  show(<ErrorPage error={thrown(404)} />)
  expect(screen.getByRole('heading', { name: 'You might find these helpful:' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Blog' }).getAttribute('href')).toBe('/blog')
})
