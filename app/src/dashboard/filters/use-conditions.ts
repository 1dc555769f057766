import type { FieldRule } from '@ozvi/contract'
import { useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { operatorsOf, type RuleField } from './condition-fields.ts'

interface Row extends FieldRule {
  id: string
}
const rowOf = (rule: FieldRule): Row => ({ ...rule, id: crypto.randomUUID() })
export const begin = (field: RuleField): FieldRule => ({
  field: field.field,
  is: operatorsOf(field)[0] ?? 'filled',
  values: [],
})

/**
 * Conditions being edited.
 *
 * @param isRule whether a condition is complete
 */
export function useRules(
  fields: readonly RuleField[],
  first: readonly FieldRule[],
  isRule: (rule: FieldRule) => boolean,
) {
  const t = useT()
  const [rows, setRows] = useState(() => first.map(rowOf))
  const [incomplete, setIncomplete] = useState<string>()
  const [field] = fields
  return {
    fields,
    rows,
    isRule,
    put: (id: string, changes: Partial<FieldRule>) =>
      setRows((held) => held.map((row) => (row.id === id ? { ...row, ...changes } : row))),
    remove: (id: string) => setRows((held) => held.filter((row) => row.id !== id)),
    /** Undefined if there are no fields. */
    add: field && (() => setRows((held) => [...held, rowOf(begin(field))])),
    /** Incomplete conditions; shown after the first attempt. */
    incomplete,
    /** @returns the conditions; undefined if one is incomplete, which is shown */
    finish: (): FieldRule[] | undefined => {
      const wrong = rows.find((row) => !isRule(row))
      const name = fields.find((one) => one.field === wrong?.field)?.label ?? t('segments.field_gone')
      setIncomplete(wrong && t('segments.incomplete', { name }))
      return wrong ? undefined : rows.map(({ field: of, is, values }) => ({ field: of, is, values }))
    },
  }
}
export type Rules = ReturnType<typeof useRules>
