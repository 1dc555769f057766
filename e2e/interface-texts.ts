import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Locale } from '@ozvi/contract'

/** The interface texts of a feature, by key. Plural forms aren't chosen. */
export const messagesOf = (locale: Locale, feature: string) => {
  const file = path.join(import.meta.dirname, `../app/locales/${locale}/${feature}.json`)
  // A flat file of messages per feature.
  const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  return (key: string, values: Record<string, string> = {}): string => {
    const text = texts[key]
    if (text === undefined) throw new Error(`${feature}.${key} has no words`)
    return text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
  }
}
