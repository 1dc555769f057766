import { intlLocales, type Locale } from '@ozvi/contract'

/** Euros, with cents only if there are any. */
export const formatMoney = (locale: Locale, cents: number): string =>
  new Intl.NumberFormat(intlLocales[locale], {
    style: 'currency',
    currency: 'EUR',
    minimumFractionDigits: cents % 100 === 0 ? 0 : 2,
  }).format(cents / 100)
