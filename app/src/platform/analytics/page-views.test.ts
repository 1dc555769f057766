// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPageViews } from './page-views.ts'

const settings = { url: 'https://umami.example/api/send', website_id: 'w1', hosts: ['localhost'] }
const shown = {
  address: 'http://localhost:3000/en/blog?page=1#top',
  referrer: 'https://search.example/?q=chat',
}
let sent: { url: string; init: RequestInit }[]
let failure: Error | undefined
beforeEach(() => {
  vi.useFakeTimers()
  sent = []
  failure = undefined
  localStorage.clear()
  document.title = 'Blog – Ozvi'
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ url, init })
    if (failure) throw failure
    return Response.json({})
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
const body = (index = 0) => JSON.parse(String(sent[index]?.init.body)) as unknown

test('S7.17 S9.07 a page view is sent after 250 ms, without credentials', () => {
  vi.stubGlobal('screen', { width: 1440, height: 900 })
  const views = createPageViews({ ...settings, tag: 'beta' }, () => true)
  views.visit(shown)
  vi.advanceTimersByTime(249)
  expect(sent).toEqual([])
  vi.advanceTimersByTime(1)
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({ url: settings.url, init: { method: 'POST', credentials: 'omit' } })
  expect(body()).toEqual({
    type: 'event',
    payload: {
      hostname: 'localhost',
      language: navigator.language,
      screen: '1440x900',
      url: '/en/blog?page=1',
      title: 'Blog – Ozvi',
      referrer: 'https://search.example/',
      tag: 'beta',
      website: 'w1',
    },
  })
})
test('S7.17 the title of a conversation is sent without the customer’s name', () => {
  history.replaceState(null, '', '/en/app/i/7/conversation/42')
  document.title = 'Jana Malá – Inbox – Shop'
  createPageViews(settings, () => true).visit(shown)
  vi.advanceTimersByTime(250)
  history.replaceState(null, '', '/')
  expect(body()).toMatchObject({ payload: { title: 'Inbox – Shop' } })
})
test('S7.17 without a tag nothing is loaded, and secrets in URLs are never sent', () => {
  createPageViews(settings, () => true).visit({
    address: 'http://localhost:3000/en/auth?next=%2Finvitation%3Ftoken%3Dsecret',
    referrer: 'http://localhost:3000/en/verify-email?token=secret',
  })
  vi.advanceTimersByTime(250)
  expect(body()).toMatchObject({
    payload: {
      url: '/en/auth',
      referrer: 'http://localhost:3000/en/verify-email',
    },
  })
  expect(body()).not.toHaveProperty('payload.tag')
})
test('S9.07 a document that isn’t ready is checked every 500 ms', () => {
  const ready = vi.spyOn(document, 'readyState', 'get').mockReturnValue('interactive')
  createPageViews(settings, () => true).visit(shown)
  vi.advanceTimersByTime(250 + 499)
  ready.mockReturnValue('complete')
  expect(sent).toEqual([])
  vi.advanceTimersByTime(1)
  expect(sent).toHaveLength(1)
})
test('S8.09 the local storage flag umami.disabled turns it off', () => {
  localStorage.setItem('umami.disabled', '1')
  const views = createPageViews(settings, () => true)
  views.visit(shown)
  vi.advanceTimersByTime(250)
  expect(sent).toEqual([])
  localStorage.setItem('umami.disabled', '0')
  views.visit(shown)
  vi.advanceTimersByTime(250)
  expect(sent).toHaveLength(1)
})
test('S8.09 visits on unlisted hosts aren’t sent', () => {
  createPageViews({ ...settings, hosts: ['ozvi.example'] }, () => true).visit(shown)
  vi.advanceTimersByTime(250)
  expect(sent).toEqual([])
})
test('S1.09 withdrawing consent before a page view is sent cancels it', () => {
  let isAllowed = true
  createPageViews(settings, () => isAllowed).visit(shown)
  isAllowed = false
  vi.advanceTimersByTime(250)
  expect(sent).toEqual([])
})
test('S8.09 errors of the collector are ignored', async () => {
  failure = new TypeError('Failed to fetch')
  const log = vi.spyOn(console, 'error')
  createPageViews(settings, () => true).visit(shown)
  await vi.advanceTimersByTimeAsync(250)
  expect(sent).toHaveLength(1)
  expect(log).not.toHaveBeenCalled()
})
