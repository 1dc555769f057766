import { afterEach, expect, test, vi } from 'vitest'
import { safeUrl } from './safe-url.ts'

afterEach(() => vi.restoreAllMocks())

test('links work in browsers without URL.canParse, such as Safari 16', () => {
  vi.spyOn(URL, 'canParse').mockImplementation(() => {
    throw new TypeError('URL.canParse is not a function')
  })
  expect(safeUrl('https://example.com/a b')).toBe('https://example.com/a%20b')
  expect(safeUrl('mailto:a@example.com')).toBe('mailto:a@example.com')
  expect(safeUrl('data:text/html,x')).toBeUndefined()
  expect(safeUrl('/relative')).toBeUndefined()
})
