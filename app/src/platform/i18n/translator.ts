import { type Messages, setupI18n } from '@lingui/core'
import type { Locale } from '@ozvi/contract'
import { intlLocales } from '@ozvi/contract/intl-locales'
import { logError } from '../log.ts'
import type { Key } from './keys.ts'

const unknownValue: Key = 'errors.unknown_value'

export type Values = Record<string, string | number>
export type Translate = (key: Key, values?: Values) => string
export interface Translator {
  locale: Locale
  t: Translate
  /** Adds messages that were loaded later. */
  addMessages: (messages: Messages) => void
}

/**
 * A newer server can send values that this page has no message for, although their file is loaded. They get a general
 * text.
 *
 * @throws Error if the file isn't loaded: a gap must be visible
 */
export function createTranslator(locale: Locale, messages: Messages): Translator {
  const i18n = setupI18n({
    locale,
    locales: intlLocales[locale],
    messages: { [locale]: messages },
    missing: (_, id) => {
      const gap = new Error(`No message ${id} in ${locale}`)
      const file = `${id.split('.')[0]}.`
      const isLoaded = Object.keys(i18n.messages).some((key) => key.startsWith(file))
      if (!isLoaded || !i18n.messages[unknownValue]) throw gap
      logError('Unknown value', gap)
      return i18n._(unknownValue)
    },
  })
  return {
    locale,
    t: (key, values) => i18n._(key, values),
    addMessages: (more) => i18n.load(locale, more),
  }
}
