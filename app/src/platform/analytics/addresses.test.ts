import { expect, test } from 'vitest'
import { allWithoutSecrets, withoutSecrets } from './addresses.ts'

const contacts = '/en/app/i/1/contacts'
test.each([
  ['https://ozvi.example/en/verify-email?token=ab-_1', 'https://ozvi.example/en/verify-email'],
  ['/en/auth?view=all&email=eva%40example.com&page=2#top', '/en/auth?view=all&page=2'],
  ['/en/auth?next=%2Finvitation%3Ftoken%3Dab%26x%3D1&tab=2', '/en/auth?tab=2'],
  ['/en/auth?next=%2Fcontacts%3Fsearch%3DR%2526D%2BMal%25C3%25A1', '/en/auth'],
  ['/en/auth/single-sign-on?code=ab&state=cd&iss=x', '/en/auth/single-sign-on'],
  ['/en/documentation/search?q=moja+choroba', '/en/documentation/search'],
  [`${contacts}?search=kde?Jana&sort=name`, `${contacts}?sort=name`],
  [`${contacts}?rules=[{"value":"Jana"},{"value":"+421900123456"}]`, contacts],
  [`${contacts}?rules=%5B%22jana%40example.com%22%5D&sort=name`, `${contacts}?sort=name`],
  [`${contacts}?filter[email]=jana@example.com&filter%5Bemail%5D=jana%40example.com`, contacts],
  [`${contacts}?jana@example.com`, contacts],
  ['/en#access_token=ab&view=all', '/en'],
  [
    '/sk?utm_source=list&utm_campaign=jar%C3%A9+2026&gclid=Cj0-_1',
    '/sk?utm_source=list&utm_campaign=jar%C3%A9+2026&gclid=Cj0-_1',
  ],
  ['/en?utm_content=jana%40example.com&utm_term=%2Fa%3Ftoken%3Dab&utm_id=jana%2540example.com', '/en'],
  ['?token=ab', ''],
  ['seen at https://ozvi.example/en?token=ab by Eva', 'seen at https://ozvi.example/en by Eva'],
  ['eva@example.com', 'eva@example.com'],
  ['Who is #1? Eva', 'Who is #1? Eva'],
  ['/en/blog/what-a-token=is?tokens=3', '/en/blog/what-a-token=is'],
])('S2.21 %s is sent as %s', (address, sent) => {
  expect(withoutSecrets(address)).toBe(sent)
})
test('S2.21 text is redacted at any depth, and nothing else changes', () => {
  const at = new Date()
  const event = { name: 'x', n: 1, at, list: ['/a?token=b', null], inner: { url: '/a?token=b' } }
  expect(allWithoutSecrets(event)).toEqual({
    ...event,
    list: ['/a', null],
    inner: { url: '/a' },
  })
})
test('a long address is reduced in linear time', () => {
  const start = performance.now()
  for (const part of ['?', '&a=', '%25', '#', '?token=a&']) withoutSecrets(`/en?${part.repeat(200_000)}`)
  expect(performance.now() - start).toBeLessThan(5000)
})
