import { expect, test, vi } from 'vitest'
import { pageLocationOf } from '#addresses'
import { redirectOf, type RouteRule, routeRules } from './route-rules.ts'
import { clientLoader } from './unmatched.tsx'

const lead = (address: string, rules = routeRules, settings = {}) => {
  const { pathname, search } = new URL(address, 'https://ozvi.example')
  return redirectOf(rules, { pathname, search }, settings)
}

test('S2.23 a rule redirects to an internal path, in the locale of the URL, with its query', () => {
  expect(lead('/login?next=%2Fapp&next=2')).toEqual({ location: '/auth?next=%2Fapp&next=2', status: 301 })
  expect(lead('/sk/register/')).toEqual({ location: '/sk/auth/create-account', status: 301 })
  expect(lead('/en/home')).toEqual({ location: '/en', status: 301 })
  expect(lead('/home')).toEqual({ location: '/', status: 301 })
  expect(lead('/sk/docs/install/tag?x=1')).toEqual({
    location: '/sk/documentation/install/tag?x=1',
    status: 301,
  })
  expect(lead('/logout')?.status).toBe(302)
  for (const rest of ['$&', '$$', "$'x", '$`'])
    expect(lead(`/docs/${rest}`)?.location).toBe(
      new URL(`/documentation/${rest}`, 'https://x.example').pathname,
    )
})
test('S2.23 a rule redirects to an external URL only if the installation has one', () => {
  const settings = { repository_url: 'https://git.example/ozvi?tab=code' }
  expect(lead('/github')).toBeNull()
  expect(lead('/sk/github?tab=x&ref=site', routeRules, settings)).toEqual({
    location: 'https://git.example/ozvi?tab=code&ref=site',
    status: 302,
  })
  const rules: RouteRule[] = [{ from: '/status', to: 'https://status.example/', status: 301 }]
  expect(lead('/status', rules)).toEqual({ location: 'https://status.example/', status: 301 })
})
test('S2.23 other URLs aren’t redirected, and no path can lead to another site', () => {
  for (const path of ['/', '/en', '/loginx', '/login/more', '/documentation', '/skin/login'])
    expect(lead(path)).toBeNull()
  expect(lead('/docs//evil.example')?.location).toBe('/documentation//evil.example')
  expect(lead('/docs/\\evil.example')?.location).toMatch(/^\/documentation\//)
})
test.each(['/', '/docs/', 'docs/'])('SEC-14 a long path of %s is redirected at once', (piece) => {
  const started = performance.now()
  redirectOf(routeRules, { pathname: `/${piece.repeat(50_000)}`, search: '' })
  expect(performance.now() - started).toBeLessThan(1_000)
})
test('S2.23 no rule hides a page, and every internal one leads to a page', () => {
  for (const { from, to } of routeRules) {
    expect(pageLocationOf(from.replace('*', 'x'))).toBeNull()
    if (typeof to !== 'string') continue
    const target = to.replace('/*', '')
    expect([target, pageLocationOf(target) !== null]).toEqual([target, true])
    expect(lead(target)).toBeNull()
  }
})
test('S2.23 S7.15 the app’s navigation uses the rules of its build and asks the server for the rest', async () => {
  const rules: RouteRule[] = [{ from: '/old', to: '/app', status: 302 }]
  const asked: string[] = []
  vi.stubGlobal('document', { documentElement: { dataset: { build: 'one' } } })
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return asked.length > 2 ? new Response('gone', { status: 404 }) : Response.json({ rules })
  })
  const go = async (path: string) => {
    const url = new URL(path, 'https://ozvi.example')
    // The router hands over more; nothing else is used.
    const context = { url, serverLoader: async () => 'the server' } as unknown as Parameters<
      typeof clientLoader
    >[0]
    return clientLoader(context).catch((thrown: Response) => [thrown.status, thrown.headers.get('location')])
  }
  expect(await go('/sk/old?x=1')).toEqual([302, '/sk/app?x=1'])
  expect(await go('/sk/older')).toBe('the server')
  expect(await go('/sk/old')).toBe('the server')
  expect(asked[0]).toBe('/builds/one.json')
  vi.unstubAllGlobals()
})
