import { expect, test } from 'vitest'
import { type Page, pages } from '#pages'
import { checkAccess } from './access.ts'

const url = new URL('https://ozvi.example/en/app/i/1?x=2')
const led = (name: string, has_session: boolean) => {
  try {
    return checkAccess(name, { url, has_session })
  } catch (thrown) {
    return (thrown as Response).headers.get('location')
  }
}

test('S4.03 only pages for members check the session before rendering', () => {
  expect(led('member', false)).toBe('/auth?next=%2Fen%2Fapp%2Fi%2F1%3Fx%3D2')
  expect([led('member', true), led('guest', false), led('open', false)]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
test('S8.10 a page with an unknown guard is an internal error', () => {
  expect(() => checkAccess('admin', { url, has_session: true })).toThrow('Unknown route middleware: admin')
  expect(() => checkAccess('constructor', { url, has_session: true })).toThrow('Unknown route middleware')
  const all: readonly Page[] = pages
  for (const { access } of all) expect(() => checkAccess(access, { url, has_session: true })).not.toThrow()
})
