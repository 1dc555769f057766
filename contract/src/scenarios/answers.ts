import type { Locale } from '../fields.ts'
import { isDay } from '../filters/condition-values.ts'
import { normalizeText } from '../filters/normalize-text.ts'
import { looksLikeEmail } from '../text/email-address.ts'
import { truncate } from '../text/plain-text.ts'
import type { StepOf } from './flow.ts'
import { readNumber } from './flow-conditions.ts'
import { variableCharsMax } from './run.ts'

type Question = StepOf<'question'>
/** Longer messages are cut before an answer is looked for. */
export const messageCharsRead = 8_000

/** Whether a message names a button, without regard to case, diacritics and spaces around it. */
export const isSameText = (message: string, label: string | undefined): boolean =>
  label !== undefined &&
  label.trim() !== '' &&
  message.length <= 4 * label.length + 20 &&
  normalizeText(message).trim() === normalizeText(label).trim()

/** The address in a message such as “it’s eva@example.com.” */
export function readEmail(text: string): string | null {
  const words = text.split(/[\s<>,;()"]/).map((word) => (word.endsWith('.') ? word.slice(0, -1) : word))
  const addresses = words.filter((word) => word.length <= 254 && looksLikeEmail(word))
  return addresses.length === 1 ? (addresses[0] ?? null) : null
}
export function readPhone(text: string): string | null {
  if (text.length > 40 || !/^\+?[\d\s()./-]+$/.test(text)) return null
  const digits = text.replace(/\D/g, '')
  return digits.length >= 6 && digits.length <= 15 ? (text.startsWith('+') ? `+${digits}` : digits) : null
}
/** A day as `2026-11-22` or, as Slovaks write it, `22. 11. 2026`. */
function readDay(text: string): string | null {
  if (text.length > 20) return null
  const [day = '', month = '', year = ''] = text.replace(/\s/g, '').split('.')
  const date = text.includes('.') ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text
  return isDay(date) ? date : null
}
function readChoice(text: string, { choices }: Question, locale: Locale): string | null {
  const chosen = choices.find((choice) => Object.values(choice.text).some((label) => isSameText(text, label)))
  return chosen ? labelOf(chosen, locale) : null
}
export const ratingScores = [1, 2, 3, 4, 5] as const
/** The score in a message such as “4” or “5!”; null for other texts. */
export function readRating(text: string): number | null {
  const number = readNumber(text.slice(0, 1))
  const isAlone = text.length === 1 || !/\d/.test(text.charAt(1))
  return (isAlone && ratingScores.find((score) => score === number)) || null
}
/** The names of attached files as they are saved; null without any. */
export const readFiles = (names: readonly string[] = []): string | null =>
  names.length > 0 ? truncate(names.join(', '), variableCharsMax) : null

/** The text of a choice as it is saved. */
export const labelOf = ({ text, id }: Question['choices'][number], locale: Locale): string =>
  text[locale] || Object.values(text).find(Boolean) || id

const readers: Record<
  Question['answer'],
  (text: string, step: Question, locale: Locale) => string | number | null
> = {
  text: (text) => text || null,
  email: readEmail,
  phone: readPhone,
  number: readNumber,
  date: readDay,
  choice: readChoice,
  // Answered by attachments only: see `readFiles`.
  file: () => null,
  rating: readRating,
}
/** @returns the value to save, or null if the message doesn't answer the question */
export function readAnswer(message: string, step: Question, locale: Locale): string | number | null {
  const value = readers[step.answer](truncate(message, messageCharsRead).trim(), step, locale)
  return typeof value === 'string' ? truncate(value, variableCharsMax) : value
}

/** What the customer reads before the question is asked again. */
export const invalidAnswerTexts: Record<Locale, Record<Question['answer'], string>> = {
  en: {
    text: 'Write your answer, please.',
    email: 'This doesn’t look like an email address. Enter one such as name@example.com.',
    phone: 'This doesn’t look like a phone number. Enter one such as +421 900 123 456.',
    number: 'Enter a number, please.',
    date: 'Enter a date such as 2026-11-22.',
    choice: 'Choose one of the options.',
    file: 'Attach a file, please.',
    rating: 'Choose a rating from 1 to 5.',
  },
  sk: {
    text: 'Napíšte, prosím, odpoveď.',
    email: 'Toto nevyzerá ako e-mailová adresa. Zadajte ju v tvare meno@example.com.',
    phone: 'Toto nevyzerá ako telefónne číslo. Zadajte ho v tvare +421 900 123 456.',
    number: 'Zadajte, prosím, číslo.',
    date: 'Zadajte dátum, napríklad 22. 11. 2026.',
    choice: 'Vyberte jednu z možností.',
    file: 'Priložte, prosím, súbor.',
    rating: 'Vyberte hodnotenie od 1 do 5.',
  },
}

/** The buttons of a rating, from the worst. The customer can also write the number. */
export const ratingTexts: Record<Locale, readonly string[]> = {
  en: ['1 – Very bad', '2 – Bad', '3 – Okay', '4 – Good', '5 – Very good'],
  sk: ['1 – Veľmi zlé', '2 – Zlé', '3 – Priemerné', '4 – Dobré', '5 – Veľmi dobré'],
}
