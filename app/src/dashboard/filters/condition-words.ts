import type { FieldRule, RuleOperator } from '@ozvi/contract'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import type { RuleField } from './condition-fields.ts'

const dayOperators: readonly RuleOperator[] = ['on', 'before', 'after']
/** A condition as text. */
export function useRuleWords(fields: readonly RuleField[]): (rule: FieldRule) => string {
  const t = useT()
  const formats = useFormats()
  return ({ field: name, is, values }) => {
    const found = fields.find(({ field }) => field === name)
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
