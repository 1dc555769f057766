import type { Locale } from '../fields.ts'
import { isDay } from '../filters/condition-values.ts'
import { truncate } from '../text/plain-text.ts'
import type { MessageFormField, MessageFormValues } from '../conversations/messages.ts'
import { messageCharsRead, readEmail, readPhone } from './answers.ts'
import { readNumber } from './flow-conditions.ts'
import { consentGiven, fieldsShown, valueOf } from './form-fields.ts'
import { variableCharsMax } from './run.ts'

/*
 * Reads what a customer filled in. The server reads a form before it accepts it; the engine reads it again.
 */

export interface FormAnswer {
  field: MessageFormField
  /** The saved value; a consent is `yes` or `no`. */
  value: string | number
  /** The value as the team and the customer read it. */
  text: string
}
type ErrorCode =
  | 'required'
  | 'email_invalid'
  | 'phone_invalid'
  | 'number_invalid'
  | 'date_invalid'
  | 'choice_invalid'

const consentTexts: Record<Locale, Record<'yes' | 'no', string>> = {
  en: { yes: 'Yes', no: 'No' },
  sk: { yes: 'Áno', no: 'Nie' },
}

const readers: Record<
  Exclude<MessageFormField['kind'], 'consent'>,
  { code: ErrorCode; read(text: string, field: MessageFormField): string | number | null }
> = {
  text: { code: 'required', read: (text) => text },
  email: { code: 'email_invalid', read: readEmail },
  phone: { code: 'phone_invalid', read: readPhone },
  number: { code: 'number_invalid', read: readNumber },
  date: { code: 'date_invalid', read: (text) => (isDay(text) ? text : null) },
  choice: {
    code: 'choice_invalid',
    read: (text, { choices }) => choices.find(({ id }) => id === text)?.text ?? null,
  },
}

function readField(
  field: MessageFormField,
  input: string | boolean | undefined,
  locale: Locale,
): FormAnswer | ErrorCode | undefined {
  if (field.kind === 'consent') {
    if (input !== true)
      return field.is_required ? 'required' : { field, value: 'no', text: consentTexts[locale].no }
    return { field, value: consentGiven, text: consentTexts[locale].yes }
  }
  const text = typeof input === 'string' ? truncate(input, messageCharsRead).trim() : ''
  if (text === '') return field.is_required ? 'required' : undefined
  const { code, read } = readers[field.kind]
  const value = read(text, field)
  if (value === null) return code
  const stored = typeof value === 'string' ? truncate(value, variableCharsMax) : value
  return { field, value: stored, text: String(stored) }
}

/**
 * Reads the fields that are shown with these values.
 *
 * @returns the answers, and an error code by the id of each field that isn't filled in correctly
 */
export function readForm(
  fields: readonly MessageFormField[],
  values: MessageFormValues,
  locale: Locale,
): { answers: FormAnswer[]; errors: Map<string, ErrorCode> } {
  const answers: FormAnswer[] = []
  const errors = new Map<string, ErrorCode>()
  for (const field of fieldsShown(fields, values)) {
    const read = readField(field, valueOf(values, field.id), locale)
    if (typeof read === 'string') errors.set(field.id, read)
    else if (read) answers.push(read)
  }
  return { answers, errors }
}

/** Adds a colon, unless the label is a sentence or a question. */
function withLabel(label: string, text: string): string {
  const line = label.replace(/\s+/g, ' ').trim()
  return ['.', ':', '?', '!'].includes(line.slice(-1)) ? `${line} ${text}` : `${line}: ${text}`
}
/** The answers as the text of a message, one per line. */
export const formText = (answers: readonly FormAnswer[]): string =>
  answers.map(({ field, text }) => withLabel(field.text, text)).join('\n')
