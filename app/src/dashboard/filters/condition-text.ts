import type { FieldCondition, ConditionOperator } from '@ozvi/contract'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import type { FilterField } from './condition-fields.ts'

const dayOperators: readonly ConditionOperator[] = ['on', 'before', 'after']
/** A condition as text. */
export function useConditionText(fields: readonly FilterField[]): (condition: FieldCondition) => string {
  const t = useT()
  const formats = useFormats()
  return ({ field: name, is, values }) => {
    const match = fields.find(({ field }) => field === name)
    const field = match?.label ?? t('segments.field_gone')
    const valueText = (value: string) => {
      if (dayOperators.includes(is)) return formats.date(new Date(`${value}T12:00`).toISOString())
      return match?.options ? (match.options.find((one) => one.value === value)?.label ?? value) : value
    }
    if (is === 'within' || is === 'not_within')
      return t(`segments.chip_${is}`, { field, count: Number(values[0]) })
    const value = values.map(valueText).join(', ')
    if (values.length === 0) return t('segments.chip_bare', { field, is: t(`segments.is_${is}`) })
    if (is === 'any_of' && values.length === 1) return t('segments.chip_one', { field, value })
    return t('segments.chip', { field, is: t(`segments.is_${is}`), value })
  }
}
