import type { FieldType, FieldValue } from '@ozvi/contract'
import { useFormats, useFormatsIn, useLocale, useT } from '#platform/i18n/provider.tsx'

/** Formats values: localized numbers and dates, yes and no, country names. */
export function useValueText() {
  const t = useT()
  const locale = useLocale()
  const formats = useFormats()
  const days = useFormatsIn('UTC')
  return (value: FieldValue, type?: FieldType | 'country'): string => {
    if (typeof value === 'boolean') return t(value ? 'contacts.yes' : 'contacts.no')
    if (typeof value === 'number') return formats.number(value)
    if (type === 'country') return new Intl.DisplayNames(locale, { type: 'region' }).of(value) ?? value
    if (type === 'date') return days.date(`${value}T00:00:00Z`)
    return value
  }
}
