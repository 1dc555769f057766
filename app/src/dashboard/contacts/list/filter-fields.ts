import {
  browsers,
  type BuiltInFilter,
  builtInFilters,
  contactKinds,
  countries,
  devices,
  locales,
  operatingSystems,
} from '@ozvi/contract'
import { useMemo } from 'react'
import { languageNames } from '#platform/i18n/languages.ts'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { useUser } from '#platform/session/session.tsx'
import { deviceName } from '#dashboard/contacts/acquisition'
import type { Option } from '#ui/input.tsx'
import { customFilterField, type FilterField } from '#dashboard/filters'
import type { ColumnContext } from './column-cell.tsx'
import { columnTitle } from '../names.ts'

/** All filter fields of contacts, in display order; custom fields last. */
export function useFilterFields({ fields, tags, members }: ColumnContext): FilterField[] {
  const t = useT()
  const locale = useLocale()
  const { id: me } = useUser()
  return useMemo(() => {
    const names = new Intl.DisplayNames(locale, { type: 'region' })
    const choices: Record<string, readonly Option[]> = {
      tags: tags.map(({ id, name }) => ({ value: id, label: name })),
      kind: contactKinds.map((value) => ({ value, label: t(`contacts.kind_${value}`) })),
      owner_id: [
        { value: 'me', label: t('segments.me') },
        ...members
          .filter(({ user_id }) => user_id !== me)
          .map(({ user_id, name, email }) => ({ value: user_id, label: name || email })),
      ],
      country: countries
        .map((value) => ({ value, label: names.of(value) ?? value }))
        .sort((a, b) => a.label.localeCompare(b.label, locale)),
      locale: locales.map((value) => ({ value, label: languageNames[value] })),
      device: devices.map((value) => ({ value, label: deviceName(value, t) })),
      browser: browsers.map((value) => ({ value, label: value })),
      operating_system: operatingSystems.map((value) => ({ value, label: value })),
    }
    const builtIn = Object.entries(builtInFilters).map(([field, family]): FilterField => {
      const offered = choices[field]
      const label =
        field === 'name' || field === 'email'
          ? t(`contacts.field_${field}`)
          : field === 'blocked'
            ? t('blocking.field')
            : // `Object.entries` widens the names. All but these three are columns.
              columnTitle(field as Exclude<BuiltInFilter, 'name' | 'email' | 'blocked'>, t)
      return { field, label, family, ...(offered ? { options: offered } : {}) }
    })
    return [...builtIn, ...fields.map(customFilterField)]
  }, [fields, tags, members, me, locale, t])
}
