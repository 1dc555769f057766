import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { day_ms } from '@ozvi/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildIdOf, filesToStore, type RouterFile, storeFiles, withoutReload } from '../vite/builds.ts'

let build_dir: string
const assets = () => path.join(build_dir, 'client', 'assets')
beforeEach(() => void (build_dir = mkdtempSync(path.join(tmpdir(), 'ozvi-build-'))))
afterEach(() => rmSync(build_dir, { recursive: true }))

/** A build as the bundler creates it: the folder is emptied, then its files are written. */
function build(now: number, ...names: string[]): string[] {
  const earlier = filesToStore(build_dir, now)
  rmSync(build_dir, { recursive: true })
  mkdirSync(assets(), { recursive: true })
  for (const name of names) writeFileSync(path.join(assets(), name), name)
  storeFiles(build_dir, earlier)
  return readdirSync(assets()).sort()
}

test('files of an earlier build are kept for a day after a newer one, then deleted', () => {
  expect(build(0, 'a-1.js', 'b-1.js')).toEqual(['a-1.js', 'b-1.js'])
  expect(build(1000, 'a-2.js', 'b-1.js')).toEqual(['a-1.js', 'a-2.js', 'b-1.js'])
  expect(build(day_ms, 'a-3.js', 'b-1.js')).toEqual(['a-1.js', 'a-2.js', 'a-3.js', 'b-1.js'])
  expect(build(day_ms + 1001, 'a-3.js', 'b-2.js')).toEqual(['a-2.js', 'a-3.js', 'b-1.js', 'b-2.js'])
})
test('a file that a later build writes again counts as new', () => {
  build(0, 'a-1.js')
  build(1000, 'a-2.js')
  build(2000, 'a-1.js')
  expect(build(day_ms + 1500, 'a-2.js')).toEqual(['a-1.js', 'a-2.js'])
})
test('S7.15 a build’s id depends on its files, regardless of their order', () => {
  const id = buildIdOf(['assets/a-1.js', 'assets/b-1.js', 'builds/latest.json'])
  expect(id).toMatch(/^[0-9a-f]{12}$/)
  expect(buildIdOf(['assets/b-1.js', 'assets/a-1.js'])).toBe(id)
  expect(buildIdOf(['assets/a-2.js', 'assets/b-1.js'])).not.toBe(id)
})
const changed = (name: RouterFile) =>
  withoutReload(
    name,
    readFileSync(new URL(`lib/dom/ssr/${name}`, import.meta.resolve('react-router')), 'utf8'),
  )
test('S9.03 the router does not reload the page without a limit', () => {
  const code = changed('routeModules.js')
  expect(code).not.toContain('location.reload')
  expect(code).toContain('await failed.answered')
  expect(() => withoutReload('routeModules.js', 'location.reload()')).toThrow('has changed')
})
test('S9.03 S9.07 the router does not run the script of a page whose link is visible', () => {
  expect(changed('links.js')).not.toContain('loadRouteModule(')
})
