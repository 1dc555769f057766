import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readSpecification, specificationProblems, titlesOf } from './specification.ts'

const root = path.join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const built = new Set(['node_modules', 'build', 'dist', 'data', 'test-results', '.react-router', '.git'])

test('every row of the specification is named by a test or is in the pending list, and no other number is', () => {
  const files = globSync('**/*.test.{ts,tsx}', {
    cwd: root,
    exclude: (name) => built.has(path.basename(name)),
  })
  const titles = files.flatMap((file) => titlesOf(read(file), file))
  const specification = readSpecification(read('docs/specification.md'))
  expect(specificationProblems(specification, titles)).toEqual([])
  // A minimum, in case the parser stops finding rows.
  expect([specification.ids.length, files.length, titles.length].map((count) => count > 80)).toEqual([
    true,
    true,
    true,
  ])
})
