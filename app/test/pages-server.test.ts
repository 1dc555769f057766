import { createServer, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PageRequest } from '#platform/session/request.ts'
import { publicConfig } from './fixtures.ts'

let vite: ViteDevServer
let render: (request: Request, page: PageRequest) => Promise<Response>
const faults: unknown[] = []
const errorPages: string[] = []

beforeAll(async () => {
  vite = await createServer({
    root: new URL('..', import.meta.url).pathname,
    configFile: new URL('../vite.config.ts', import.meta.url).pathname,
    server: { middlewareMode: true, ws: false },
    logLevel: 'error',
  })
  // The module declares exactly this function.
  const entry = (await vite.ssrLoadModule('/src/entry-node.ts')) as { renderPage: typeof render }
  render = entry.renderPage
}, 240_000)
afterAll(() => vite.close())

const pageRequest: PageRequest = {
  nonce: 'n0nce',
  public_config: { ...publicConfig, repository_url: 'https://git.example/ozvi' },
  has_session: false,
  read: async () => ({ status: 503, body: { code: 'unavailable' } }),
  log_error: (error) => faults.push(error),
  log_error_page: (status, message) => errorPages.push(`${status} ${message}`),
}
async function get(path: string, headers: Record<string, string> = {}, has_session = false) {
  const reply = await render(new Request(`https://ozvi.example${path}`, { headers }), {
    ...pageRequest,
    has_session,
  })
  return { status: reply.status, headers: reply.headers, html: await reply.text() }
}

