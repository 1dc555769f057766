import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { buildServiceWorker, offlinePageIn } from '../vite/service-worker.ts'
import { kindOf, localeOf, canCacheAsset, canCachePage } from '../worker/policy.ts'

const origin = 'https://ozvi.example'
const asked = (path: string, changes: Partial<Parameters<typeof kindOf>[0]> = {}) =>
  kindOf(
    { method: 'GET', url: new URL(path, origin).href, mode: 'cors', destination: '', ...changes },
    origin,
  )
const document = { mode: 'navigate', destination: 'document' }

/** As passed to `fetch`: same origin, not redirected. */
function reply(headers: Record<string, string>, { status = 200, type = 'basic', redirected = false } = {}) {
  const made = new Response('', { headers, status })
  return Object.defineProperties(made, { type: { value: type }, redirected: { value: redirected } })
}
const html = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' }
const canCache = (path: string, ...rest: Parameters<typeof reply>) =>
  canCachePage(origin + path, reply(...rest))

test('S4.18 S7.14 only hashed assets and documents are answered by the service worker', () => {
  expect(asked('/assets/app-1.js')).toBe('asset')
  expect(asked('/en/blog', document)).toBe('page')
  for (const path of [
    '/api/user',
    '/builds/latest.json?1',
    '/broadcasting/user-auth',
    '/widget/panel.js',
    '/sw.js',
  ])
    expect([path, asked(path)]).toEqual([path, null])
  expect(asked('/api/openapi.json', document)).toBeNull()
  expect(asked('/widget/frame.html', { mode: 'navigate', destination: 'iframe' })).toBeNull()
  expect(asked('/en/auth', { ...document, method: 'POST' })).toBeNull()
  expect(asked('https://elsewhere.example/assets/a.js')).toBeNull()
})
test('S4.18 only pages that are the same for everyone are cached, never those of a signed-in user', () => {
  expect(canCache('/en/blog', html)).toBe(true)
  expect(canCache('/en/blog', { ...html, 'cache-control': 'no-store' })).toBe(false)
  expect(canCache('/en/blog', { ...html, 'cache-control': 'private, max-age=60' })).toBe(false)
  expect(canCache('/en/blog', { 'content-type': 'text/html' })).toBe(false)
  expect(canCache('/en/blog', { ...html, 'content-type': 'application/json' })).toBe(false)
  expect(canCache('/en/blog', html, { status: 404 })).toBe(false)
  expect(canCache('/en/blog', html, { redirected: true })).toBe(false)
  for (const path of [
    '/app',
    '/en/app',
    '/sk/app/i/1',
    '/auth',
    '/en/auth/logout',
    '/sk/verify-email',
    '/dev/mail',
  ])
    expect([path, canCache(path, html)]).toEqual([path, false])
  expect(canCache('/en/apples', html)).toBe(true)
})
test('S4.18 an asset is cached only if it is complete and from our own origin', () => {
  expect(canCacheAsset(reply({}))).toBe(true)
  expect(canCacheAsset(reply({}, { status: 404 }))).toBe(false)
  expect(canCacheAsset(reply({}, { type: 'opaque' }))).toBe(false)
})
test('S4.18 S1.07 the offline page uses the language of the URL, else the stored one, else the browser’s', () => {
  expect([localeOf('/sk/blog', 'en', ['en']), localeOf('/en', 'sk', ['sk'])]).toEqual(['sk', 'en'])
  expect([localeOf('/', 'sk', ['en']), localeOf('/', 'de', ['sk'])]).toEqual(['sk', 'sk'])
  expect([localeOf('/', undefined, ['de', 'sk-SK', 'en']), localeOf('/', undefined, ['de'])]).toEqual([
    'sk',
    'en',
  ])
  expect(offlinePageIn('en').html).toContain('<h1>You’re offline</h1>')
  expect(offlinePageIn('sk').html).toMatch(/<html lang="sk">.*<h1>Ste offline<\/h1>/)
})
test.each(['en', 'sk'] as const)(
  'D-13 the policy of the offline page in %s allows its own style and script alone',
  (locale) => {
    const page = offlinePageIn(locale)
    const named = [...page.policy.matchAll(/'(sha256-[^']+)'/g)].map(([, hash]) => hash)
    const inline = [...page.html.matchAll(/<(?:style|script)>(.*?)<\/(?:style|script)>/gs)].map(
      ([, source = '']) => `sha256-${createHash('sha256').update(source).digest('base64')}`,
    )
    expect(inline.length).toBe(2)
    expect(named).toEqual(inline)
    expect(page.policy).toContain("default-src 'none'")
    expect(page.html).not.toMatch(/ on\w+=|style=|https?:/)
  },
)
test('S4.18 the worker is one script without imports that contains its build id', async () => {
  const code = await buildServiceWorker('0123456789ab')
  expect(code).toContain('assets-')
  expect(code).toContain('0123456789ab')
  expect(code).not.toMatch(/\bimport\b|\bexport\b|__BUILD_ID__|__OFFLINE__/)
})
test.each(['en', 'sk'] as const)('the manifest in %s names icons that are there', (locale) => {
  const file = (name: string) => readFileSync(new URL(`../public/${name}`, import.meta.url))
  const manifest = JSON.parse(file(`site.${locale}.webmanifest`).toString())
  expect([manifest.lang, manifest.start_url]).toEqual([locale, `/${locale}/app`])
  for (const { src, sizes } of manifest.icons) {
    const icon = file(src.slice(1))
    // Width and height are in the first chunk of a PNG.
    expect(`${icon.readUInt32BE(16)}x${icon.readUInt32BE(20)}`).toBe(sizes)
  }
})
