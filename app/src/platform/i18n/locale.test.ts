import { locales as contractLocales } from '@ozvi/contract'
import { expect, test } from 'vitest'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { createTranslator } from './translator.ts'
import { formatsOf } from './format.ts'
import { detectLocale, localeCookieLine, locales, pathInLocale } from './locale.ts'

test('S2.19 the locale comes from the route, then a cookie, then the browser, then English', () => {
  const all = { pathname: '/sk/auth', cookie: 'a=b; locale=en', accept_language: 'en' }
  expect(detectLocale(all)).toBe('sk')
  expect(detectLocale({ ...all, pathname: '/auth' })).toBe('en')
  expect(
    detectLocale({ pathname: '/auth', cookie: 'locale=de', accept_language: 'de, sk ; q=0.8 , en;q=0.3' }),
  ).toBe('sk')
  expect(detectLocale({ pathname: '/', cookie: null, accept_language: 'de-AT' })).toBe('en')
  expect(detectLocale({ accept_language: 'sk;q=0, de' })).toBe('en')
  expect(detectLocale({})).toBe('en')
  // Names that every object has.
  for (const name of ['constructor', '__proto__'])
    expect(detectLocale({ pathname: `/${name}/blog`, cookie: `locale=${name}`, accept_language: name })).toBe(
      'en',
    )
})
test('S2.19 the same page in another language keeps its path', () => {
  expect(pathInLocale('/en/app/i/1', 'sk')).toBe('/sk/app/i/1')
  expect(pathInLocale('/en', 'sk')).toBe('/sk')
  expect(pathInLocale('/auth', 'sk')).toBe('/sk/auth')
})
test('S9.04 the locales are en and sk, the default is en, and the cookie lasts 365 days', () => {
  expect(locales).toEqual(contractLocales)
  expect(detectLocale({ pathname: '/de/app', cookie: 'locale=de', accept_language: 'de' })).toBe('en')
  expect(localeCookieLine('sk')).toBe('locale=sk; path=/; max-age=31536000; samesite=lax')
})
test('S9.04 the message library formats en as en-US', () => {
  const library = createTranslator('en', {
    'ui.close': compileMessageOrThrow('{at, date} {at, time} {n, number}'),
  })
  const at = new Date(2026, 10, 14, 21, 5)
  expect(library.t('ui.close', { at: at.getTime(), n: 12_345.5 })).toBe('Nov 14, 2026 9:05:00 PM 12,345.5')
})
test('dates, numbers and distances use each language’s format', () => {
  const [en, sk] = [formatsOf('en'), formatsOf('sk')]
  const noon = '2026-11-14T12:00:00.000Z'
  expect([en.number(12345.5), sk.number(12345.5)]).toEqual(['12,345.5', '12\u00a0345,5'])
  expect([en.date(noon), sk.date(noon)]).toEqual(['Nov 14, 2026', '14. 11. 2026'])
  const now = new Date(noon).getTime()
  expect(en.relative('2026-11-14T11:57:00.000Z', now)).toBe('3 minutes ago')
  expect(sk.relative('2026-11-13T12:00:00.000Z', now)).toBe('včera')
  expect(en.relative('2026-10-01T12:00:00.000Z', now)).toBe('Oct 1, 2026')
})
