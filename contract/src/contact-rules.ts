import { ContactKind } from './contacts.ts'
import type { FieldType, FieldValue } from './own-fields.ts'
import { countries } from './countries.ts'
import { folded } from './folded.ts'
import { type Asking, dayOf, isCount, isDay, isId, isOneOf } from './rule-values.ts'

/*
 * The rules by which contacts are filtered: what they are, how an address says them, and what they mean. Pure, so
 * that screens can decide as the server does.
 */

/** What can be asked of each kind of field. */
export const ruleFamilies = {
  text: ['contains', 'not_contains', 'is', 'is_not', 'filled', 'empty'],
  one_of: ['any_of', 'none_of'],
  choice: ['any_of', 'none_of', 'filled', 'empty'],
  tags: ['any_of', 'all_of', 'none_of', 'filled', 'empty'],
  time: ['within', 'not_within', 'on', 'before', 'after'],
  day: ['within', 'not_within', 'on', 'before', 'after', 'filled', 'empty'],
  count: ['equals', 'greater', 'less'],
  number: ['equals', 'greater', 'less', 'filled', 'empty'],
  boolean: ['yes', 'no', 'empty'],
  flag: ['yes', 'no'],
} as const
export type RuleFamily = keyof typeof ruleFamilies
export type RuleOperator = (typeof ruleFamilies)[RuleFamily][number]

/** What every contact can be asked for, in the order in which it is offered. */
export const builtInRules = {
  tags: 'tags',
  kind: 'one_of',
  owner_id: 'choice',
  last_seen: 'time',
  first_seen: 'time',
  visits: 'count',
  company: 'text',
  country: 'choice',
  city: 'text',
  locale: 'one_of',
  name: 'text',
  email: 'text',
  phone: 'text',
  external_id: 'text',
  blocked: 'flag',
} as const satisfies Record<string, RuleFamily>
export type BuiltInRule = keyof typeof builtInRules
export const isBuiltInRule = (field: string): field is BuiltInRule => Object.hasOwn(builtInRules, field)
/** What can be asked of a field of the team's own. */
export const familyOfType: Record<FieldType, RuleFamily> = {
  text: 'text',
  link: 'text',
  number: 'number',
  date: 'day',
  boolean: 'boolean',
  list: 'choice',
}

/** One thing asked of a contact. */
export interface ContactRule {
  /** `BuiltInRule`, or the id of a field of the team's own. */
  field: string
  is: RuleOperator
  /** Alternatives; none for what asks whether anything is there. */
  values: string[]
}
export const contactRulesMax = 20
export const ruleValuesMax = 50
export const ruleTextCharsMax = 4_000
const valueCharsMax = 200
const daysMax = 3_650

