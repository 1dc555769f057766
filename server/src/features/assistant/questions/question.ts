import type { Locale } from '@ozvi/contract'
import { fold, words } from '../analysis/fold.ts'
import { grams } from '../analysis/grams.ts'
import { irregularForms } from '../analysis/irregular-forms.ts'
import { oppositesIn } from '../analysis/opposites.ts'
import { rephrase } from '../analysis/phrasing.ts'
import { synonymsOf } from '../analysis/synonyms.ts'
import { compoundNames, contentWords, stem } from '../analysis/terms.ts'
import { kindOf, type QuestionKind } from './question-kind.ts'

/** One turn of the conversation before the question; `user` is the person who asks. */
export interface Turn {
  role: 'user' | 'assistant'
  text: string
}

export interface QuestionTerm {
  stem: string
  /** The word as typed, folded. */
  word: string
  /** 1 for each occurrence in the question; less for words that were added to find more. */
  weight: number
  /** `asked`: from the question. `before`: from an earlier turn. `synonym`: added. */
  origin: 'asked' | 'before' | 'synonym'
  /** The stem that a synonym replaces; otherwise the word's own stem. */
  meant: string
  /** For two words written as one, the stem of the second; `meant` is that of the first. */
  meant_too?: string
  /** The synonym is another form of the word: "sent" for "send". */
  isForm?: true
}

/** A question ready to be looked up. */
export interface Question {
  text: string
  locale: Locale
  /** Each stem once. */
  terms: QuestionTerm[]
  kind: QuestionKind
  /** A follow-up without words of its own, such as "and how?"; its words are those of the previous question. */
  is_follow_up: boolean
  /** Four-letter grams of the words of the question and of earlier turns, with their weights. */
  grams: ReadonlyMap<string, number>
}

/**
 * Weight of words from the previous question, half of that for the one before it; of words from the last
 * answer; and of synonyms. Together they replace a model that rewrites the question: on the development
 * conversations earlier turns are worth 0.08 nDCG@10, on the help pages synonyms 0.01 to 0.02.
 */
const ASKED_BEFORE_WEIGHT = 0.3
const ASKED_BEFORE_TURNS = 2
const ANSWERED_WEIGHT = 0.1
const SYNONYM_WEIGHT = 0.3
/** "Without X" asks for pages about "unX" more than for those about X. */
const OPPOSITE_WEIGHT = 0.6
/** "Time zone" is also written "timezone". */
const JOINED_WEIGHT = 0.6
/** A match with another form of a word counts almost as much as the word itself. */
const FORM_WEIGHT = 0.9
/** A longer question is probably a pasted page, and only its start is analyzed. */
const TEXT_CHARS_MAX = 4_000
const TERMS_MAX = 64

/** Analyzes a question together with the turns before it, oldest first. */
export function analyzeQuestion(text: string, history: readonly Turn[], locale: Locale): Question {
  const terms = new Map<string, QuestionTerm>()
  const read = (baseText: string, visit: (word: string, key: string) => void) => {
    for (const word of contentWords(baseText.slice(0, TEXT_CHARS_MAX), locale))
      visit(word, stem(word, locale))
  }
  const add = (term: QuestionTerm) => {
    if (terms.size < TERMS_MAX && !terms.has(term.stem)) terms.set(term.stem, term)
  }
  // "And how?" refers to the previous question.
  const isFollowUp = asksOn(text, locale) && !asksAboutUs(text)
  const previous = isFollowUp ? lastQuestion(history, locale) : undefined
  const baseText = previous?.text ?? text
  // Pages may write the words of a name apart, so the name itself only helps to find.
  const names = compoundNames(baseText.slice(0, TEXT_CHARS_MAX))
  read(baseText, (word, key) => {
    const existing = terms.get(key)
    const [part] = names.get(word) ?? []
    if (part) add({ stem: key, word, weight: 1, origin: 'synonym', meant: stem(part, locale) })
    else if (existing) existing.weight += 1
    else add({ stem: key, word, weight: 1, origin: 'asked', meant: key })
  })
  const ownTerms = [...terms.values()]
  const own = new Set(ownTerms.map(({ stem: key }) => key))
  for (const { word, stem: meant } of ownTerms)
    for (const form of irregularForms(word, locale))
      add({
        stem: stem(form, locale),
        word: form,
        weight: FORM_WEIGHT,
        origin: 'synonym',
        meant,
        isForm: true,
      })
  for (const term of joinedWords(baseText, locale, own)) add(term)
  const before = history
    .filter((turn) => turn.role === 'user' && turn !== previous)
    .slice(-ASKED_BEFORE_TURNS)
  before.reverse().forEach((turn, turns_back) => {
    const weight = ASKED_BEFORE_WEIGHT / (turns_back + 1)
    read(turn.text, (word, key) => add({ stem: key, word, weight, origin: 'before', meant: key }))
  })
  const answered = history.findLast(({ role }) => role === 'assistant')
  if (answered)
    read(answered.text, (word, key) =>
      add({ stem: key, word, weight: ANSWERED_WEIGHT, origin: 'before', meant: key }),
    )
  for (const { stem: meant } of ownTerms)
    for (const word of synonymsOf(meant, locale))
      add({ stem: stem(word, locale), word, weight: SYNONYM_WEIGHT, origin: 'synonym', meant })
  for (const { said: saying, written } of rephrase(baseText.slice(0, TEXT_CHARS_MAX), locale)) {
    const [named] = written
    if (own.size === 0 && named !== undefined && saying.some((word) => interrogative.has(word))) {
      // "Where are you?" has only words that ask: what pages write instead is looked up. "No" asks nothing.
      const meant = stem(named, locale)
      add({ stem: meant, word: named, weight: 1, origin: 'asked', meant })
      for (const word of written)
        add({ stem: stem(word, locale), word, weight: SYNONYM_WEIGHT, origin: 'synonym', meant })
      continue
    }
    const meant = saying.map((word) => stem(word, locale)).find((key) => own.has(key))
    for (const word of meant ? written : [])
      add({
        stem: stem(word, locale),
        word,
        weight: SYNONYM_WEIGHT,
        origin: 'synonym',
        meant: meant ?? '',
      })
  }
  // "Who are you?": with only the words of earlier turns, the search would find the previous answer again.
  if (asksAboutUs(text) && ![...terms.values()].some(({ origin }) => origin === 'asked')) terms.clear()
  for (const { meant, stems } of oppositesIn(baseText.slice(0, TEXT_CHARS_MAX), locale))
    for (const key of stems) add({ stem: key, word: key, weight: OPPOSITE_WEIGHT, origin: 'synonym', meant })
  const kind = kindOf(text)
  return {
    text,
    locale,
    kind: kind === 'other' && previous ? kindOf(baseText) : kind,
    is_follow_up: previous !== undefined,
    terms: [...terms.values()],
    grams: weighGrams(terms.values()),
  }
}

