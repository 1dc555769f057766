import type { Locale } from './fields.ts'

/** Locales for `Intl`: the format of dates, times and numbers in the app, the site, the widget and emails. */
export const intlLocales = { en: 'en-US', sk: 'sk-SK' } as const satisfies Record<Locale, string>

export const isLocale = (tag: string): tag is Locale => Object.hasOwn(intlLocales, tag)

/** The supported language that an `Accept-Language` header prefers, by weight; a weight of 0 excludes a language. */
export function acceptedLocale(header: string): Locale | null {
  const accepted = header
    .split(',')
    .map((entry, index) => {
      const [tag = '', q = 'q=1'] = entry.split(';').map((part) => part.trim())
      const weight = Number(q.slice(2)) || 0
      return { tag: tag.toLowerCase().split('-')[0] ?? '', weight, index }
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || a.index - b.index)
  return accepted.map(({ tag }) => tag).find(isLocale) ?? null
}