const isNumber = (text: string) => /^-?\d{1,15}(\.\d{1,6})?$/.test(text)
const valueRules: Record<RuleOperator, ((text: string) => boolean) | null> = {
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
export const needsValue = (is: RuleOperator): boolean => valueRules[is] !== null
/** Whether several values may stand beside one another. */
export const takesSeveral = (is: RuleOperator): boolean => is.endsWith('_of')
const choices: Partial<Record<BuiltInRule, (text: string) => boolean>> = {
  tags: isId,
  kind: isOneOf(ContactKind.options),
  owner_id: (text) => text === 'me' || isId(text),
  locale: isOneOf(['en', 'sk']),
  country: isOneOf(countries),
}
const isOperator = (text: string): text is RuleOperator => Object.hasOwn(valueRules, text)

/** Whether a rule can be asked as it stands; of a field of the team's own the type is not looked at. */
export function isRule({ field, is, values }: ContactRule): boolean {
  const operators: readonly RuleOperator[] = isBuiltInRule(field)
    ? ruleFamilies[builtInRules[field]]
    : isId(field)
      ? Object.values(familyOfType).flatMap((family): readonly RuleOperator[] => ruleFamilies[family])
      : []
  if (!operators.includes(is)) return false
  const isValue = valueRules[is]
  if (!isValue) return values.length === 0
  const isChoice = takesSeveral(is) && isBuiltInRule(field) ? choices[field] : undefined
  return (
    values.length >= 1 &&
    values.length <= (takesSeveral(is) ? ruleValuesMax : 1) &&
    values.every((text) => text.length <= valueCharsMax && isValue(text) && (isChoice?.(text) ?? true))
  )
}

/** As an address says rules: `last_seen.within.30;tags.any_of.{id},{id}`. */
export const writeRules = (rules: readonly ContactRule[]): string =>
  rules
    .map(({ field, is, values }) =>
      [field, is, ...(values.length > 0 ? [values.map(encodeURIComponent).join(',')] : [])].join('.'),
    )
    .join(';')

function readRule(text: string): ContactRule | undefined {
  const [, field = '', is = '', said] = /^([\w-]+)\.(\w+)(?:\.(.*))?$/s.exec(text) ?? []
  if (!isOperator(is)) return undefined
  try {
    const values = said === undefined ? [] : [...new Set(said.split(',').map(decodeURIComponent))]
    const rule = { field, is, values }
    return isRule(rule) ? rule : undefined
  } catch {
    return undefined
  }
}
/** @returns every rule that a text says; undefined in the place of one that cannot be understood. */
export const readRuleTexts = (text: string): (ContactRule | undefined)[] =>
  text ? text.split(';').map(readRule) : []
/** What an address says, as far as it can be understood. */
export const readRules = (text: string | null | undefined): ContactRule[] =>
  readRuleTexts((text ?? '').slice(0, ruleTextCharsMax))
    .filter((rule) => rule !== undefined)
    .slice(0, contactRulesMax)

/** What rules look at. */
export interface Ruled {
  name: string | null
  email: string | null
  phone: string | null
  company: string | null
  city: string | null
  country: string | null
  external_id: string | null
  former: string
  owner_id: string | null
  kind: string
  locale: string
  tag_ids: readonly string[]
  first_seen_at: string
  last_seen_at: string
  visits: number
  fields: Readonly<Record<string, FieldValue>>
  blocked_at: string | null
  blocked_until: string | null
}
/** A block whose time has come is none. */
export const isBlocked = (
  { blocked_at, blocked_until }: Pick<Ruled, 'blocked_at' | 'blocked_until'>,
  now: number,
): boolean => blocked_at !== null && (blocked_until === null || Date.parse(blocked_until) > now)

const day_ms = 86_400_000
/** The first of the last `days` days, today being the last of them. */
export const firstDayOf = (days: number, asking: Asking): string =>
  new Date(Date.parse(`${dayOf(asking.now, asking)}T00:00Z`) - (days - 1) * day_ms).toISOString().slice(0, 10)

const isPlain = (
  field: string,
): field is Exclude<BuiltInRule, 'tags' | 'first_seen' | 'last_seen' | 'blocked'> =>
  isBuiltInRule(field) && !['tags', 'first_seen', 'last_seen', 'blocked'].includes(field)

function holds({ field, is, values }: ContactRule, row: Ruled, asking: Asking): boolean {
  const [value = ''] = values
  if (field === 'tags') {
    const carried = row.tag_ids
    if (is === 'filled' || is === 'empty') return carried.length > 0 === (is === 'filled')
    if (is === 'all_of') return values.every((id) => carried.includes(id))
    return values.some((id) => carried.includes(id)) === (is === 'any_of')
  }
  if (field === 'first_seen' || field === 'last_seen') {
    const time = row[`${field}_at`]
    const isRecent = Date.parse(time) >= asking.now - Number(value) * day_ms
    if (is === 'within' || is === 'not_within') return isRecent === (is === 'within')
    return isOnDay(is, dayOf(time, asking), value)
  }
  if (field === 'blocked') return isBlocked(row, asking.now) === (is === 'yes')
  const held = isPlain(field) ? row[field] : (row.fields[field] ?? null)
  const isThere = held !== null && held !== ''
  switch (is) {
    case 'filled':
      return isThere
    case 'empty':
      return !isThere
    case 'yes':
    case 'no':
      return held === (is === 'yes')
    case 'equals':
      return held === Number(value)
    case 'greater':
      return typeof held === 'number' && held > Number(value)
    case 'less':
      return typeof held === 'number' && held < Number(value)
    case 'any_of':
    case 'none_of': {
      const wanted =
        field === 'owner_id' ? values.map((one) => (one === 'me' ? asking.user_id : one)) : values
      return (isThere && wanted.includes(String(held))) === (is === 'any_of')
    }
    case 'contains':
    case 'not_contains':
      return (isThere && folded(String(held)).includes(folded(value.trim()))) === (is === 'contains')
    case 'is':
    case 'is_not':
      return (isThere && folded(String(held)) === folded(value.trim())) === (is === 'is')
    case 'within':
    case 'not_within': {
      const isIn =
        typeof held === 'string' &&
        held >= firstDayOf(Number(value), asking) &&
        held <= dayOf(asking.now, asking)
      return isThere && isIn === (is === 'within')
    }
    default:
      return typeof held === 'string' && isOnDay(is, held, value)
  }
}
function isOnDay(is: RuleOperator, held: string, day: string): boolean {
  return is === 'before' ? held < day : is === 'after' ? held > day : held === day
}

/** Words that all stand in what is known of somebody, without regard to case and diacritics. */
const isFound = (
  search: string,
  { name, email, phone, company, city, external_id, former }: Ruled,
): boolean => {
  const said = [name, email, phone, company, external_id, city, former]
  const text = folded(said.map((each) => each ?? '').join(' '))
  return folded(search)
    .split(/\s+/)
    .every((word) => text.includes(word))
}
/** Whom a list of contacts is about. */
export interface ContactsWanted {
  search: string
  kind?: ContactKind | undefined
  rules: readonly ContactRule[]
  /** Whether all rules must hold, or any of them. */
  match: 'all' | 'any'
}
/** What an address or a segment says, as far as it can be understood. */
export const readContactFilter = (
  texts: Readonly<Record<string, string | null | undefined>>,
): ContactsWanted => ({
  search: (texts['search'] ?? '').slice(0, valueCharsMax),
  kind: ContactKind.options.find((kind) => kind === texts['kind']),
  rules: readRules(texts['rules']),
  match: texts['match'] === 'any' ? 'any' : 'all',
})
/** A filter as an address tells it. */
export type ContactFilterTexts = { search?: string; kind?: ContactKind; rules?: string; match?: 'any' }
/** The other way round; what asks nothing is left out. */
export function writeContactFilter({ search, kind, rules, match }: ContactsWanted): ContactFilterTexts {
  return {
    ...(search && { search }),
    ...(kind && { kind }),
    ...(rules.length > 0 && { rules: writeRules(rules) }),
    ...(rules.length > 1 && match === 'any' && { match }),
  }
}
/** Whether a contact is wanted: the rule by which the server lists, so that one who changes moves at once. */
export function isContactWanted(
  { search, kind, rules, match }: ContactsWanted,
  row: Ruled,
  asking: Asking,
): boolean {
  const isHeld = (rule: ContactRule) => holds(rule, row, asking)
  return (
    (!kind || row.kind === kind) &&
    isFound(search, row) &&
    (rules.length === 0 || (match === 'all' ? rules.every(isHeld) : rules.some(isHeld)))
  )
}