test('S2.17 S1.07 the home page is rendered in both languages', async () => {
  const [en, sk] = [await get('/en'), await get('/sk')]
  expect([en.status, sk.status]).toEqual([200, 200])
  expect(en.html).toMatch(/<html lang="en"[^>]*>.*<h1[^>]*>Your customers ask\./s)
  expect(sk.html).toMatch(/<html lang="sk"[^>]*>.*<h1[^>]*>Zákazníci sa pýtajú\./s)
  expect(faults).toEqual([])
})
test('S2.19 S9.04 the locale of the URL is stored for a year, once', async () => {
  const first = await get('/sk/auth')
  expect(first.headers.getSetCookie()).toEqual(['locale=sk; path=/; max-age=31536000; samesite=lax'])
  expect((await get('/sk/auth', { cookie: 'locale=sk' })).headers.getSetCookie()).toEqual([])
})
test('S2.19 a redirect of a guard remembers the locale of the page', async () => {
  const reply = await get('/sk/app/i/abcdef', { 'accept-language': 'en' })
  expect([reply.status, reply.headers.get('location')]).toEqual([302, '/auth?next=%2Fsk%2Fapp%2Fi%2Fabcdef'])
  expect(reply.headers.getSetCookie()).toEqual(['locale=sk; path=/; max-age=31536000; samesite=lax'])
})
test('S2.19 the redirect to a locale keeps the query unchanged', async () => {
  const reply = await get('/blog?flag&a=b%2Fc&q=a%20b+c')
  expect([reply.status, reply.headers.get('location')]).toEqual([302, '/en/blog?flag&a=b%2Fc&q=a%20b+c'])
})
test('S9.04 public pages format dates in en as in en-US', async () => {
  expect((await get('/en/blog')).html).toMatch(/<time[^>]*>Nov \d{1,2}, 2026<\/time>/)
  expect((await get('/sk/blog')).html).toMatch(/<time[^>]*>\d{1,2}\. 11\. 2026<\/time>/)
})
test('404 S2.24 an unmatched URL returns the status and a page in the reader’s language', async () => {
  const reply = await get('/nowhere?x=1', { 'accept-language': 'sk' })
  expect(reply.status).toBe(404)
  expect(reply.html).toContain('Page not found: /nowhere')
  expect(reply.html).toContain('Stránku, ktorú hľadáte, sme nenašli')
})
test.each(['/SK/blog', '/en/BLOG', '/Blog', '/EN', '/en/App/i/abcdef'])(
  '404 S2.19 S2.24 %s is not a page: paths are case-sensitive',
  async (path) => {
    const reply = await get(path)
    expect([reply.status, reply.headers.get('location')]).toEqual([404, null])
    expect(reply.html).toContain(`Page not found: ${path}`)
  },
)
test('404 S8.11 the error page of a public page is logged, also for a HEAD request; other pages are not', async () => {
  errorPages.length = 0
  await get('/en/nowhere?token=secret')
  await render(new Request('https://ozvi.example/sk/nowhere', { method: 'HEAD' }), pageRequest)
  await get('/en/blog/no-such-post')
  await get('/en')
  expect(errorPages).toEqual([
    '404 Page not found: /en/nowhere',
    '404 Page not found: /sk/nowhere',
    '404 Page not found: /en/blog/no-such-post',
  ])
  expect(faults).toEqual([])
})
test('404 SEC-29 markup in a URL stays text', async () => {
  const { html } = await get('/%3Cscript%3Ealert(1)%3C/script%3E')
  expect(html).not.toContain('<script>alert')
})
test('302 S2.19 a URL without a locale redirects to the reader’s', async () => {
  const reply = await get('/auth?next=%2Fapp', { cookie: 'locale=sk' })
  expect([reply.status, reply.headers.get('location')]).toEqual([302, '/sk/auth?next=%2Fapp'])
})
test('302 S4.03 a guest is redirected to sign-in before the app is loaded', async () => {
  const reply = await get('/en/app/i/1')
  expect([reply.status, reply.headers.get('location')]).toEqual([302, '/auth?next=%2Fen%2Fapp%2Fi%2F1'])
})
test('302 S2.14 S4.03 a guest on the logout page is redirected to sign-in without a return URL', async () => {
  const reply = await get('/en/auth/logout')
  expect([reply.status, reply.headers.get('location')]).toEqual([302, '/auth'])
  const invited = await get('/en/auth/logout?next=%2Finvitation%3Ftoken%3Dt')
  expect(invited.headers.get('location')).toBe('/auth?next=%2Finvitation%3Ftoken%3Dt')
  expect((await get('/en/auth/logout', {}, true)).status).toBe(200)
})
test.each(['/en', '/en/auth', '/en/app', '/en/nowhere', '/en/preview/shop?key=pk_1'])(
  'D-13 every script of %s carries the nonce, and no element has a handler in its markup',
  async (path) => {
    const { html } = await get(path, {}, true)
    const scripts = [...html.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag)
    expect(scripts.length).toBeGreaterThan(0)
    for (const tag of scripts) expect(tag).toMatch(/nonce="n0nce"|type="application\/(ld\+)?json"/)
    expect(html).not.toMatch(/<[a-z][^>]*\son\w+=/i)
  },
)
test('S4.12 a stored preference is in the first HTML, and a page’s own mode overrides it', async () => {
  expect((await get('/en', { cookie: 'color-mode=dark' })).html).toMatch(/<html[^>]*data-theme="dark"/)
  const forced = await get('/en/preview/shop?key=pk_1&theme=light', { cookie: 'color-mode=dark' })
  expect(forced.html).toMatch(/<html[^>]*data-theme="light"[^>]*data-forced-mode="light"/)
  const [html] = /<html[^>]*>/.exec((await get('/en/preview/shop?key=pk_1&theme=system')).html) ?? []
  expect(html).toContain('data-forced-mode="system"')
  expect(html).not.toContain('data-theme')
})
test('S2.18 the app’s first HTML includes the shell’s text, and public pages nothing of the app', async () => {
  const { html } = await get('/sk/app/i/01980000', { cookie: 'locale=sk' }, true)
  expect(html).toContain('Nastavenia')
  expect((await get('/en/auth')).html).not.toContain('__reactRouterContext')
})
test('301 302 S2.23 S7.15 route rules are answered by the server, for pages and for the app’s own navigation', async () => {
  const login = await get('/sk/login?next=%2Fapp')
  expect([login.status, login.headers.get('location')]).toEqual([301, '/sk/auth?next=%2Fapp'])
  const github = await get('/github')
  expect([github.status, github.headers.get('location')]).toEqual([302, 'https://git.example/ozvi'])
  const asked = await get('/en/github.data')
  expect([asked.status, asked.html]).toEqual([202, expect.stringContaining('https://git.example/ozvi')])
})
test('S2.24 S4.03 the app’s navigation redirects to the page, not to the URL of its data', async () => {
  expect((await get('/en/nowhere.data', {}, true)).html).toContain('Page not found: /en/nowhere"')
  expect((await get('/en/app/i/1.data')).html).toContain('/auth?next=%2Fen%2Fapp%2Fi%2F1"')
})
