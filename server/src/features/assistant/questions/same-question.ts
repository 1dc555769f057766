import type { Locale } from '@ozvi/contract'
import { rephrase } from '../analysis/phrasing.ts'
import { synonymsOf } from '../analysis/synonyms.ts'
import { stem, stemSet } from '../analysis/terms.ts'

/*
 * Whether two questions ask for the same answer, by their words: rare ones count more, and synonyms and everyday
 * expressions count as the same word.
 */

export interface KnownQuestion {
  id: string
  question: string
}

/** Share of both questions, weighted, that has to be found in the other. */
const sameFrom = 0.65
const synonymStrength = 0.8
/** Numbers of orders and parcels. Questions that differ only in such a number are the same. */
export const isReferenceNumber = (word: string) => /^\d{5,}$/.test(word)

interface Meaning {
  stems: ReadonlySet<string>
  /** Stems of the synonyms of each stem. */
  others: ReadonlyMap<string, ReadonlySet<string>>
}

/** Characters of a question that are compared: its start says what it asks. */
const charsRead = 300

function meaningOf(text: string, locale: Locale): Meaning {
  const question = text.slice(0, charsRead)
  const stems = new Set([...stemSet(question, locale)].filter((word) => !isReferenceNumber(word)))
  const others = new Map<string, Set<string>>()
  for (const key of stems) others.set(key, new Set(synonymsOf(key, locale).map((word) => stem(word, locale))))
  for (const { said, written } of rephrase(question, locale))
    for (const word of said)
      for (const other of written) others.get(stem(word, locale))?.add(stem(other, locale))
  return { stems, others }
}

/** How well a question matches a word of another one: 0 to 1. */
function strengthOf(word: string, others: ReadonlySet<string> | undefined, there: Meaning): number {
  if (there.stems.has(word)) return 1
  if ([...(others ?? [])].some((other) => there.stems.has(other))) return synonymStrength
  return [...there.others.values()].some((each) => each.has(word)) ? synonymStrength : 0
}

/** The weighted share of both questions that is found in the other: 0 to 1. */
function likeness(left: Meaning, right: Meaning, weightOf: (word: string) => number): number {
  let found = 0
  let all = 0
  for (const [one, other] of [
    [left, right],
    [right, left],
  ] as const)
    for (const word of one.stems) {
      const weight = weightOf(word)
      all += weight
      found += weight * strengthOf(word, one.others.get(word), other)
    }
  return all > 0 ? found / all : 0
}

/** @returns the id of the known question that most likely asks for the same answer, if one does */
export function findSameQuestion(
  question: string,
  locale: Locale,
  known: readonly KnownQuestion[],
): string | undefined {
  const asked = meaningOf(question, locale)
  const meanings = known.map((one) => ({ id: one.id, meaning: meaningOf(one.question, locale) }))
  const frequencies = new Map<string, number>()
  for (const { stems } of [asked, ...meanings.map(({ meaning }) => meaning)])
    for (const word of stems) frequencies.set(word, (frequencies.get(word) ?? 0) + 1)
  const weightOf = (word: string) => Math.log(1 + (known.length + 1) / (frequencies.get(word) ?? 1))
  let best: { id: string; score: number } | undefined
  for (const { id, meaning } of meanings) {
    const score = likeness(asked, meaning, weightOf)
    if (score >= sameFrom && score > (best?.score ?? 0)) best = { id, score }
  }
  return best?.id
}
