import { type FilterContext, type FieldCondition, firstDayOf } from '@ozvi/contract'
import { type RawBuilder, sql } from 'kysely'
import type { FieldOwner } from './store.ts'

/* Filter conditions over fields of `contact` or `conversation`. SQL counterpart of the contract's `matchesCondition`. */

export type Condition = RawBuilder<boolean>
const no = sql<boolean>`false`

/** Escapes wildcards of a LIKE pattern. */
export const pattern = (words: string) => words.replace(/[\\%_]/g, '\\$&')
export const not = (condition: Condition) => sql<boolean>`(${condition}) is not true`

/** A value as text; null if unknown. */
export interface TextValue {
  text: RawBuilder<string>
  /**
   * A stored, folded column that contains the value. Folding each row's value would take several times as
   * long as the whole list.
   */
  folded_in: RawBuilder<string>
  /** Whether the column contains values as JSON. */
  is_json: boolean
}
function hasWords({ text, folded_in, is_json }: TextValue, words: string, isExact: boolean): Condition {
  const written = is_json ? JSON.stringify(words).slice(1, -1) : words
  const contains = sql<boolean>`${folded_in} like '%' || folded(${pattern(written)}) || '%'`
  // Whether a column is set can be checked cheaply.
  const may = is_json ? contains : sql<boolean>`${text} is not null and ${contains}`
  const does = isExact
    ? sql<boolean>`folded(${text}) = folded(${words})`
    : sql<boolean>`folded(${text}) like '%' || folded(${pattern(words)}) || '%'`
  return sql<boolean>`case when ${may} then ${does} else false end`
}

/** The condition of a rule on a text, a choice, or a date. */
export function textCondition(
  { is, values }: FieldCondition,
  value: TextValue,
  context: FilterContext,
): Condition {
  const [first = ''] = values
  const { text } = value
  switch (is) {
    case 'filled':
      return sql`${text} <> ''`
    case 'empty':
      return sql`coalesce(${text}, '') = ''`
    case 'contains':
    case 'is':
      return hasWords(value, first.trim(), is === 'is')
    case 'not_contains':
    case 'is_not':
      return not(hasWords(value, first.trim(), is === 'is_not'))
    case 'any_of':
      return sql`${text} = any(${values}::text[])`
    case 'none_of':
      return not(sql`${text} = any(${values}::text[])`)
    case 'on':
      return sql`${text} = ${first}`
    // ISO dates sort as text; `C` makes that independent of the database's collation
    case 'before':
      return sql`${text} collate "C" < ${first}`
    case 'after':
      return sql`${text} collate "C" > ${first}`
    case 'within':
    case 'not_within': {
      const [from, to] = [firstDayOf(Number(first), context), firstDayOf(1, context)]
      const isIn = sql<boolean>`${text} collate "C" between ${from} and ${to}`
      return is === 'within' ? isIn : sql`not ${isIn}`
    }
    default:
      return no
  }
}
const comparisons: Partial<Record<FieldCondition['is'], RawBuilder<unknown>>> = {
  equals: sql`=`,
  greater: sql`>`,
  less: sql`<`,
}
export function numberCondition(
  { is, values }: FieldCondition,
  number: RawBuilder<unknown>,
): Condition | undefined {
  const compared = comparisons[is]
  return compared && sql<boolean>`${number} ${compared} ${values[0]}::numeric`
}

/** The condition of a rule on a custom field. */
export function customFieldCondition(
  holder: FieldOwner,
  rule: FieldCondition,
  context: FilterContext,
): Condition {
  const { field, is } = rule
  const fields = sql.ref(`${holder}.fields`)
  if (is === 'yes' || is === 'no') return sql`${fields} -> ${field}::text = ${String(is === 'yes')}::jsonb`
  const text = sql<string>`(${fields} ->> ${field}::text)`
  const compared = numberCondition(rule, sql`${text}::numeric`)
  if (compared)
    return sql`case when jsonb_typeof(${fields} -> ${field}::text) = 'number' then ${compared} else false end`
  return textCondition(rule, { text, folded_in: sql.ref(`${holder}.fields_text`), is_json: true }, context)
}
