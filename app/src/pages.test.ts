import { existsSync } from 'node:fs'
import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { type PageRequest, pageRequest } from '#platform/session/request.ts'
import { publicConfig } from '../test/fixtures.ts'
import { pagePath, pageLocationOf, routeId } from './addresses.ts'
import { pages, type Page } from './pages.ts'
import routes from './routes.ts'
import { loader } from './unmatched.tsx'

const all: readonly Page[] = pages
const flat = (list: typeof routes): typeof routes =>
  list.flatMap((route) => [route, ...flat(route.children ?? [])])
const asks = async (path: string, headers: Record<string, string> = {}) => {
  const url = new URL(path, 'https://ozvi.example')
  const context = new RouterContextProvider()
  // The rest of the page request isn't used.
  context.set(pageRequest, { public_config: publicConfig } as PageRequest)
  try {
    // The other arguments aren't used.
    return loader({ request: new Request(url, { headers }), url, context } as unknown as Parameters<
      typeof loader
    >[0])
  } catch (thrown) {
    return thrown as Response
  }
}

test('S2.19 every page has a route in both locales, generated from one list', () => {
  const made = flat(routes).map(({ id }) => id)
  for (const page of all) {
    expect(made).toContain(routeId(page, 'en'))
    expect(made).toContain(routeId(page, 'sk'))
    expect(existsSync(new URL(page.file, import.meta.url))).toBe(true)
  }
})
test('S4.01 workspace routes have -i- in their id, picker routes start with app_', () => {
  for (const page of all.filter(({ path }) => path.startsWith('app'))) {
    expect(routeId(page, 'sk')).toMatch(page.path.startsWith('app/i/') ? /-i-.*___sk$/ : /app_|onboarding/)
  }
})
test('S2.18 pages use the site’s layout or the app’s', () => {
  const layouts = flat(routes).map(({ id }) => id)
  expect(layouts).toEqual(expect.arrayContaining(['layout-site___en', 'layout-default___sk']))
})
const publicPaths = `/ /blog /blog/:slug /competitors /competitors/:slug /dictionary /dictionary/:slug
  /documentation /documentation/*
  /documentation/api/reference /documentation/api/reference/:resource /features /features/:slug /solutions /solutions/:slug /preview
  /privacy-policy /refund-policy /terms-of-service`.split(/\s+/)
test('S2.17 S2.18 every public page is open to everyone, in the site’s layout', () => {
  const found = all.filter(({ path }) => publicPaths.includes(`/${path}`))
  expect(found.length).toBe(publicPaths.length)
  for (const { path, layout, access } of found) expect([path, layout, access]).toEqual([path, 'site', 'open'])
})
test('S2.12 S2.13 S2.18 sign-in and sign-up use the site’s layout, every page of the app the app’s', () => {
  const layouts = Object.fromEntries(all.map(({ path, layout }) => [path, layout]))
  expect(layouts).toMatchObject({ auth: 'site', 'auth/create-account': 'site', 'verify-email': 'site' })
  const ofApp = all.filter(({ path }) => path === 'app' || path.startsWith('app/'))
  expect(ofApp.map(({ layout }) => layout)).toEqual(
    ofApp.map(() => expect.stringMatching(/^(default|inbox|settings)$/)),
  )
})
test('S2.12 S2.13 S2.14 the list of pages includes their access', () => {
  const access = Object.fromEntries(all.map(({ name, access }) => [name, access]))
  expect(access).toMatchObject({
    auth: 'guest',
    'auth-create-account': 'guest',
    'auth-logout': 'member',
    'verify-email': 'open',
    app: 'member',
    'app-i-integrationId': 'member',
  })
  expect(all.filter(({ path, access }) => path.startsWith('app') && access !== 'member')).toEqual([])
})
test('the same list builds and parses URLs', () => {
  const path = pagePath('sk', 'app-i-integrationId-settings-team', { integrationId: 'a/b' })
  expect(path).toBe('/sk/app/i/a%2Fb/settings/team')
  expect(pageLocationOf('/sk/app/i/x1/settings/team/')).toMatchObject({
    locale: 'sk',
    params: { integrationId: 'x1' },
  })
  expect(pagePath('en', 'index')).toBe('/en')
  expect(pageLocationOf('/app/nowhere')).toBeNull()
})
test('S2.02 S4.01 an optional parameter is read and written either way', () => {
  expect(pagePath('en', 'app-onboarding')).toBe('/en/app/onboarding')
  expect(pagePath('sk', 'app-onboarding', { step: 'try' })).toBe('/sk/app/onboarding/try')
  expect(pageLocationOf('/en/app/onboarding/')).toMatchObject({
    page: { name: 'app-onboarding' },
    locale: 'en',
  })
  expect(pageLocationOf('/sk/app/onboarding/try')).toMatchObject({ params: { step: 'try' } })
  expect(pageLocationOf('/en/app/onboarding/try/more')).toBeNull()
  expect(flat(routes).find(({ id }) => id === 'app-onboarding___sk')?.path).toBe('sk/app/onboarding/:step?')
})
test('S2.19 an unprefixed page URL answers 302 to the reader’s language, with its query', async () => {
  const reply = await asks('/auth/reset-password?token=a%2Fb', { 'accept-language': 'sk' })
  expect([reply.status, reply.headers.get('location')]).toEqual([302, '/sk/auth/reset-password?token=a%2Fb'])
  const home = await asks('/', { cookie: 'locale=en', 'accept-language': 'sk' })
  expect([home.status, home.headers.get('location')]).toEqual([302, '/en'])
})
test.each(['/nowhere', '/en/nowhere', '/de/auth', '/app/i/x/nowhere'])(
  '404 S2.24 %s is never redirected and names the path as asked',
  async (path) => {
    const reply = await asks(path)
    expect([reply.status, await reply.text()]).toEqual([404, `Page not found: ${path}`])
  },
)
