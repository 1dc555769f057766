import {
  type ContactAcquisition,
  type ContactTextField,
  type FieldValues,
  isBlocked,
  type Locale,
  utmNames,
} from '@ozvi/contract'
import { builtInFields } from '../store.ts'

/** A contact's row as JSON, with exact times. */
export interface Row extends ContactAcquisition, Record<ContactTextField, string | null> {
  id: string
  kind: 'visitor' | 'lead' | 'user'
  name: string | null
  email: string | null
  phone: string | null
  country: string | null
  external_id: string | null
  owner_id: string | null
  tag_ids: string[]
  fields: FieldValues
  first_seen_at: string | null
  last_seen_at: string | null
  locale: Locale | null
  blocked_at: string | null
  blocked_until: string | null
  blocked_reason: string
  blocked_by: string | null
  unsubscribed_at: string | null
  merged_search_text: string
  verified_claim_by: 'jwt' | null
  verified_claim_at: string | null
  verified_claim_id: string | null
  verified_claim_email: string | null
  verified_claim_email_at: string | null
  version: number
}
export type MergedValues = Partial<Row>

const lacked = [
  ...builtInFields,
  'time_zone',
  'import_file',
  'unsubscribed_at',
] as const satisfies (keyof Row)[]
/** Columns that belong together: a first visit is never mixed from two people. */
const together = [
  ['first_page', 'referrer', ...utmNames],
  ['device', 'browser', 'operating_system'],
  [
    'verified_claim_by',
    'verified_claim_at',
    'verified_claim_id',
    'verified_claim_email',
    'verified_claim_email_at',
  ],
] as const satisfies (keyof Row)[][]
const kinds: readonly Row['kind'][] = ['visitor', 'lead', 'user']
type Moment = string | null
const earlier = (a: Moment, b: Moment) => {
  if (!a || !b) return a ?? b
  return Date.parse(a) <= Date.parse(b) ? a : b
}
const later = (a: Moment, b: Moment) => {
  if (!a || !b) return a ?? b
  return Date.parse(a) >= Date.parse(b) ? a : b
}

const linesOf = (text: string) => text.split('\n').filter(Boolean)
/** Names and contact details of a person, one per line. */
const namesOf = ({ name, email, phone, external_id, merged_search_text }: Row) => [
  ...[name, email, phone, external_id].filter((value) => value !== null),
  ...linesOf(merged_search_text),
]
/** Of two blocks, the one that ends later wins. */
function isStricter(a: Row, b: Row, now: number): boolean {
  if (!isBlocked(a, now) || !isBlocked(b, now)) return isBlocked(a, now)
  if (a.blocked_until === null || b.blocked_until === null) return b.blocked_until !== null
  return Date.parse(a.blocked_until) > Date.parse(b.blocked_until)
}
export const blockOf = ({ blocked_at, blocked_until, blocked_reason, blocked_by }: Row): MergedValues => ({
  blocked_at,
  blocked_until,
  blocked_reason,
  blocked_by,
})

/** What a merge changes in the target. */
export function mergeValues(source: Row, target: Row, now: number): MergedValues {
  const mergedValues: MergedValues = {}
  for (const field of lacked) if (target[field] === null) mergedValues[field] = source[field]
  for (const fields of together)
    if (fields.every((field) => target[field] === null))
      Object.assign(mergedValues, Object.fromEntries(fields.map((field) => [field, source[field]])))
  return {
    ...mergedValues,
    locale: target.locale ?? source.locale,
    kind: kinds[Math.max(kinds.indexOf(source.kind), kinds.indexOf(target.kind))] ?? target.kind,
    tag_ids: [...new Set([...target.tag_ids, ...source.tag_ids])],
    fields: { ...source.fields, ...target.fields },
    first_seen_at: earlier(source.first_seen_at, target.first_seen_at),
    last_seen_at: later(source.last_seen_at, target.last_seen_at),
    ...(isStricter(source, target, now) ? blockOf(source) : {}),
    merged_search_text: [...linesOf(target.merged_search_text), ...namesOf(source)].join('\n'),
  }
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
/** The changed values of a merge. */
export const changedValues = (mergedValues: MergedValues, before: Row): MergedValues =>
  Object.fromEntries(
    Object.entries(mergedValues).filter(([name, value]) => !isSame(value, before[name as keyof Row])), // from one row
  )

/** Restores the target's values that are unchanged since the merge. */
export function unmergeValues(
  now: Row,
  { before, after }: Record<'before' | 'after', MergedValues>,
): MergedValues {
  const whole = Object.keys(after).filter(
    (name) => !['tag_ids', 'fields', 'merged_search_text'].includes(name),
  )
  const isLeft = (name: string) => isSame(now[name as keyof Row], after[name as keyof Row]) // from one row
  // The columns of a block are restored together.
  const back = whole.filter((name) => isLeft(name.startsWith('blocked_') ? 'blocked_at' : name))
  const emptied: MergedValues = Object.fromEntries(back.map((name) => [name, before[name as keyof Row]]))
  const added = (after.tag_ids ?? []).filter((id) => !before.tag_ids?.includes(id))
  const addedLines = linesOf(after.merged_search_text ?? '').slice(
    linesOf(before.merged_search_text ?? '').length,
  )
  const isFilledIn = (id: string) =>
    before.fields?.[id] === undefined && isSame(now.fields[id], after.fields?.[id])
  return {
    ...emptied,
    tag_ids: now.tag_ids.filter((id) => !added.includes(id)),
    fields: after.fields
      ? Object.fromEntries(Object.entries(now.fields).filter(([id]) => !isFilledIn(id)))
      : now.fields,
    merged_search_text: linesOf(now.merged_search_text)
      .filter((line) => {
        const at = addedLines.indexOf(line)
        if (at !== -1) addedLines.splice(at, 1)
        return at === -1
      })
      .join('\n'),
  }
}
