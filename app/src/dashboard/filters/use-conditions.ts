import type { FieldCondition } from '@ozvi/contract'
import { useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { operatorsOf, type FilterField } from './condition-fields.ts'

interface Row extends FieldCondition {
  id: string
}
const rowOf = (condition: FieldCondition): Row => ({ ...condition, id: crypto.randomUUID() })
export const newCondition = (field: FilterField): FieldCondition => ({
  field: field.field,
  is: operatorsOf(field)[0] ?? 'filled',
  values: [],
})

/**
 * Conditions being edited.
 *
 * @param isComplete whether a condition is complete
 */
export function useConditions(
  fields: readonly FilterField[],
  initial: readonly FieldCondition[],
  isComplete: (condition: FieldCondition) => boolean,
) {
  const t = useT()
  const [rows, setRows] = useState(() => initial.map(rowOf))
  const [incomplete, setIncomplete] = useState<string>()
  const [field] = fields
  return {
    fields,
    rows,
    isComplete,
    update: (id: string, changes: Partial<FieldCondition>) =>
      setRows((current) => current.map((row) => (row.id === id ? { ...row, ...changes } : row))),
    remove: (id: string) => setRows((current) => current.filter((row) => row.id !== id)),
    /** Undefined if there are no fields. */
    add: field && (() => setRows((current) => [...current, rowOf(newCondition(field))])),
    /** Incomplete conditions; shown after the first attempt. */
    incomplete,
    /** @returns the conditions; undefined if one is incomplete, which is shown */
    finish: (): FieldCondition[] | undefined => {
      const incompleteRow = rows.find((row) => !isComplete(row))
      const name = fields.find((one) => one.field === incompleteRow?.field)?.label ?? t('segments.field_gone')
      setIncomplete(incompleteRow && t('segments.incomplete', { name }))
      return incompleteRow ? undefined : rows.map(({ field: of, is, values }) => ({ field: of, is, values }))
    },
  }
}
export type Conditions = ReturnType<typeof useConditions>
