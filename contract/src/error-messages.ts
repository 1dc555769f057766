import type { ProblemCode } from './api.ts'
import { type FieldCode, fieldTexts as fieldsEn, problemTexts as problemsEn } from './error-messages/en.ts'
import { fieldTexts as fieldsSk, problemTexts as problemsSk } from './error-messages/sk.ts'
import type { Locale } from './fields.ts'
import { intlLocales } from './intl-locales.ts'
import { waitText } from './wait-text.ts'

export type { FieldCode } from './error-messages/en.ts'

const problemTexts: Record<Locale, Record<ProblemCode, string>> = { en: problemsEn, sk: problemsSk }
const fieldTexts: Record<Locale, Record<FieldCode, string>> = { en: fieldsEn, sk: fieldsSk }

/** A field code, followed by what its message names: a limit (`too_many:20`), or a host (`url_local:…`). */
export type FieldErrorCode = FieldCode | `${FieldCode}:${string}`

export const problemText = (
  locale: Locale,
  code: ProblemCode,
  more: { wait_s?: number; detail?: string } = {},
): string =>
  problemTexts[locale][code]
    .replace('{wait}', () => waitText(locale, more.wait_s ?? 1))
    .replace('{detail}', () => more.detail ?? '')

/** Formats numbers of five or more digits for the locale. Four digits may be a year in a name. */
const figure = (locale: Locale, n: string) =>
  /^\d{5,}$/.test(n) ? new Intl.NumberFormat(intlLocales[locale]).format(Number(n)) : n
/** The message for a code. Other text is returned unchanged, so that no message is lost. */
export function fieldText(locale: Locale, error: string): string {
  const [, code = '', n = ''] = /^([^:]*):?(.*)$/s.exec(error) ?? []
  const texts: Record<string, string> = fieldTexts[locale]
  const text = texts[code]
  if (text === undefined) return error
  // `plan_seats:3/Starter`
  const [limit = '', plan = ''] = text.includes('{plan}') ? n.split('/') : [n]
  return text.replace('{n}', () => figure(locale, limit)).replace('{plan}', plan)
}
