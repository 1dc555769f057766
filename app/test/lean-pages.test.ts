import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { withoutServerFields } from '../vite/lean-pages.ts'

test('browsers get the names, paths, layouts and navigation of pages, and nothing else of them', () => {
  const code = `const other = [{ file: 'x' }]
export const pages = [
  { name: 'a', path: 'a', file: 'a.tsx', layout: 'site', access: 'open', isPrerendered: true },
  { name: 'b', path: 'b/:id', file: 'b.tsx', access: 'member', early: ['/api/:id'], nav: { in: 'rail', icon: 'home' } },
]`
  const lean = withoutServerFields(code, parseAst(code).body)
  expect(lean.replace(/\s+/g, ' ')).toBe(
    `const other = [{ file: 'x' }] export const pages = [ { name: 'a', path: 'a', layout: 'site', }, { name: 'b', path: 'b/:id', nav: { in: 'rail', icon: 'home' } }, ]`,
  )
  expect(() =>
    withoutServerFields('export const list = []', parseAst('export const list = []').body),
  ).toThrow('another way')
})
