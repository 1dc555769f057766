// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => vi.unstubAllGlobals())

test('S8.10 an app or a page that cannot be mounted is logged', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubGlobal('fetch', async () => new Response('gone', { status: 404 }))
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }))
  await import('../src/entry.client.tsx')
  await vi.waitFor(() => expect(log.mock.calls.map(([what]) => what)).toContain('The app failed to mount'))
  expect(log.mock.calls[0]?.[0]).toBe('Failed locale loading')

  document.body.innerHTML = '<div data-island="site/none-island.tsx"></div>'
  await import('../src/entry-site.ts')
  await vi.waitFor(() => expect(log.mock.calls.map(([what]) => what)).toContain('The page failed to mount'))
})
