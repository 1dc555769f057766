import { familyOfType, type OwnField, type RuleFamily, ruleFamilies, type RuleOperator } from '@ozvi/contract'

export interface Choice {
  value: string
  label: string
}
/** A field that can be filtered by. */
export interface RuleField {
  field: string
  label: string
  family: RuleFamily
  /** The choices; a text value if absent. */
  choices?: readonly Choice[]
  /** A custom field. */
  is_own?: true
}
export const ownRuleField = ({ id, name, type, options }: OwnField): RuleField => ({
  field: id,
  label: name,
  family: familyOfType[type],
  is_own: true,
  ...(type === 'list' ? { choices: options.map((value) => ({ value, label: value })) } : {}),
})
export const operatorsOf = ({ family }: RuleField): readonly RuleOperator[] => ruleFamilies[family]