const JOINED_PART_CHARS_MIN = 2

/** Joins neighboring content words of a question, which pages may write as one. */
function joinedWords(text: string, locale: Locale, asked: ReadonlySet<string>): QuestionTerm[] {
  const all = words(text.slice(0, TEXT_CHARS_MAX)).map(fold)
  return all.slice(1).flatMap((second, position) => {
    const first = all[position] ?? ''
    const [meant, meant_too] = [stem(first, locale), stem(second, locale)]
    if (!asked.has(meant) || !asked.has(meant_too) || meant === meant_too) return []
    if (Math.min(first.length, second.length) < JOINED_PART_CHARS_MIN) return []
    const word = first + second
    return { stem: stem(word, locale), word, weight: JOINED_WEIGHT, origin: 'synonym', meant, meant_too }
  })
}

/** Whether a text has words to search for, besides question words. */
export const hasContent = (text: string, locale: Locale): boolean =>
  contentWords(text.slice(0, TEXT_CHARS_MAX), locale).length > 0

const interrogative = new Set(
  'how why when where what which who whose ako preco kedy kde kam odkial co kto kolko aky aka ake ktory ktora ktore'.split(
    ' ',
  ),
)
/** Words of "how exactly?", "how come?" and "a ako to spravím?", which have no subject of their own. */
const fillers = new Set(
  'exactly come actually really reason presne vlastne naozaj dovod urobim urobit spravim spravit'.split(' '),
)
/** Whether a text has only question words, fillers and stop words. */
const asksOn = (text: string, locale: Locale): boolean =>
  contentWords(text.slice(0, TEXT_CHARS_MAX), locale).every(
    (word) => interrogative.has(word) || fillers.has(word),
  ) && words(text).some((word) => interrogative.has(fold(word)))

const secondPerson = new Set(['you', 'your', 'ste', 'vas', 'vam'])
const pointing = new Set(
  'it this that these those them there to toto tento tato ten ta ho ju ich nich tam'.split(' '),
)
/** Whether a question such as "Where are you?" needs no earlier turn. "How do you do that?" does. */
function asksAboutUs(text: string): boolean {
  const own = words(text.slice(0, TEXT_CHARS_MAX)).map(fold)
  return own.some((word) => secondPerson.has(word)) && !own.some((word) => pointing.has(word))
}

const lastQuestion = (history: readonly Turn[], locale: Locale): Turn | undefined =>
  history.findLast(({ role, text }) => role === 'user' && hasContent(text, locale) && !asksOn(text, locale))

/** The terms that the question itself asks about. */
export const questionTerms = ({ terms }: Question) => terms.filter(({ origin }) => origin === 'asked')

function weighGrams(terms: Iterable<QuestionTerm>) {
  const weights = new Map<string, number>()
  for (const { word, weight, origin } of terms) {
    if (origin === 'synonym') continue
    for (const gram of grams(word)) weights.set(gram, (weights.get(gram) ?? 0) + weight)
  }
  return weights
}
