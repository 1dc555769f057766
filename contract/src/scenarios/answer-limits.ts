import type { Locale } from '../fields.ts'
import { isDay } from '../filters/condition-values.ts'
import type { StepOf } from './flow.ts'
import { readNumber } from './flow-conditions.ts'
import { variableCharsMax } from './run.ts'

/*
 * The limits of an answer: the length of a text, the range of a number or a date.
 */

type Question = Pick<StepOf<'question'>, 'answer' | 'limits'>
type LimitedKind = 'text' | 'number' | 'date'

export const hasLimits = (answer: StepOf<'question'>['answer']): answer is LimitedKind =>
  answer === 'text' || answer === 'number' || answer === 'date'

/** Parses a limit for comparison. Returns null if there is none, or if it doesn't fit the answer. */
function readLimit(answer: LimitedKind, limit: string): string | number | null {
  if (answer === 'date') return isDay(limit) ? limit : null
  const number = readNumber(limit)
  if (answer === 'number' || number === null) return number
  return Number.isInteger(number) && number >= 1 && number <= variableCharsMax ? number : null
}
const limitsOf = ({ answer, limits }: Question) =>
  hasLimits(answer) && limits
    ? { min: readLimit(answer, limits.min), max: readLimit(answer, limits.max) }
    : { min: null, max: null }

/** Names of limits that aren't of the kind of the answer. */
export function invalidLimits({ answer, limits }: Question): ('min' | 'max')[] {
  if (!hasLimits(answer) || !limits) return []
  return (['min', 'max'] as const).filter(
    (name) => limits[name] !== '' && readLimit(answer, limits[name]) === null,
  )
}
/** Whether the minimum is above the maximum. */
export function hasReversedLimits(question: Question): boolean {
  const { min, max } = limitsOf(question)
  return min !== null && max !== null && min > max
}

/** @param length of the whole answer, in characters */
export function isWithinLimits(question: Question, value: string | number, length: number): boolean {
  const { min, max } = limitsOf(question)
  const size = question.answer === 'text' ? length : value
  return (min === null || size >= min) && (max === null || size <= max)
}

const characters: Record<Locale, (count: number) => string> = {
  en: (count) => (count === 1 ? 'character' : 'characters'),
  sk: (count) => (count === 1 ? 'znak' : count >= 2 && count <= 4 ? 'znaky' : 'znakov'),
}
const verbs: Record<Locale, Record<LimitedKind, string>> = {
  en: { text: 'Write', number: 'Enter a number', date: 'Enter a date' },
  sk: { text: 'Napíšte', number: 'Zadajte číslo', date: 'Zadajte dátum' },
}
const words: Record<Locale, Record<LimitedKind, { both: string; min: string; max: string }>> = {
  en: {
    text: { both: '{min} to {max}', min: 'at least {min}', max: 'at most {max}' },
    number: { both: 'from {min} to {max}', min: 'of {min} or more', max: 'of {max} or less' },
    date: { both: 'from {min} to {max}', min: 'on or after {min}', max: 'on or before {max}' },
  },
  sk: {
    text: { both: '{min} až {max}', min: 'aspoň {min}', max: 'najviac {max}' },
    number: { both: 'od {min} do {max}', min: '{min} alebo väčšie', max: 'najviac {max}' },
    date: { both: 'od {min} do {max}', min: 'od {min}', max: 'do {max}' },
  },
}
/** A day as `22. 11. 2026` in Slovak; a number with a decimal comma. */
function written(limit: string | number, locale: Locale): string {
  if (locale === 'en') return String(limit)
  if (typeof limit === 'number') return String(limit).replace('.', ',')
  const [year = '', month = '', day = ''] = limit.split('-')
  return `${Number(day)}. ${Number(month)}. ${year}`
}
/** What the customer reads before the question is asked again: “Write 3 to 10 characters.” */
export function limitsText(question: Question, locale: Locale): string {
  const { min, max } = limitsOf(question)
  if (!hasLimits(question.answer) || (min === null && max === null)) return ''
  const { answer } = question
  const pattern = words[locale][answer][min === null ? 'max' : max === null ? 'min' : 'both']
  const range = pattern
    .replace('{min}', min === null ? '' : written(min, locale))
    .replace('{max}', max === null ? '' : written(max, locale))
  const unit = answer === 'text' ? ` ${characters[locale](Number(max ?? min))}` : ''
  return `${verbs[locale][answer]} ${range}${unit}.`
}
