import { familyOfType, type OwnField, type RuleFamily, ruleFamilies, type RuleOperator } from '@ozvi/contract'

export interface Choice {
  value: string
  label: string
}
/** Something that can be asked for. */
export interface RuleField {
  field: string
  label: string
  family: RuleFamily
  /** What may be chosen; without it the value is written. */
  choices?: readonly Choice[]
  /** Of the team's own. */
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
