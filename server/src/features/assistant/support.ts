// Checks the sentences of a language model against the passages that they cite. Deterministic: a sentence is kept
// if its words, numbers, names, addresses and negation are in a few neighboring sentences of the passage.
import type { Locale } from '@ozvi/contract'
import { fold, words } from './analysis/fold.ts'
import { similarity, trigrams } from './analysis/grams.ts'
import { sentenceUnits } from './analysis/sentences.ts'
import { contentWords, stem } from './analysis/terms.ts'

/** A passage as sent to the model, with the heading and title that help to understand it. */
export interface Source {
  /** A slice of the item's text, in Markdown. */
  text: string
  /** Title and headings. */
  context: string
}
/** A sentence of the model's reply, without its citation marks. */
export interface ReplySentence {
  text: string
  /** Numbers of the cited sources, from 1. */
  numbers: number[]
  /** What it begins with when it is a list item, such as `- `; otherwise empty. */
  marker: string
  /** Line of the reply, from 0. */
  line: number
}
/** The part of a source that supports a sentence, as positions in its text. */
export interface Support {
  source: number
  start: number
  end: number
}

const CITED = /\[(\d{1,2}(?:, ?\d{1,2}){0,9})\]/g
/** A full stop before its citations is moved behind them, so that both stay in one sentence. */
const STOP_FIRST = /([.!?…])(?: ?\[(\d{1,2}(?:, ?\d{1,2}){0,9})\])/g
const MARKER = /^(?:[-*•]|\d{1,2}[.)])\s+/
const LINES_MAX = 60

/** Splits a reply into sentences. Headings and code aren't sentences of an answer. */
export function readReply(reply: string): ReplySentence[] {
  return reply
    .split('\n')
    .slice(0, LINES_MAX)
    .flatMap((raw, line) => {
      const trimmed = raw.trim()
      const marker = MARKER.exec(trimmed)?.[0] ?? ''
      let moved = trimmed.slice(marker.length)
      // Each pass moves the stop behind one more mark: `fact. [1][2]`.
      for (let pass = 0; pass < 4; pass++) moved = moved.replace(STOP_FIRST, ' [$2]$1')
      return sentenceUnits(moved).map(({ start, end }, index): ReplySentence => {
        const sentence = moved.slice(start, end)
        const numbers = [...sentence.matchAll(CITED)].flatMap(([, list = '']) => list.split(',').map(Number))
        const text = sentence
          .replace(CITED, '')
          .replace(/ {2,}/g, ' ')
          .replace(/ ([.!?…])/g, '$1')
          .trim()
        return { text, numbers: [...new Set(numbers)], marker: index === 0 ? marker : '', line }
      })
    })
}

/** Sentences of a passage that are compared together. */
const WINDOW_MAX = 3
const COVERAGE_MIN = 0.75
/** Trigram similarity from which two stems are forms of one word. */
const FORM_MIN = 0.6
/** Shorter sentences say nothing that could be checked. */
const STEMS_MIN = 2

