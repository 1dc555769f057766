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
function readEmail(text: string): string | null {
  const words = text.split(/[\s<>,;()"]/).map((word) => (word.endsWith('.') ? word.slice(0, -1) : word))
  const found = words.filter((word) => word.length <= 254 && looksLikeEmail(word))
  return found.length === 1 ? (found[0] ?? null) : null
}
function readPhone(text: string): string | null {
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
  },
  sk: {
    text: 'Napíšte, prosím, odpoveď.',
    email: 'Toto nevyzerá ako e-mailová adresa. Zadajte ju v tvare meno@example.com.',
    phone: 'Toto nevyzerá ako telefónne číslo. Zadajte ho v tvare +421 900 123 456.',
    number: 'Zadajte, prosím, číslo.',
    date: 'Zadajte dátum, napríklad 22. 11. 2026.',
    choice: 'Vyberte jednu z možností.',
  },
}
