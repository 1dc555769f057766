import {
  familyOfType,
  type CustomField,
  type ConditionFamily,
  conditionFamilies,
  type ConditionOperator,
} from '@ozvi/contract'
import type { Option } from '#ui/input.tsx'

/** A field that can be filtered by. */
export interface FilterField {
  field: string
  label: string
  family: ConditionFamily
  /** The choices; a text value if absent. */
  options?: readonly Option[]
  /** A custom field. */
  is_custom?: true
}
export const customFilterField = ({ id, name, type, options }: CustomField): FilterField => ({
  field: id,
  label: name,
  family: familyOfType[type],
  is_custom: true,
  ...(type === 'list' ? { options: options.map((value) => ({ value, label: value })) } : {}),
})
export const operatorsOf = ({ family }: FilterField): readonly ConditionOperator[] =>
  conditionFamilies[family]
