import {
  type BuiltInRule,
  builtInRules,
  ContactKind,
  type ContactRule,
  countries,
  familyOfType,
  isBuiltInRule,
  locales,
  type RuleFamily,
  ruleFamilies,
  type RuleOperator,
} from '@ozvi/contract'
import { useMemo } from 'react'
import { languageNames } from '#platform/i18n/languages.ts'
import { useFormats, useLocale, useT } from '#platform/i18n/provider.tsx'
import { useUser } from '#platform/session.ts'
import type { Known } from './column-cell.tsx'

export interface Choice {
  value: string
  label: string
}
/** Something that contacts can be asked for. */
export interface RuleField {
  field: string
  label: string
  family: RuleFamily
  /** What may be chosen; without it the value is written. */
  choices?: readonly Choice[]
}

/** All that contacts can be asked for, in the order in which it is offered; the team's own fields last. */
export function useRuleFields({ fields, tags, members }: Known): RuleField[] {
  const t = useT()
  const locale = useLocale()
  const { id: me } = useUser()
  return useMemo(() => {
    const names = new Intl.DisplayNames(locale, { type: 'region' })
    const choices: Record<string, readonly Choice[]> = {
      tags: tags.map(({ id, name }) => ({ value: id, label: name })),
      kind: ContactKind.options.map((value) => ({ value, label: t(`contacts.kind_${value}`) })),
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
    }
    const known = Object.entries(builtInRules).map(([field, family]): RuleField => {
      const offered = choices[field]
      const label =
        field === 'name' || field === 'email'
          ? t(`contacts.field_${field}`)
          : field === 'blocked'
            ? t('blocking.field')
            : // The entries of `builtInRules` are named by its keys; but for these three, all of them are columns.
              t(`contacts.column_${field as Exclude<BuiltInRule, 'name' | 'email' | 'blocked'>}`)
      return { field, label, family, ...(offered ? { choices: offered } : {}) }
    })
    const own = fields.map(({ id, name, type, options }): RuleField => ({
      field: id,
      label: name,
      family: familyOfType[type],
      ...(type === 'list' ? { choices: options.map((value) => ({ value, label: value })) } : {}),
    }))
    return [...known, ...own]
  }, [fields, tags, members, me, locale, t])
}
export const operatorsOf = ({ family }: RuleField): readonly RuleOperator[] => ruleFamilies[family]
export const isOwnField = ({ field }: { field: string }) => !isBuiltInRule(field)

const dayOperators: readonly RuleOperator[] = ['on', 'before', 'after']
/** What a rule asks, in words. */
export function useRuleWords(known: Known): (rule: ContactRule) => string {
  const t = useT()
  const formats = useFormats()
  const offered = useRuleFields(known)
  return ({ field: name, is, values }) => {
    const found = offered.find(({ field }) => field === name)
    const field = found?.label ?? t('segments.field_gone')
    const said = (value: string) => {
      if (dayOperators.includes(is)) return formats.date(new Date(`${value}T12:00`).toISOString())
      return found?.choices ? (found.choices.find((one) => one.value === value)?.label ?? value) : value
    }
    if (is === 'within' || is === 'not_within')
      return t(`segments.chip_${is}`, { field, count: Number(values[0]) })
    const value = values.map(said).join(', ')
    if (values.length === 0) return t('segments.chip_bare', { field, is: t(`segments.is_${is}`) })
    if (is === 'any_of' && values.length === 1) return t('segments.chip_one', { field, value })
    return t('segments.chip', { field, is: t(`segments.is_${is}`), value })
  }
}
