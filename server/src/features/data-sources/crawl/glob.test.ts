import { expect, test } from 'vitest'
import { compileGlob } from './glob.ts'

const matches = (pattern: string, path: string) => compileGlob(pattern)(new URL(path, 'https://x.example'))

test('`*` stays within a segment, `**` doesn’t, and everything else is literal', () => {
  expect(matches('/docs/*', '/docs/a')).toBe(true)
  expect(matches('/docs/*', '/docs/a/b')).toBe(false)
  expect(matches('/docs/**', '/docs/a/b?x=1')).toBe(true)
  expect(matches('/docs/**', '/docs')).toBe(true)
  expect(matches('/docs/**', '/docsy')).toBe(false)
  expect(matches('docs', '/docs')).toBe(true)
  expect(matches('*.html', '/a/b.html')).toBe(true)
  expect(matches('**/print', '/a/b/print')).toBe(true)
  expect(matches('/a?page=*', '/a?page=2')).toBe(true)
  expect(matches('/a.c', '/abc')).toBe(false)
  expect(matches('https://x.example/a/*', '/a/b')).toBe(true)
  expect(matches('https://y.example/**', '/a')).toBe(false)
  expect(matches('**/x*', '/x/y/x')).toBe(true)
  expect(matches('/a*/b', '/aa/ab/b')).toBe(false)
})

test('a hostile pattern takes linear time', () => {
  expect(matches(`${'**a'.repeat(90)}b`, `/${'a'.repeat(2_000)}`)).toBe(false)
})
