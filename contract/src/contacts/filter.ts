import { day_ms } from '../durations.ts'
import { contactHandle, searchedHandle } from './contact-name.ts'
import { countries } from '../countries.ts'
import { dayOf, type FilterContext, isId, isOneOf } from '../filters/condition-values.ts'
import type { FieldValue } from '../filters/custom-fields.ts'
import {
  conditionFamilies,
  type ConditionFamily,
  type ConditionOperator,
  type FieldCondition,
  hasValidValues,
  isCustomFieldCondition,
  isOnDay,
  matchesCondition,
  parseConditions,
  serializeConditions,
} from '../filters/field-conditions.ts'
import { normalizeText } from '../filters/normalize-text.ts'
import { searchCharsMax } from '../conversations/search.ts'
import { browsers, type ContactAcquisition, devices, operatingSystems } from './acquisition.ts'
import type { ConsentGiven } from './consents.ts'
import { type ContactKind, contactKinds } from './contacts.ts'
import { type ContactTextField, mapTextFields } from './text-fields.ts'

/*
 * Conditions of contact filters: their types, their URL format and their evaluation. Pure, so that the app and
 * the server decide alike.
 */

/** The built-in fields that can be filtered, in display order. */
export const builtInFilters = {
  tags: 'tags',
  kind: 'one_of',
  owner_id: 'choice',
  last_seen: 'time',
  first_seen: 'time',
  visits: 'count',
  ...mapTextFields(() => 'text' as const),
  country: 'choice',
  locale: 'one_of',
  name: 'text',
  email: 'text',
  phone: 'text',
  external_id: 'text',
  verified: 'flag',
  blocked: 'flag',
  import_file: 'text',
  first_page: 'text',
  referrer: 'text',
  utm_source: 'text',
  utm_medium: 'text',
  utm_campaign: 'text',
  utm_term: 'text',
  utm_content: 'text',
  device: 'choice',
  browser: 'choice',
  operating_system: 'choice',
  time_zone: 'text',
  consent_opened: 'optional_time',
  consent_page: 'optional_time',
  consent_summary: 'texts',
  consent_ended: 'optional_time',
} as const satisfies Record<string, ConditionFamily>
export type BuiltInFilter = keyof typeof builtInFilters
export const isBuiltInFilter = (field: string): field is BuiltInFilter => Object.hasOwn(builtInFilters, field)
const choices: Partial<Record<BuiltInFilter, (text: string) => boolean>> = {
  tags: isId,
  kind: isOneOf(contactKinds),
  owner_id: (text) => text === 'me' || isId(text),
  locale: isOneOf(['en', 'sk']),
  country: isOneOf(countries),
  device: isOneOf(devices),
  browser: isOneOf(browsers),
  operating_system: isOneOf(operatingSystems),
}

/** Whether a condition is valid for contacts. The type of a custom field is not checked. */
export function isContactCondition(condition: FieldCondition): boolean {
  const { field, is } = condition
  if (!isBuiltInFilter(field)) return isCustomFieldCondition(condition)
  const operators: readonly ConditionOperator[] = conditionFamilies[builtInFilters[field]]
  return operators.includes(is) && hasValidValues(condition, choices[field])
}

/** The fields of a contact that conditions use. */
export interface FilteredContact
  extends ContactAcquisition, ConsentGiven, Record<ContactTextField, string | null> {
  id: string
  name: string | null
  email: string | null
  phone: string | null
  country: string | null
  external_id: string | null
  merged_search_text: string
  owner_id: string | null
  kind: string
  locale: string | null
  tag_ids: readonly string[]
  first_seen_at: string | null
  last_seen_at: string | null
  visits: number
  fields: Readonly<Record<string, FieldValue>>
  blocked_at: string | null
  blocked_until: string | null
  verified_at: string | null
}
/** An expired block doesn't count. */
export const isBlocked = (
  { blocked_at, blocked_until }: Pick<FilteredContact, 'blocked_at' | 'blocked_until'>,
  now: number,
): boolean => blocked_at !== null && (blocked_until === null || Date.parse(blocked_until) > now)

/** Conditions on times; the field's name is the key followed by `_at`. */
const times = ['first_seen', 'last_seen', 'consent_opened', 'consent_page', 'consent_ended'] as const
export type TimeCondition = (typeof times)[number]
export const isTimeCondition = (field: string): field is TimeCondition => times.some((time) => time === field)

