import type { Locale } from './fields.ts'

/** Locales for `Intl`: the app, the site, the widget and mails write dates, times and numbers in these. */
export const intlLocales = { en: 'en-US', sk: 'sk-SK' } as const satisfies Record<Locale, string>
