import { expect, test } from 'vitest'
import type { PageRule } from './flow.ts'
import { matchesPage } from './page-rule.ts'

const fits = (match: PageRule['match'], value: string, url: string) => matchesPage({ match, value }, url)
const page = 'https://shop.example/Products/Boots/?size=42#reviews'

test('a rule compares the path, or the whole URL if it names a host', () => {
  expect(fits('any', '', page)).toBe(true)
  expect(fits('contains', 'boots', page)).toBe(true)
  expect(fits('contains', 'size=4', page)).toBe(true)
  expect(fits('contains', 'sandals', page)).toBe(false)
  expect(fits('equals', '/products/boots', page)).toBe(true)
  expect(fits('equals', '/products/boots/?size=42', page)).toBe(true)
  expect(fits('equals', 'https://shop.example/products/boots', page)).toBe(true)
  expect(fits('equals', '/products', page)).toBe(false)
  expect(fits('equals', '/', 'https://shop.example')).toBe(true)
})
test('an asterisk in a rule matches any characters', () => {
  expect(fits('glob', '/products/*', page)).toBe(true)
  expect(fits('glob', '*/boots', page)).toBe(true)
  expect(fits('glob', 'https://*.example/*/boots', page)).toBe(true)
  expect(fits('glob', '/products/*?size=*', page)).toBe(true)
  expect(fits('glob', '/products/*/red', page)).toBe(false)
  expect(fits('glob', '/aa*aa', 'https://shop.example/aaa')).toBe(false)
})
test('an empty rule matches no page, and a hostile one is fast', () => {
  expect(fits('contains', ' ', page)).toBe(false)
  const started = Date.now()
  const pattern = '*a'.repeat(100)
  for (let tries = 0; tries < 100; tries++)
    fits('glob', pattern, `https://shop.example/${'a'.repeat(50_000)}b`)
  expect(Date.now() - started).toBeLessThan(500)
})
