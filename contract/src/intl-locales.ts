import type { Locale } from './fields.ts'

/** Locales for `Intl`: the format of dates, times and numbers in the app, the site, the widget and emails. */
export const intlLocales = { en: 'en-US', sk: 'sk-SK' } as const satisfies Record<Locale, string>
