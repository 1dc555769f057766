import { priorities } from '../conversations/conversations.ts'
import { normalizeText } from '../filters/normalize-text.ts'
import type { FieldValue } from '../filters/custom-fields.ts'
import type { FlowAudience, FlowCondition, FlowConditions } from './flow.ts'
import type { KnownFields, RunContext } from './run.ts'

type Known = FieldValue | readonly string[] | null
/** What conditions read. */
export interface ConditionValues extends Pick<
  RunContext,
  'contact' | 'conversation' | 'is_open' | 'locale' | 'page' | 'today'
> {
  variables: KnownFields
}
const comparedCharsMax = 2_000

/** Own fields only: a field may be called `constructor`. */
export const readField = (fields: KnownFields, name: string): Known =>
  Object.hasOwn(fields, name) ? (fields[name] ?? null) : null

const valueReaders: Record<FlowCondition['subject'], (values: ConditionValues, name: string) => Known> = {
  variable: ({ variables }, name) => readField(variables, name),
  contact: ({ contact }, name) => readField(contact, name),
  conversation: ({ conversation }, name) => readField(conversation, name),
  page: ({ page }) => page,
  locale: ({ locale }) => locale,
  hours: ({ is_open }) => (is_open ? 'open' : 'closed'),
  date: ({ today }) => today,
}

const fold = (value: unknown) => normalizeText(String(value).slice(0, comparedCharsMax)).trim()
/** A number as people and JSON write it, or null. Never -0, which JSON doesn't have. */
export function readNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null
  if (typeof value !== 'string' || value.length > 40) return null
  const text = value.replace(/\s/g, '').replace(',', '.')
  return /^[+-]?\d{1,15}(?:\.\d{1,10})?$/.test(text) ? Number(text) + 0 : null
}

const isKnown = (value: Known) =>
  value !== null && (Array.isArray(value) ? value.length > 0 : String(value).trim() !== '')
function equals(value: FieldValue, expected: string): boolean {
  const [left, right] = [readNumber(value), readNumber(expected)]
  return left !== null && right !== null ? left === right : fold(value) === fold(expected)
}
/** Numbers by value, priorities by rank, everything else (dates) by text. */
function compare(value: FieldValue, expected: string): number {
  const rank = (text: unknown) => (priorities as readonly unknown[]).indexOf(text)
  if (rank(value) >= 0 && rank(expected) >= 0) return rank(value) - rank(expected)
  const [left, right] = [readNumber(value), readNumber(expected)]
  if (left !== null && right !== null) return left - right
  const isDayLike = (text: unknown) => /^\d{4}-\d\d-\d\d/.test(String(text).slice(0, 10))
  if (!isDayLike(value) || !isDayLike(expected)) return 0
  return fold(value) < fold(expected) ? -1 : Number(fold(value) > fold(expected))
}

type Test = (value: FieldValue, expected: string) => boolean
const tests: Record<Exclude<FlowCondition['operator'], 'is_not' | 'is_set' | 'is_not_set'>, Test> = {
  is: equals,
  contains: (value, expected) => fold(expected) !== '' && fold(value).includes(fold(expected)),
  starts_with: (value, expected) => fold(expected) !== '' && fold(value).startsWith(fold(expected)),
  greater: (value, expected) => compare(value, expected) > 0,
  less: (value, expected) => compare(value, expected) < 0,
}
function isTrue({ subject, name, operator, value: expected }: FlowCondition, values: ConditionValues) {
  const known = valueReaders[subject](values, name)
  if (operator === 'is_set') return isKnown(known)
  if (operator === 'is_not_set') return !isKnown(known)
  if (known === null) return operator === 'is_not'
  // One of several tags is enough.
  const passes = (test: Test) => [known].flat().some((value) => test(value, expected))
  return operator === 'is_not' ? !passes(equals) : passes(tests[operator])
}

const holds = (match: FlowConditions['match'], results: readonly boolean[]) =>
  match === 'any' && results.length > 0 ? results.includes(true) : !results.includes(false)
/** Whether the conditions match. No conditions always match. */
export const isFulfilled = ({ match, conditions }: FlowConditions, values: ConditionValues): boolean =>
  holds(
    match,
    conditions.map((condition) => isTrue(condition, values)),
  )
/** Whether a customer is in the audience. Groups that a draft leaves empty are ignored. */
export const isInAudience = (
  { match, conditions, groups = [] }: FlowAudience,
  values: ConditionValues,
): boolean =>
  holds(match, [
    ...conditions.map((condition) => isTrue(condition, values)),
    ...groups.filter(({ conditions }) => conditions.length > 0).map((group) => isFulfilled(group, values)),
  ])
