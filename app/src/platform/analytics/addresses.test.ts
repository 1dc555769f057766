import { expect, test } from 'vitest'
import { allWithoutSecrets, withoutSecrets } from './addresses.ts'

test.each([
  ['https://ozvi.example/en/verify-email?token=ab-_1', 'https://ozvi.example/en/verify-email?token=…'],
  ['/en/auth?x=1&email=eva%40example.com&y=2#top', '/en/auth?x=1&email=…&y=2#top'],
  [
    '/en/auth?next=%2Finvitation%3Ftoken%3Dab%26x%3D1&y=2',
    '/en/auth?next=%2Finvitation%3Ftoken%3D…%26x%3D1&y=2',
  ],
  ['/a?next=%2Fb%3Fnext%3D%252Fc%253Ftoken%253Dab', '/a?next=%2Fb%3Fnext%3D%252Fc%253Ftoken%253D…'],
  ['/en/auth/single-sign-on?code=ab&state=cd&iss=x', '/en/auth/single-sign-on?code=…&state=…&iss=x'],
  ['/en/app/i/1/contacts?search=Jana&kind=lead', '/en/app/i/1/contacts?search=…&kind=lead'],
  [
    '/en/app/i/1/contacts?rules=%5B%22jana%40example.com%22%5D&kind=lead',
    '/en/app/i/1/contacts?rules=…&kind=lead',
  ],
  ['/en/app?x=a%26jana%40example.com#top', '/en/app?x=…#top'],
  ['/en/auth?next=%2Fapp%3Fid%3Djana%2540example.com%26x%3D1&y=2', '/en/auth?next=…&y=2'],
  ['eva@example.com', 'eva@example.com'],
  ['/en/blog/what-a-token=is?tokens=3', '/en/blog/what-a-token=is?tokens=3'],
])('S2.21 %s is sent as %s', (address, told) => {
  expect(withoutSecrets(address)).toBe(told)
})
test('S2.21 text is redacted at any depth, and nothing else changes', () => {
  const at = new Date()
  const event = { name: 'x', n: 1, at, list: ['/a?token=b', null], inner: { url: '/a?token=b' } }
  expect(allWithoutSecrets(event)).toEqual({
    ...event,
    list: ['/a?token=…', null],
    inner: { url: '/a?token=…' },
  })
})
