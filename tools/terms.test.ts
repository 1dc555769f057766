import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/* The interface uses the terms of docs/terms.md and none of the words they replace. */

const root = path.join(import.meta.dirname, '..')
const read = (name: string) => readFileSync(path.join(root, name), 'utf8')
const locales = ['en', 'sk'] as const
type Locale = (typeof locales)[number]

interface Term {
  preferred: string
  pattern: RegExp
}

const escaped = (word: string) => word.replace(/[.+?^${}()|[\]\\]/g, '\\$&')
/** `*` matches any ending. A word in brackets, such as “(a)”, may follow a letter. */
const patternOf = (word: string) =>
  word.startsWith('(')
    ? new RegExp(escaped(word), 'u')
    : new RegExp(`(?<![\\p{L}\\d-])${escaped(word).replaceAll('*', '\\p{L}*')}(?![\\p{L}\\d-])`, 'iu')

const rows = read('docs/terms.md')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(2)
  .map((line) => line.split('|').map((cell) => cell.trim()))

const termsOf = (locale: Locale): Term[] =>
  rows.flatMap(([, en = '', sk = '', , notEn = '', notSk = '']) =>
    (locale === 'en' ? notEn : notSk)
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean)
      .map((word) => ({ preferred: locale === 'en' ? en : sk, pattern: patternOf(word) })),
  )

/** Only text that people read: names of values and plural keywords are left out. */
const visible = (text: string) =>
  text
    .replace(/\{\w+, (?:plural|select),/g, ' ')
    .replace(/\{[a-z_\d]+(?:, number)?\}/g, ' ')
    .replace(/\w+ \{/g, ' ')
    // OpenID Connect's own terms.
    .replace(/client (?:ID|secret)|(?:ID|kľúč) klienta/gi, ' ')

/** HubSpot's own term, in its settings and in texts that name HubSpot. */
const withoutTickets = (area: string, text: string) =>
  area === 'hubspot' || text.includes('HubSpot') ? text.replace(/\b(?:ticket|tiket)\p{L}*/giu, ' ') : text

/** Fixed by the specification. */
const fixed = ['errors']
const textsOf = (locale: Locale): [name: string, text: string][] => [
  ...readdirSync(path.join(root, 'app/locales', locale)).flatMap((file) => {
    const area = path.basename(file, '.json')
    // Files of the project: flat objects of texts.
    const texts = JSON.parse(read(`app/locales/${locale}/${file}`)) as Record<string, string>
    return fixed.includes(area)
      ? []
      : Object.entries(texts).map(([key, text]): [string, string] => [
          `${area}.${key}`,
          withoutTickets(area, text),
        ])
  }),
  ...quotedLines('widget', read(`widget/src/panel/messages/${locale}.ts`)),
  ...quotedLines('error', read(`contract/src/error-messages/${locale}.ts`)),
]
const quotedLines = (name: string, source: string): [string, string][] =>
  [...source.matchAll(/^ +(\w+):\s+'([^'\n]*)',$/gm)].map(([, key = '', text = '']) => [
    `${name}.${key}`,
    withoutTickets(name, text),
  ])

test.each(locales)('every text uses the preferred terms (%s)', (locale) => {
  const terms = termsOf(locale)
  const texts = textsOf(locale)
  expect(terms.length).toBeGreaterThan(20)
  expect(texts.length).toBeGreaterThan(2000)
  const problems = texts.flatMap(([name, text]) =>
    terms
      .filter(({ pattern }) => pattern.test(visible(text)))
      .map(({ preferred, pattern }) => `${name}: “${pattern.exec(visible(text))?.[0]}”, use ${preferred}`),
  )
  expect(problems).toEqual([])
})
test.each([
  ['en', 'Send an e-mail', 'email'],
  ['en', 'Nobody is here', 'someone, no one, everyone'],
  ['sk', 'Konverzácia je pridelená', 'priradiť'],
  ['sk', 'Zmenil(a) názov', 'noun or colon instead of a verb'],
] as const)('%s: “%s” is found, with the term to use', (locale, text, term) => {
  const found = termsOf(locale).filter(({ pattern }) => pattern.test(text))
  expect(found.map(({ preferred }) => preferred)).toContain(term)
})

const ending = (text: string) => /[.?!:…]$/.exec(text)?.[0] ?? 'nothing'
test('texts end with the same mark in both languages', () => {
  const slovak = new Map(textsOf('sk'))
  const problems = textsOf('en').flatMap(([name, text]) => {
    const [en, sk] = [ending(text), ending(slovak.get(name) ?? '')]
    return en === sk ? [] : [`${name}: ${en} in English, ${sk} in Slovak`]
  })
  expect(problems).toEqual([])
})
