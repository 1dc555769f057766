import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readFigures, withFigures, withPart } from './figures.ts'
import { row } from './report.ts'

const root = path.join(import.meta.dirname, '..')
const read = (name: string) => readFileSync(path.join(root, name), 'utf8')
const figures = readFigures()

/** Texts of the site: pages, and messages of its screens. */
const texts = ['app/content', 'app/locales'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(md|json)$/.test(name))
    .map((name) => ({ name: `${folder}/${name}`, text: read(`${folder}/${name}`) })),
)
/** Sizes that aren't measured by the bench: limits of the product, budgets, and sizes of other products. */
const otherSizes: Record<string, string[]> = {
  'documentation/api/errors.md': ['256'],
  'documentation/api/http-api.md': ['10'],
  'documentation/api/own-events.md': ['1', '10', '32', '256'],
  'documentation/api/realtime.md': ['32'],
  'documentation/api/webhooks.md': ['64'],
  'blog/chat-widget-under-four-kibibytes.md': '4 5 32 90 161 284 348 372 409 471 538 617'.split(' '),
  'features/light-widget.md': ['4'],
  'dictionary/chat-widget.md': ['4'],
  'competitors/chatwoot.md': ['409', '535'],
  'competitors/libredesk.md': ['284', '320'],
  'site.json': ['284', '409'],
}

test('every number has the day, commit and machine of its measurement', () => {
  expect(Object.keys(figures).length).toBeGreaterThan(0)
  for (const [name, figure] of Object.entries(figures))
    expect({ name, ...figure }).toEqual({
      name: expect.stringMatching(/_(kib|s|ms|per_s)$/),
      value: expect.any(Number),
      part: expect.any(String),
      measured_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      commit: expect.stringMatching(/^[0-9a-f]{7,}(-dirty)?$/),
      machine: expect.stringContaining('Node'),
    })
})

test('README.md has the numbers of figures.json and no others', () => {
  const readme = read('README.md')
  const printed = [...readme.matchAll(/^\| [^|]+ \| ([\d.,]+) (?:KiB|ms|s|a second) \| `(\w+)` \|$/gm)]
  expect(printed.length).toBeGreaterThan(0)
  for (const [, value, name = ''] of printed)
    expect([name, Number(value)]).toEqual([name, figures[name]?.value])
  const rest = printed.reduce((text, [line]) => text.replace(line, ''), readme)
  expect(rest.match(/\d(?: KiB| MiB| ms\b| a second)|nDCG/g) ?? []).toEqual([])
})

test('pages and texts of the site insert numbers by name only', () => {
  for (const { name, text } of texts) {
    for (const [, figure = ''] of text.matchAll(/\{figure:(\w+)\}/g))
      expect(Object.keys(figures)).toContain(figure)
    const allowed = Object.entries(otherSizes).find(([end]) => name.endsWith(`/${end}`))?.[1] ?? []
    const sizes = [...text.matchAll(/([\d.,]*\d) KiB/g)].map(([, size]) => size)
    expect([name, sizes.filter((size) => size && !allowed.includes(size))]).toEqual([name, []])
    // Measured with questions and machines that readers don't have.
    expect([name, /nDCG@10[^.]* 0[.,]\d/.test(text), /\d ms \|/.test(text)]).toEqual([name, false, false])
  }
})

test('a part that is measured again replaces only its own numbers', () => {
  const of = { part: 'bytes', measured_on: '2026-11-23', commit: 'abcdef0', machine: 'Node' }
  const before = withPart({}, [row('a', '1', undefined, { b_kib: 1, a_kib: 2 })], of)
  const later = { ...of, part: 'start', commit: 'abcdef1' }
  const after = withPart(before, [row('b', '3', undefined, { b_kib: 3 }), row('c', 'not published')], later)
  expect(after).toEqual({ a_kib: { value: 2, ...of }, b_kib: { value: 3, ...later } })
  expect(Object.keys(after)).toEqual(['a_kib', 'b_kib'])
  const readme = '| a size | 9.9 KiB | `a_kib` |\n| another | 1 KiB | `unknown_kib` |\n| 8 KiB | text |'
  expect(withFigures(readme, after)).toBe(readme.replace('9.9', '2'))
})