const isPlain = (
  field: string,
): field is Exclude<BuiltInFilter, 'tags' | 'blocked' | 'verified' | TimeCondition> =>
  isBuiltInFilter(field) && !['tags', 'blocked', 'verified'].includes(field) && !isTimeCondition(field)

function matchesTags({ is, values }: FieldCondition, tag_ids: readonly string[]): boolean {
  if (is === 'filled' || is === 'empty') return tag_ids.length > 0 === (is === 'filled')
  if (is === 'all_of') return values.every((id) => tag_ids.includes(id))
  return values.some((id) => tag_ids.includes(id)) === (is === 'any_of')
}

function matchesTime({ is, values }: FieldCondition, time: string | null, context: FilterContext): boolean {
  const [value = ''] = values
  if (is === 'filled' || is === 'empty') return (time !== null) === (is === 'filled')
  if (time === null) return false
  const isRecent = Date.parse(time) >= context.now - Number(value) * day_ms
  if (is === 'within' || is === 'not_within') return isRecent === (is === 'within')
  return isOnDay(is, dayOf(time, context), value)
}

function matchesField(condition: FieldCondition, row: FilteredContact, context: FilterContext): boolean {
  const { field, is, values } = condition
  if (field === 'tags') return matchesTags(condition, row.tag_ids)
  if (isTimeCondition(field)) return matchesTime(condition, row[`${field}_at`], context)
  if (field === 'blocked') return isBlocked(row, context.now) === (is === 'yes')
  if (field === 'verified') return (row.verified_at !== null) === (is === 'yes')
  const current = isPlain(field) ? row[field] : (row.fields[field] ?? null)
  if (field === 'owner_id') {
    const expectedValues = values.map((one) => (one === 'me' ? context.user_id : one))
    return matchesCondition({ ...condition, values: expectedValues }, current, context)
  }
  return matchesCondition(condition, current, context)
}

/** Whether all words appear in the contact's searchable fields, ignoring case and diacritics. */
const isFound = (
  search: string,
  { id, name, email, phone, company, city, external_id, merged_search_text }: FilteredContact,
): boolean => {
  const handle = name || email ? '' : contactHandle(id)
  const searchedTexts = [name, email, phone, company, external_id, city, merged_search_text, handle]
  const text = normalizeText(searchedTexts.map((each) => each ?? '').join(' '))
  return normalizeText(searchedHandle(search))
    .split(/\s+/)
    .every((word) => text.includes(word))
}
/** Which contacts a list contains. */
export interface ContactFilterParams {
  search: string
  kind?: ContactKind | undefined
  rules: readonly FieldCondition[]
  /** Whether all conditions must match, or any of them. */
  match: 'all' | 'any'
}
/** Parses the filter of a URL or a segment and ignores unknown parts. */
export const parseContactFilter = (
  texts: Readonly<Record<string, string | null | undefined>>,
): ContactFilterParams => ({
  search: (texts['search'] ?? '').slice(0, searchCharsMax),
  kind: contactKinds.find((kind) => kind === texts['kind']),
  rules: parseConditions(texts['rules'] ?? '', isContactCondition),
  match: texts['match'] === 'any' ? 'any' : 'all',
})
/** A filter as URL parameters. */
export type ContactFilterTexts = { search?: string; kind?: ContactKind; rules?: string; match?: 'any' }
/** The inverse; parameters without a value are left out. */
export function serializeContactFilter({
  search,
  kind,
  rules,
  match,
}: ContactFilterParams): ContactFilterTexts {
  return {
    ...(search && { search }),
    ...(kind && { kind }),
    ...(rules.length > 0 && { rules: serializeConditions(rules) }),
    ...(rules.length > 1 && match === 'any' && { match }),
  }
}
/** Whether a contact matches, as the server decides, so that a changed contact moves immediately. */
export function matchesContactFilter(
  { search, kind, rules, match }: ContactFilterParams,
  row: FilteredContact,
  context: FilterContext,
): boolean {
  const isMatch = (condition: FieldCondition) => matchesField(condition, row, context)
  return (
    (!kind || row.kind === kind) &&
    isFound(search, row) &&
    (rules.length === 0 || (match === 'all' ? rules.every(isMatch) : rules.some(isMatch)))
  )
}
