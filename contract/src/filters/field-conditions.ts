import { day_ms } from '../durations.ts'
import { conditionTextCharsMax, dayOf, type FilterContext, isCount, isDay, isId } from './condition-values.ts'
import type { FieldType, FieldValue, FieldValues } from './custom-fields.ts'
import { normalizeText } from './normalize-text.ts'

/*
 * Conditions on fields: their operators, their URL format and their evaluation. Contact lists support built-in
 * and custom fields, conversation lists only custom ones. Pure, so that the app and the server decide alike.
 */

/** The operators of each type of field. */
export const conditionFamilies = {
  text: ['contains', 'not_contains', 'is', 'is_not', 'filled', 'empty'],
  one_of: ['any_of', 'none_of'],
  choice: ['any_of', 'none_of', 'filled', 'empty'],
  tags: ['any_of', 'all_of', 'none_of', 'filled', 'empty'],
  time: ['within', 'not_within', 'on', 'before', 'after'],
  /** For times that can be empty. */
  optional_time: ['filled', 'empty', 'within', 'not_within', 'on', 'before', 'after'],
  /** For several texts combined. */
  texts: ['contains', 'not_contains', 'filled', 'empty'],
  day: ['within', 'not_within', 'on', 'before', 'after', 'filled', 'empty'],
  count: ['equals', 'greater', 'less'],
  number: ['equals', 'greater', 'less', 'filled', 'empty'],
  boolean: ['yes', 'no', 'empty'],
  flag: ['yes', 'no'],
} as const
export type ConditionFamily = keyof typeof conditionFamilies
export type ConditionOperator = (typeof conditionFamilies)[ConditionFamily][number]

/** The operators of each type of custom field. */
export const familyOfType: Record<FieldType, ConditionFamily> = {
  text: 'text',
  link: 'text',
  number: 'number',
  date: 'day',
  boolean: 'boolean',
  list: 'choice',
}

/** A condition on one field. */
export interface FieldCondition {
  /** The name of a built-in field, or the id of a custom one. */
  field: string
  is: ConditionOperator
  /** Alternatives; empty for operators without a value. */
  values: string[]
}
/** Maximum number of conditions in a filter. */
export const fieldConditionsMax = 20
export const conditionValuesMax = 50
const valueCharsMax = 200
const daysMax = 3_650

const isNumber = (text: string) => /^-?\d{1,15}(\.\d{1,6})?$/.test(text)
const valueRules: Record<ConditionOperator, ((text: string) => boolean) | null> = {
  contains: (text) => text.trim() !== '',
  not_contains: (text) => text.trim() !== '',
  is: (text) => text.trim() !== '',
  is_not: (text) => text.trim() !== '',
  any_of: (text) => text !== '',
  all_of: isId,
  none_of: (text) => text !== '',
  within: isCount(daysMax),
  not_within: isCount(daysMax),
  on: isDay,
  before: isDay,
  after: isDay,
  equals: isNumber,
  greater: isNumber,
  less: isNumber,
  yes: null,
  no: null,
  filled: null,
  empty: null,
}
export const needsValue = (is: ConditionOperator): boolean => valueRules[is] !== null
/** Whether the operator takes several values. */
export const takesSeveralValues = (is: ConditionOperator): boolean => is.endsWith('_of')
const isOperator = (text: string): text is ConditionOperator => Object.hasOwn(valueRules, text)

/** Whether the operator of a condition takes these values. */
export function hasValidValues(
  { is, values }: FieldCondition,
  isChoice: (text: string) => boolean = () => true,
): boolean {
  const isValue = valueRules[is]
  if (!isValue) return values.length === 0
  return (
    values.length >= 1 &&
    values.length <= (takesSeveralValues(is) ? conditionValuesMax : 1) &&
    values.every(
      (text) => text.length <= valueCharsMax && isValue(text) && (!takesSeveralValues(is) || isChoice(text)),
    )
  )
}
const customFieldOperators = Object.values(familyOfType).flatMap(
  (family): readonly ConditionOperator[] => conditionFamilies[family],
)
/** Whether a condition is valid for custom fields. The field's type isn't checked. */
export const isCustomFieldCondition = (condition: FieldCondition): boolean =>
  isId(condition.field) && customFieldOperators.includes(condition.is) && hasValidValues(condition)

