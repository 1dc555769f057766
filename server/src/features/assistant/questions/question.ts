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

/** The terms of a question while they are collected; the first origin of a stem counts. */
class TermList {
  readonly #byStem = new Map<string, QuestionTerm>()
  readonly #locale: Locale

  constructor(locale: Locale) {
    this.#locale = locale
  }

  get all(): QuestionTerm[] {
    return [...this.#byStem.values()]
  }

  clear(): void {
    this.#byStem.clear()
  }

  add(term: QuestionTerm): void {
    if (this.#byStem.size < TERMS_MAX && !this.#byStem.has(term.stem)) this.#byStem.set(term.stem, term)
  }

  /** Adds a word that pages may use instead of the one with the stem `meant`. */
  addSynonym(word: string, meant: string, weight = SYNONYM_WEIGHT): void {
    this.add({ stem: stem(word, this.#locale), word, weight, origin: 'synonym', meant })
  }

  /** Adds the words of the question. Pages may write the words of a name apart, so the name itself only helps to find. */
  addAsked(text: string): void {
    const names = compoundNames(text)
    for (const word of contentWords(text, this.#locale)) {
      const key = stem(word, this.#locale)
      const existing = this.#byStem.get(key)
      const [part] = names.get(word) ?? []
      if (part) this.addSynonym(word, stem(part, this.#locale), 1)
      else if (existing) existing.weight += 1
      else this.add({ stem: key, word, weight: 1, origin: 'asked', meant: key })
    }
  }

  /** Adds the words of an earlier turn. */
  addBefore(text: string, weight: number): void {
    for (const word of contentWords(text.slice(0, TEXT_CHARS_MAX), this.#locale)) {
      const key = stem(word, this.#locale)
      this.add({ stem: key, word, weight, origin: 'before', meant: key })
    }
  }
}

/** Analyzes a question together with the turns before it, oldest first. */
export function analyzeQuestion(text: string, history: readonly Turn[], locale: Locale): Question {
  // "And how?" refers to the previous question.
  const isFollowUp = asksOn(text, locale) && !asksAboutUs(text)
  const previous = isFollowUp ? lastQuestion(history, locale) : undefined
  const baseText = (previous?.text ?? text).slice(0, TEXT_CHARS_MAX)
  const terms = new TermList(locale)
  terms.addAsked(baseText)
  const own = terms.all
  const ownStems = new Set(own.map(({ stem: key }) => key))
  for (const { word, stem: meant } of own)
    for (const form of irregularForms(word, locale))
      terms.add({
        stem: stem(form, locale),
        word: form,
        weight: FORM_WEIGHT,
        origin: 'synonym',
        meant,
        isForm: true,
      })
  for (const term of joinedWords(baseText, locale, ownStems)) terms.add(term)
  addHistory(
    terms,
    history.filter((turn) => turn !== previous),
  )
  for (const { stem: meant } of own)
    for (const word of synonymsOf(meant, locale)) terms.addSynonym(word, meant)
  addPhrasings(terms, baseText, ownStems, locale)
  // "Who are you?": with only the words of earlier turns, the search would find the previous answer again.
  if (asksAboutUs(text) && !terms.all.some(({ origin }) => origin === 'asked')) terms.clear()
  for (const { meant, stems } of oppositesIn(baseText, locale))
    for (const key of stems)
      terms.add({ stem: key, word: key, weight: OPPOSITE_WEIGHT, origin: 'synonym', meant })
  const kind = kindOf(text)
  return {
    text,
    locale,
    kind: kind === 'other' && previous ? kindOf(previous.text) : kind,
    is_follow_up: previous !== undefined,
    terms: terms.all,
    grams: weighGrams(terms.all),
  }
}

/** Adds the words of the last questions, the latest first, and of the last answer. */
function addHistory(terms: TermList, history: readonly Turn[]): void {
  const questions = history.filter(({ role }) => role === 'user').slice(-ASKED_BEFORE_TURNS)
  for (const [turns_back, { text }] of questions.reverse().entries())
    terms.addBefore(text, ASKED_BEFORE_WEIGHT / (turns_back + 1))
  const answer = history.findLast(({ role }) => role === 'assistant')
  if (answer) terms.addBefore(answer.text, ANSWERED_WEIGHT)
}

/** Adds the phrases that pages use for those of the question. */
function addPhrasings(terms: TermList, text: string, ownStems: ReadonlySet<string>, locale: Locale): void {
  for (const { said, written } of rephrase(text, locale)) {
    const [firstWritten] = written
    if (ownStems.size === 0 && firstWritten !== undefined && said.some((word) => interrogative.has(word))) {
      // "Where are you?" has only question words, so the search uses the words of pages. "No" isn't a question.
      const meant = stem(firstWritten, locale)
      terms.add({ stem: meant, word: firstWritten, weight: 1, origin: 'asked', meant })
      for (const word of written) terms.addSynonym(word, meant)
      continue
    }
    const meant = said.map((word) => stem(word, locale)).find((key) => ownStems.has(key))
    if (meant) for (const word of written) terms.addSynonym(word, meant)
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
