import { type Messages, setupI18n } from '@lingui/core'
import type { Locale } from '@ozvi/contract'
import { intlLocales } from '@ozvi/contract/intl-locales'
import type { Key } from './keys.ts'

export type Values = Record<string, string | number>
export type Translate = (key: Key, values?: Values) => string
export interface Translator {
  locale: Locale
  t: Translate
  /** Adds messages that were loaded later. */
  addMessages: (messages: Messages) => void
}

/** @throws Error for a missing message: a gap must be visible */
export function createTranslator(locale: Locale, messages: Messages): Translator {
  const i18n = setupI18n({
    locale,
    locales: intlLocales[locale],
    messages: { [locale]: messages },
    missing: (_, id) => {
      throw new Error(`No message ${id} in ${locale}`)
    },
  })
  return {
    locale,
    t: (key, values) => i18n._(key, values),
    addMessages: (more) => i18n.load(locale, more),
  }
}
