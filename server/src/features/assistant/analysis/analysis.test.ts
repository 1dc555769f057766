import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { stemEnglish } from './english-stemmer.ts'
import { fold, words } from './fold.ts'
import { grams, similarity, trigrams } from './grams.ts'
import { detectLocale } from './language.ts'
import { oppositesIn } from './opposites.ts'
import { sentenceUnits } from './sentences.ts'
import { stemSlovak } from './slovak-stemmer.ts'
import { correctionOf, correctedPrefixes } from './typos.ts'
import { synonymsOf } from './synonyms.ts'
import { contentWords, stem } from './terms.ts'

describe('words', () => {
  test('diacritics are ignored', () => {
    expect(fold('ľščťžýáíéúäňôŕĺ')).toBe('lsctzyaieuanorl')
    expect(contentWords('Vrátiť tovar', 'sk')).toEqual(contentWords('vratit TOVAR', 'sk'))
  })
  test('an apostrophe joins a word and a possessive ending is removed', () => {
    expect(words("don't")).toEqual(["don't"])
    expect(contentWords("the courier's parcel", 'en')).toEqual(['courier', 'parcel'])
  })
  test.each([
    ['requestTimeout', ['request', 'timeout', 'requesttimeout']],
    ['request_timeout', ['request', 'timeout', 'requesttimeout']],
    ['--max-old-space', ['max', 'old', 'space']],
    ['node:fs', ['node', 'fs', 'nodefs']],
    ['python3.11', ['python', '3', '11', 'python311']],
    ['HTTPServer', ['http', 'server', 'httpserver']],
    ['iPhone', ['iphone']],
    ['1.500,50', ['1', '500', '50']],
  ])('the name “%s” is found by its words and as a whole', (name, matched) => {
    expect(contentWords(name, 'en')).toEqual(matched)
  })
  test('no content word contains a space, so spaces can separate them', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        for (const word of contentWords(text, 'sk')) expect(word).toMatch(/^\S{1,40}$/)
      }),
    )
  })
})

test.each([
  ['detatched', 'detached'],
  ['pasword', 'password'],
  ['adn', undefined],
  ['invoice', undefined],
  ['passport', undefined],
])('of the known words, “%s” is a typo of “%s”', (word, meant) => {
  const cached = ['password', 'detached', 'and', 'device'].map((term) => ({ term, frequency: 3 }))
  expect(correctionOf(word, cached)).toBe(meant)
})
test('of two equally similar words the more frequent one is chosen', () => {
  const cached = [
    { term: 'house', frequency: 2 },
    { term: 'mouse', frequency: 9 },
  ]
  expect(correctionOf('bouse', cached)).toBe('mouse')
})

test.each([
  ['refunds', 'refunded'],
  ['connection', 'connected'],
  ['hoping', 'hoped'],
  ['relational', 'relate'],
  ['skies', 'sky'],
])('English “%s” and “%s” have the same stem', (left, right) => {
  expect(stemEnglish(left)).toBe(stemEnglish(right))
})
// Samples of the published Porter2 vocabulary.
test.each([
  ['caresses', 'caress'],
  ['ties', 'tie'],
  ['cries', 'cri'],
  ['knack', 'knack'],
  ['consigned', 'consign'],
  ['consistency', 'consist'],
  ['knightly', 'knight'],
  ['generously', 'generous'],
  ['communism', 'communism'],
  ['herring', 'herring'],
  ['dying', 'die'],
  ['hopping', 'hop'],
  ['agreed', 'agre'],
  ['by', 'by'],
])('English “%s” has the stem “%s”', (word, expected) => {
  expect(stemEnglish(word)).toBe(expected)
})
test.each([
  ['objednavka', 'objednavky', 'objednavke', 'objednavkou'],
  ['tovar', 'tovaru', 'tovarom', 'tovare'],
  ['faktura', 'faktury', 'fakturu', 'fakturou'],
  ['kurier', 'kuriera', 'kurierom', 'kurierovi'],
  ['zasielka', 'zasielky', 'zasielku', 'zasielok'],
  ['chlapec', 'chlapca', 'chlapcovi'],
  ['priecinok', 'priecinky', 'priecinka', 'priecinkoch'],
])('Slovak forms of “%s” have the same stem', (...forms) => {
  expect(new Set(forms.map(stemSlovak)).size).toBe(1)
})
test('a Slovak form that the stemmer doesn’t know still shares most of its trigrams', () => {
  expect(stemSlovak('objednavok')).not.toBe(stemSlovak('objednavka'))
  expect(similarity(trigrams('objednavok'), trigrams('objednavka'))).toBeGreaterThan(0.6)
})
test('a stem is never empty and keeps the first letter', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]{1,30}$/), (word) => {
      expect(stemEnglish(word)[0]).toBe(word[0])
      expect(stemSlovak(word)[0]).toBe(word[0])
    }),
  )
})
test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
  '“%s” is a word like any other',
  (word) => {
    expect(typeof stem(word.toLowerCase(), 'en')).toBe('string')
    expect(synonymsOf(word, 'en')).toEqual([])
  },
)
test('a synonym differs from its word', () => {
  expect(synonymsOf(stem('cancel', 'en'), 'en')).toContain('unsubscribe')
  for (const word of synonymsOf(stem('zrusit', 'sk'), 'sk'))
    expect(stem(word, 'sk')).not.toBe(stem('zrusit', 'sk'))
})