/** Markup that a sentence of an answer doesn't need. */
const MARKUP = /!\[|<\/?[a-z!]|\bjavascript:|\bdata:/i
const EDGES = new Set('()[]<>{}"\'„“”‘’.,;:!?…')
/** A word without the punctuation around it. */
function trimEdges(word: string): string {
  let start = 0
  let end = word.length
  while (start < end && EDGES.has(word.charAt(start))) start++
  while (end > start && EDGES.has(word.charAt(end - 1))) end--
  return word.slice(start, end)
}
const isHost = (text: string) => {
  const labels = text.split('.')
  return labels.length > 1 && labels.every(Boolean) && /^\p{L}{2,12}$/u.test(labels.at(-1) ?? '')
}
/** Links, email addresses and host names. */
const addressesIn = (text: string) =>
  text
    .split(/\s/)
    .map(trimEdges)
    .filter(
      (word) =>
        word.includes('://') || word.includes('](') || word.includes('@') || isHost(word.split('/')[0] ?? ''),
    )
const NUMBER = /\d+(?:[.,:]\d+)*/g
const numbersIn = (text: string) => (text.match(NUMBER) ?? []).map((number) => number.replaceAll(',', '.'))

const NEGATIONS = new Set(
  `no not never none nothing cannot cant dont doesnt didnt isnt arent wasnt werent wont without unable
   nie bez nikdy nic neda nedaju nemoze nemozu nesmie nesmu ziadny ziadna ziadne ziadnu ziadnych nemozno nemozete`.split(
    /\s+/,
  ),
)
const foldedWords = (text: string) => words(text).map((word) => fold(word).replace(/['’]/g, ''))
/** Words that negate: `not`, or `ne` before a word that the other text has without it. */
function isNegated(own: readonly string[], other: ReadonlySet<string>): boolean {
  return own.some(
    (word) => NEGATIONS.has(word) || (word.startsWith('ne') && word.length > 4 && other.has(word.slice(2))),
  )
}

/** Capitalized words that don't begin the sentence: names, which a paraphrase keeps. */
const namesIn = (text: string) =>
  [...text.matchAll(/(?<=[\p{L}\p{N},;] )\p{Lu}[\p{L}\p{N}]{2,40}/gu)].map(([name]) =>
    fold(name.toLowerCase()),
  )

/** Numbers are compared apart. */
const stemsOf = (text: string, locale: Locale) => [
  ...new Set(
    contentWords(text, locale)
      .filter((word) => !/^\d/.test(word))
      .map((word) => stem(word, locale)),
  ),
]

/** Share of stems that occur in the other text, in any form. */
function coverageOf(stems: readonly string[], found: ReadonlySet<string>): number {
  const grams = [...found].map((one) => ({ one, grams: trigrams(one) }))
  const covered = stems.filter(
    (own) =>
      found.has(own) ||
      grams.some(({ one, grams: each }) => one[0] === own[0] && similarity(trigrams(own), each) >= FORM_MIN),
  )
  return covered.length / stems.length
}

/**
 * Finds the shortest part of the cited sources that supports a sentence.
 *
 * @param locale language of the sources
 * @returns undefined if the sentence cites nothing, or says something that its sources don't
 */
export function supportOf(
  { text, numbers }: Pick<ReplySentence, 'text' | 'numbers'>,
  sources: readonly Source[],
  locale: Locale,
): Support | undefined {
  if (MARKUP.test(text)) return undefined
  const claim = readClaim(text, locale)
  if (claim.stems.length < STEMS_MIN) return undefined
  let best: (Support & { length: number; coverage: number }) | undefined
  for (const number of numbers) {
    const source = sources[number - 1]
    if (!source) return undefined
    if (claim.addresses.some((address) => !source.text.includes(address))) continue
    for (const part of partsOf(source, claim, locale)) {
      const isBetter =
        !best || part.length < best.length || (part.length === best.length && part.coverage > best.coverage)
      if (isBetter) best = { ...part, source: number - 1 }
    }
  }
  return best && { source: best.source, start: best.start, end: best.end }
}

/** Digits of a text; `1 000`, `1,000` and `1.000` are equal. */
const digitsIn = (text: string) => text.replace(/(?<=\d)[\s.,:]{1,2}(?=\d)/g, '').match(/\d+/g) ?? []

/** Whether a rewritten text has numbers or addresses that the original doesn't have. */
export function addsFacts(original: string, rewritten: string): boolean {
  const digits = new Set(digitsIn(original))
  return (
    digitsIn(rewritten).some((number) => !digits.has(number)) ||
    addressesIn(rewritten).some((address) => !original.includes(address))
  )
}

interface Claim {
  stems: string[]
  words: string[]
  names: string[]
  addresses: string[]
  figures: string[]
}
const readClaim = (text: string, locale: Locale): Claim => ({
  stems: stemsOf(text, locale),
  words: foldedWords(text),
  names: namesIn(text),
  addresses: addressesIn(text),
  figures: numbersIn(text),
})

/** The parts of a source, of one to three sentences, that support a claim. */
function partsOf({ text, context }: Source, claim: Claim, locale: Locale) {
  const ofContext = stemsOf(context, locale)
  const contextWords = foldedWords(context)
  const units = sentenceUnits(text).map(({ start, end }) => {
    const unit = text.slice(start, end)
    const unitWords = foldedWords(unit)
    const found = stemsOf(unit, locale)
    return {
      start,
      end,
      found,
      words: unitWords,
      figures: numbersIn(unit),
      coverage: coverageOf(claim.stems, new Set(found)),
      // Negated by the one or by the other, not by both.
      isOpposite:
        isNegated(claim.words, new Set([...contextWords, ...unitWords])) !==
        isNegated(unitWords, new Set(claim.words)),
    }
  })
  const ofContextFigures = numbersIn(context)
  return units.flatMap((_, first) =>
    units.slice(first, first + WINDOW_MAX).flatMap((last, more) => {
      const window = units.slice(first, first + more + 1)
      const figures = new Set([...ofContextFigures, ...window.flatMap((unit) => unit.figures)])
      if (claim.figures.some((figure) => !figures.has(figure))) return []
      const known = [...contextWords, ...window.flatMap(({ words: each }) => each)]
      if (claim.names.some((name) => !hasForm(name, known))) return []
      const main = window.reduce((left, right) => (right.coverage > left.coverage ? right : left))
      if (main.isOpposite) return []
      const coverage = coverageOf(
        claim.stems,
        new Set([...ofContext, ...window.flatMap(({ found }) => found)]),
      )
      return coverage >= COVERAGE_MIN
        ? [{ start: window[0]?.start ?? 0, end: last.end, length: more + 1, coverage }]
        : []
    }),
  )
}

const hasForm = (name: string, inPart: readonly string[]) =>
  inPart.some(
    (word) =>
      word === name || (word[0] === name[0] && similarity(trigrams(word), trigrams(name)) >= FORM_MIN),
  )
