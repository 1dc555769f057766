import { type Asking, type ContactRule, type ContactsWanted, firstDayOf, isBuiltInRule } from '@ozvi/contract'
import { type RawBuilder, sql } from 'kysely'

/*
 * The filters of contacts as conditions over `contact`; the counterpart of the contract's `isContactWanted`.
 */

type Condition = RawBuilder<boolean>
const no = sql<boolean>`false`

/** As a pattern: whatever a wildcard would mean in the words. */
const pattern = (words: string) => words.replace(/[\\%_]/g, '\\$&')
const column = (name: string) => sql.ref<string>(`contact.${name}`)
const not = (condition: Condition) => sql<boolean>`(${condition}) is not true`

/**
 * Where the words of a text field stand as well, folded and stored: to fold each row's own value would take
 * several times as long as the whole list may take.
 */
const inSearchText = new Set(['name', 'email', 'phone', 'company', 'external_id', 'city'])
function hasWords(field: string, value: RawBuilder<string>, words: string, isWhole: boolean): Condition {
  const isBuiltIn = inSearchText.has(field)
  // A value stands in the text of all fields as JSON writes it.
  const written = isBuiltIn ? words : JSON.stringify(words).slice(1, -1)
  const may = sql<boolean>`${column(isBuiltIn ? 'search_text' : 'fields_text')} like '%' || folded(${pattern(written)}) || '%'`
  const does = isWhole
    ? sql<boolean>`folded(${value}) = folded(${words})`
    : sql<boolean>`folded(${value}) like '%' || folded(${pattern(words)}) || '%'`
  return sql<boolean>`case when ${may} then ${does} else false end`
}

const startOf = (day: string, time_zone: string, days = 0) =>
  sql`((${day}::date + ${days}::int)::timestamp at time zone ${time_zone})`

function timeCondition({ field, is, values: [value = ''] }: ContactRule, asking: Asking): Condition {
  const time = column(`${field}_at`)
  const zone = asking.time_zone ?? 'UTC'
  if (is === 'before') return sql`${time} < ${startOf(value, zone)}`
  if (is === 'after') return sql`${time} >= ${startOf(value, zone, 1)}`
  if (is === 'on') return sql`(${time} >= ${startOf(value, zone)} and ${time} < ${startOf(value, zone, 1)})`
  const from = new Date(asking.now - Number(value) * 86_400_000).toISOString()
  return is === 'within' ? sql`${time} >= ${from}::timestamptz` : sql`${time} < ${from}::timestamptz`
}

function tagCondition({ is, values }: ContactRule): Condition {
  // said twice, so that the index of those that carry any may be used
  const some = sql<boolean>`(contact.tag_ids <> '{}' and contact.tag_ids && ${values}::uuid[])`
  if (is === 'any_of') return some
  if (is === 'none_of') return sql`not ${some}`
  if (is === 'all_of') return sql`(contact.tag_ids <> '{}' and contact.tag_ids @> ${values}::uuid[])`
  return is === 'filled' ? sql`contact.tag_ids <> '{}'` : sql`contact.tag_ids = '{}'`
}

/** @param value as text; null where nothing is known */
function valueCondition(rule: ContactRule, value: RawBuilder<string>, asking: Asking): Condition {
  const { field, is, values } = rule
  const [first = ''] = values
  switch (is) {
    case 'filled':
      return sql`${value} <> ''`
    case 'empty':
      return sql`coalesce(${value}, '') = ''`
    case 'contains':
    case 'is':
      return hasWords(field, value, first.trim(), is === 'is')
    case 'not_contains':
    case 'is_not':
      return not(hasWords(field, value, first.trim(), is === 'is_not'))
    case 'any_of':
      return sql`${value} = any(${values}::text[])`
    case 'none_of':
      return not(sql`${value} = any(${values}::text[])`)
    case 'on':
      return sql`${value} = ${first}`
    // days of a calendar stand in their order as texts; `C` says so whatever the database's own order is
    case 'before':
      return sql`${value} collate "C" < ${first}`
    case 'after':
      return sql`${value} collate "C" > ${first}`
    case 'within':
    case 'not_within': {
      const [from, to] = [firstDayOf(Number(first), asking), firstDayOf(1, asking)]
      const isIn = sql<boolean>`${value} collate "C" between ${from} and ${to}`
      return is === 'within' ? isIn : sql`not ${isIn}`
    }
    default:
      return no
  }
}
const numbers: Partial<Record<ContactRule['is'], RawBuilder<unknown>>> = {
  equals: sql`=`,
  greater: sql`>`,
  less: sql`<`,
}
function conditionOf(rule: ContactRule, asking: Asking): Condition {
  const { field, is, values } = rule
  if (field === 'tags') return tagCondition(rule)
  if (field === 'first_seen' || field === 'last_seen') return timeCondition(rule, asking)
  if (field === 'blocked') {
    const now = sql`${new Date(asking.now).toISOString()}::timestamptz`
    const isNow = sql<boolean>`(contact.blocked_at is not null and (contact.blocked_until is null or contact.blocked_until > ${now}))`
    return is === 'yes' ? isNow : not(isNow)
  }
  const compared = numbers[is]
  if (field === 'visits') return sql`contact.visits ${compared ?? sql`=`} ${values[0]}::numeric`
  if (field === 'owner_id') {
    const ids = values.map((one) => (one === 'me' ? asking.user_id : one))
    const isOne = sql<boolean>`contact.owner_id = any(${ids}::uuid[])`
    if (is === 'any_of') return isOne
    if (is === 'none_of') return not(isOne)
    return is === 'filled' ? sql`contact.owner_id is not null` : sql`contact.owner_id is null`
  }
  if (isBuiltInRule(field)) return valueCondition(rule, column(field), asking)
  const own = sql<string>`(contact.fields ->> ${field}::text)`
  if (is === 'yes' || is === 'no')
    return sql`contact.fields -> ${field}::text = ${String(is === 'yes')}::jsonb`
  if (!compared) return valueCondition(rule, own, asking)
  return sql`case when jsonb_typeof(contact.fields -> ${field}::text) = 'number'
    then ${own}::numeric ${compared} ${values[0]}::numeric else false end`
}

/** Words that all stand in what is known of somebody. */
const searched = (search: string): Condition[] =>
  search
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => sql<boolean>`contact.search_text like '%' || folded(${pattern(word)}) || '%'`)

/** What all has to hold for a contact to be wanted; nothing where everybody is. */
export function conditionsOf({ search, kind, rules, match }: ContactsWanted, asking: Asking): Condition[] {
  const ruled = rules.map((rule) => conditionOf(rule, asking))
  return [
    ...(kind ? [sql<boolean>`contact.kind = ${kind}`] : []),
    ...searched(search),
    ...(match === 'all' || ruled.length < 2 ? ruled : [sql<boolean>`(${sql.join(ruled, sql` or `)})`]),
  ]
}
export const all = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`