/** Conditions as URL text: `last_seen.within.30;tags.any_of.{id},{id}`. */
export const serializeConditions = (conditions: readonly FieldCondition[]): string =>
  conditions
    .map(({ field, is, values }) =>
      [field, is, ...(values.length > 0 ? [values.map(encodeURIComponent).join(',')] : [])].join('.'),
    )
    .join(';')

type IsValid = (condition: FieldCondition) => boolean
function parseCondition(text: string, isValid: IsValid): FieldCondition | undefined {
  const [, field = '', is = '', valueText] = /^([\w-]+)\.(\w+)(?:\.(.*))?$/s.exec(text) ?? []
  if (!isOperator(is)) return undefined
  try {
    const values = valueText === undefined ? [] : [...new Set(valueText.split(',').map(decodeURIComponent))]
    const condition = { field, is, values }
    return isValid(condition) ? condition : undefined
  } catch {
    return undefined
  }
}
/** @returns each condition in the text; undefined for those that can't be parsed */
const parseEach = (text: string, isValid: IsValid): (FieldCondition | undefined)[] =>
  text ? text.split(';').map((each) => parseCondition(each, isValid)) : []
/** Whether all conditions in the text can be parsed. */
export function areConditions(text: string, isValid: IsValid): boolean {
  const conditions = parseEach(text, isValid)
  return conditions.length <= fieldConditionsMax && !conditions.includes(undefined)
}
/** Parses the conditions in the text and ignores invalid ones. */
export const parseConditions = (text: string, isValid: IsValid): FieldCondition[] =>
  parseEach(text.slice(0, conditionTextCharsMax), isValid)
    .filter((condition) => condition !== undefined)
    .slice(0, fieldConditionsMax)

/** The first of the last `days` days, including today. */
export const firstDayOf = (days: number, context: FilterContext): string =>
  new Date(Date.parse(`${dayOf(context.now, context)}T00:00Z`) - (days - 1) * day_ms)
    .toISOString()
    .slice(0, 10)
/** Whether a day is `before`, `after` or `on` another one. */
export function isOnDay(is: ConditionOperator, current: string, day: string): boolean {
  if (is === 'before') return current < day
  return is === 'after' ? current > day : current === day
}

/** Whether a value matches a condition; null if the value is unknown. */
export function matchesCondition(
  { is, values }: FieldCondition,
  current: FieldValue | null,
  context: FilterContext,
): boolean {
  const [value = ''] = values
  const isFilled = current !== null && current !== ''
  switch (is) {
    case 'filled':
      return isFilled
    case 'empty':
      return !isFilled
    case 'yes':
    case 'no':
      return current === (is === 'yes')
    case 'equals':
      return current === Number(value)
    case 'greater':
      return typeof current === 'number' && current > Number(value)
    case 'less':
      return typeof current === 'number' && current < Number(value)
    case 'any_of':
    case 'none_of':
      return (isFilled && values.includes(String(current))) === (is === 'any_of')
    case 'contains':
    case 'not_contains':
      return (
        (isFilled && normalizeText(String(current)).includes(normalizeText(value.trim()))) ===
        (is === 'contains')
      )
    case 'is':
    case 'is_not':
      return (isFilled && normalizeText(String(current)) === normalizeText(value.trim())) === (is === 'is')
    case 'within':
    case 'not_within': {
      const isIn =
        typeof current === 'string' &&
        current >= firstDayOf(Number(value), context) &&
        current <= dayOf(context.now, context)
      return isFilled && isIn === (is === 'within')
    }
    default:
      return typeof current === 'string' && isOnDay(is, current, value)
  }
}

/** The conditions on custom fields in a filter of conversations; invalid ones are ignored. */
export const parseFieldConditions = (text: string): FieldCondition[] =>
  parseConditions(text, isCustomFieldCondition)
/** Whether the fields match all conditions, as the server decides for lists. */
export const matchesFieldConditions = (text: string, fields: FieldValues, context: FilterContext): boolean =>
  parseFieldConditions(text).every((condition) =>
    matchesCondition(condition, fields[condition.field] ?? null, context),
  )