test.each([
  ['Ako vrátim tovar?', 'sk'],
  ['ako vratim tovar a kde je moj balik', 'sk'],
  ['How do I return the goods?', 'en'],
  ['refund', 'en'],
] as const)('“%s” is detected as %s', (text, locale) => {
  expect(detectLocale(text, 'en')).toBe(locale)
})

test('a typo keeps most of a word’s trigrams', () => {
  expect(grams('tovar')).toEqual([' tov', 'tova', 'ovar', 'var '])
  expect(similarity(trigrams('tovar'), trigrams('tovra'))).toBeGreaterThan(0.35)
  expect(similarity(trigrams('tovar'), trigrams('faktura'))).toBeLessThan(0.2)
})

describe('sentences', () => {
  const cut = (text: string) => sentenceUnits(text).map(({ start, end }) => text.slice(start, end))
  test('abbreviations, ordinals and initials don’t end a sentence', () => {
    expect(cut('Napr. Packeta doručí 5. Mája. Kuriér nie.')).toEqual([
      'Napr. Packeta doručí 5. Mája.',
      'Kuriér nie.',
    ])
    expect(cut('Ask Dr. Novak. He knows.')).toEqual(['Ask Dr. Novak.', 'He knows.'])
  })
  test('a heading isn’t a sentence and separates the text around it', () => {
    const units = sentenceUnits('One.\n\n## Two\n\nThree.')
    expect(units.map(({ block }) => block)).toEqual([0, 1])
  })
  test('sentences are slices of the text, in order and without overlap', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'B', '.', '!', ' ', '\n', '#', '`', '-', 'č') }),
        (text) => {
          let before = 0
          for (const { start, end } of sentenceUnits(text)) {
            expect(start).toBeGreaterThanOrEqual(before)
            expect(end).toBeGreaterThan(start)
            expect(text.slice(start, end)).toBe(text.slice(start, end).trim())
            before = end
          }
        },
      ),
    )
  })
})

describe('opposites', () => {
  test.each([
    ['paste without formatting', 'unformat', 'Unformatted'],
    ['remove the sheet protection', 'unprotect', 'Unprotecting'],
  ])('“%s” is also looked up as one word', (text, expected, written) => {
    const stems = oppositesIn(text, 'en').flatMap((opposite) => opposite.stems)
    expect(stems).toContain(expected)
    expect(stem(contentWords(written, 'en')[0] ?? '', 'en')).toBe(expected)
  })
  test('also in Slovak, and only for words close to the negation', () => {
    expect(oppositesIn('televízia bez platenia', 'sk').map(({ meant }) => meant)).toEqual([
      stem('platenia', 'sk'),
    ])
    expect(oppositesIn('paste formatted text', 'en')).toEqual([])
    expect(
      oppositesIn('without a long word or two before formatting', 'en').map(({ meant }) => meant),
    ).toEqual(['long', 'word'])
  })
})

test.each([
  ['acount', 'acc'],
  ['ppayment', 'pay'],
  ['apssword', 'pas'],
])('“%s” can begin with “%s”', (word, beginning) => {
  expect(correctedPrefixes(word, 3)).toContain(beginning)
})
test('a short word has no corrected beginnings', () => {
  expect(correctedPrefixes('tea', 3)).toEqual([])
})
