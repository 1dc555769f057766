import {
  type FilterContext,
  type ContactFilterParams,
  type FieldCondition,
  isBuiltInFilter,
  isTimeCondition,
  acquisitionNames,
  searchedHandle,
  day_ms,
} from '@ozvi/contract'
import { sql } from 'kysely'
import {
  type Condition,
  not,
  numberCondition,
  customFieldCondition,
  pattern,
  textCondition,
  type TextValue,
} from '#features/custom-fields'

/* Contact filters as SQL conditions over `contact`. SQL counterpart of the contract's `matchesContactFilter`. */

const column = (name: string) => sql.ref<string>(`contact.${name}`)

const startOf = (day: string, time_zone: string, days = 0) =>
  sql`((${day}::date + ${days}::int)::timestamp at time zone ${time_zone})`

function timeCondition(
  { field, is, values: [value = ''] }: FieldCondition,
  context: FilterContext,
): Condition {
  const time = column(`${field}_at`)
  const zone = context.time_zone ?? 'UTC'
  if (is === 'filled') return sql`${time} is not null`
  if (is === 'empty') return sql`${time} is null`
  if (is === 'before') return sql`${time} < ${startOf(value, zone)}`
  if (is === 'after') return sql`${time} >= ${startOf(value, zone, 1)}`
  if (is === 'on') return sql`(${time} >= ${startOf(value, zone)} and ${time} < ${startOf(value, zone, 1)})`
  const from = new Date(context.now - Number(value) * day_ms).toISOString()
  return is === 'within' ? sql`${time} >= ${from}::timestamptz` : sql`${time} < ${from}::timestamptz`
}

function tagCondition({ is, values }: FieldCondition): Condition {
  // redundant, but lets PostgreSQL use the partial index on tagged contacts
  const some = sql<boolean>`(contact.tag_ids <> '{}' and contact.tag_ids && ${values}::uuid[])`
  if (is === 'any_of') return some
  if (is === 'none_of') return sql`not ${some}`
  if (is === 'all_of') return sql`(contact.tag_ids <> '{}' and contact.tag_ids @> ${values}::uuid[])`
  return is === 'filled' ? sql`contact.tag_ids <> '{}'` : sql`contact.tag_ids = '{}'`
}

/** Consents have a folded column of their own, so no recheck is needed. */
function consentCondition({ is, values: [value = ''] }: FieldCondition): Condition {
  if (is === 'filled') return sql`contact.consent_summary is not null`
  if (is === 'empty') return sql`contact.consent_summary is null`
  const contains = sql<boolean>`contact.consent_text like '%' || folded(${pattern(value.trim())}) || '%'`
  return is === 'contains' ? contains : not(contains)
}

/** Fields contained in `search_text` or `origin_text`. The others are choices and never searched by text. */
const valueOf = (name: string): TextValue => ({
  text: column(name),
  folded_in: column(acquisitionNames.some((one) => one === name) ? 'origin_text' : 'search_text'),
  is_json: false,
})
function conditionOf(rule: FieldCondition, context: FilterContext): Condition {
  const { field, is, values } = rule
  if (field === 'tags') return tagCondition(rule)
  if (field === 'consent_summary') return consentCondition(rule)
  if (isTimeCondition(field)) return timeCondition(rule, context)
  if (field === 'blocked') {
    const now = sql`${new Date(context.now).toISOString()}::timestamptz`
    const isNow = sql<boolean>`(contact.blocked_at is not null and (contact.blocked_until is null or contact.blocked_until > ${now}))`
    return is === 'yes' ? isNow : not(isNow)
  }
  if (field === 'verified')
    return is === 'yes' ? sql`contact.verified_at is not null` : sql`contact.verified_at is null`
  if (field === 'visits') return numberCondition(rule, column(field)) ?? sql`false`
  if (field === 'owner_id') {
    const ids = values.map((one) => (one === 'me' ? context.user_id : one))
    const isOne = sql<boolean>`contact.owner_id = any(${ids}::uuid[])`
    if (is === 'any_of') return isOne
    if (is === 'none_of') return not(isOne)
    return is === 'filled' ? sql`contact.owner_id is not null` : sql`contact.owner_id is null`
  }
  if (isBuiltInFilter(field)) return textCondition(rule, valueOf(field), context)
  return customFieldCondition('contact', rule, context)
}

/** All words must occur in the contact's search text. */
export const searched = (search: string): Condition[] =>
  searchedHandle(search)
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => sql<boolean>`contact.search_text like '%' || folded(${pattern(word)}) || '%'`)

/** The conditions of a filter; empty if every contact matches. */
export function conditionsOf(
  { search, kind, rules, match }: ContactFilterParams,
  context: FilterContext,
): Condition[] {
  const conditions = rules.map((rule) => conditionOf(rule, context))
  return [
    ...(kind ? [sql<boolean>`contact.kind = ${kind}`] : []),
    ...searched(search),
    ...(match === 'all' || conditions.length < 2
      ? conditions
      : [sql<boolean>`(${sql.join(conditions, sql` or `)})`]),
  ]
}
export const all = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`
