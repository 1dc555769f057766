// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { deleteConversionCookies } from './conversion-cookies.ts'
import { loadGoogleTag } from './google-tag.ts'

beforeEach(() => {
  globalThis.dataLayer = undefined
  document.head.replaceChildren()
})
const dataLayerCalls = () =>
  (globalThis.dataLayer ?? []).map((call) => Array.from(call as ArrayLike<unknown>))

test('S4.09 cookies named with _gcl_ or AW- are deleted, others stay', () => {
  for (const name of ['_gcl_au', '_gcl_aw', 'AW-123', 'locale', 'my_gcl_x'])
    document.cookie = `${name}=1; path=/`
  deleteConversionCookies()
  expect(document.cookie.split('; ').sort()).toEqual(['locale=1', 'my_gcl_x=1'])
})
test('S1.09 the tag starts with everything denied, then gets what was allowed', () => {
  loadGoogleTag({ id: 'AW-1' }).allowAnalytics(false)
  const denied = { ad_storage: 'denied', ad_user_data: 'denied', ad_personalization: 'denied' }
  expect(dataLayerCalls().slice(0, 2)).toEqual([
    ['consent', 'default', { ...denied, analytics_storage: 'denied' }],
    ['consent', 'update', { ad_storage: 'granted', ad_user_data: 'granted', ad_personalization: 'granted' }],
  ])
  expect(dataLayerCalls().at(-1)).toEqual(['consent', 'update', { analytics_storage: 'denied' }])
  expect(document.head.querySelector('script')?.src).toBe('https://www.googletagmanager.com/gtag/js?id=AW-1')
})
test('S2.21 a page view sends the URL to the tag without secrets', () => {
  const tag = loadGoogleTag({ id: 'G-1' })
  tag.visit({ address: 'http://localhost/en/reset?token=secret', referrer: '' })
  expect(dataLayerCalls().slice(-2)).toEqual([
    ['set', { page_location: 'http://localhost/en/reset', page_referrer: '' }],
    ['event', 'page_view', { page_title: '' }],
  ])
})
