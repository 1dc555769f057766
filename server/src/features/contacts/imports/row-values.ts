import {
  type ContactTextField,
  countries,
  type CustomField,
  type FieldErrors,
  type FieldValue,
  normalizeText,
  tagsPerContactMax,
} from '@ozvi/contract'
import { ContactChanges, fieldValueError } from '@ozvi/contract/schemas'
import { fieldErrors, isStorable } from '#platform/http/fields.ts'

/** Lookup data for the values of rows. */
export interface Lookup {
  fields: readonly CustomField[]
  members: readonly { user_id: string; name: string }[]
  tags: readonly { id: string; name: string }[]
  /** Member ids by folded name and address. */
  memberIds: ReadonlyMap<string, string>
  tagIds: ReadonlyMap<string, string>
}
/** Builds the lookup data of a workspace. */
export function lookupOf({
  fields,
  members,
  tags,
}: Pick<Lookup, 'fields' | 'tags'> & {
  members: readonly { user_id: string; name: string; email: string }[]
}): Lookup {
  // If two share a name, the first wins: the last one set stays.
  const named = members
    .toReversed()
    .flatMap(({ user_id, name, email }) => [
      [normalizeText(name), user_id] as const,
      [normalizeText(email), user_id] as const,
    ])
  const tagged = tags.toReversed().map(({ id, name }) => [normalizeText(name), id] as const)
  return { fields, members, tags, memberIds: new Map(named), tagIds: new Map(tagged) }
}
export interface RowValues extends Partial<Record<ContactTextField, string>> {
  name?: string
  email?: string
  phone?: string
  country?: string
  external_id?: string
  owner_id?: string
  tag_ids: string[]
  fields: Record<string, FieldValue>
}

const countryNames = new Map(
  ['en', 'sk'].flatMap((locale) => {
    const names = new Intl.DisplayNames([locale], { type: 'region' })
    return countries.map((code) => [normalizeText(names.of(code) ?? code), code] as const)
  }),
)
const asCountry = (cell: string) => countryNames.get(normalizeText(cell)) ?? cell.toUpperCase()

const yes = ['true', 'yes', '1', 'ano', 'y', 'a']
const no = ['false', 'no', '0', 'nie', 'n']
/**
 * Parses formats of spreadsheets in both languages; an unparsable value is kept, to be rejected with a
 * message.
 */
function asFieldValue({ type, options }: CustomField, cell: string): FieldValue {
  if (type === 'number') {
    const number = Number(cell.replace(/[\s\u00a0]/g, '').replace(',', '.'))
    return Number.isFinite(number) ? number : cell
  }
  if (type === 'boolean') {
    const word = normalizeText(cell)
    if (yes.includes(word)) return true
    return no.includes(word) ? false : cell
  }
  if (type === 'date') {
    const [, day, month, year] = /^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})$/.exec(cell) ?? []
    return day && month && year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : cell
  }
  if (type === 'list') return options.find((option) => normalizeText(option) === normalizeText(cell)) ?? cell
  return cell
}

const Details = ContactChanges
/** The values of a row, or its errors, by target. */
export function readRow(
  cells: readonly string[],
  targets: readonly (string | null)[],
  { fields, memberIds, tagIds }: Lookup,
): { values: RowValues; errors: FieldErrors } {
  const errors: FieldErrors = {}
  const texts: Record<string, string> = {}
  const values: RowValues = { tag_ids: [], fields: {} }
  for (const [index, target] of targets.entries()) {
    const cell = (cells[index] ?? '').trim()
    if (!target || !cell) continue
    if (!isStorable(cell)) {
      errors[target] = ['type_invalid']
      continue
    }
    const customField = fields.find(({ id }) => id === target)
    if (customField) {
      const value = asFieldValue(customField, cell)
      const error = fieldValueError(customField, value)
      if (error) errors[target] = [error]
      else values.fields[target] = value
    } else if (target === 'owner') {
      const owner_id = memberIds.get(normalizeText(cell))
      if (owner_id) values.owner_id = owner_id
      else errors[target] = ['not_a_member']
    } else if (target === 'tags') {
      const words = cell.split(/[,;|]/, tagsPerContactMax + 1).map((part) => normalizeText(part.trim()))
      const ids = words.filter(Boolean).map((word) => tagIds.get(word))
      values.tag_ids.push(...ids.filter((id) => id !== undefined))
      if (ids.includes(undefined)) errors[target] = ['tag_unknown']
      else if (words.length > tagsPerContactMax) errors[target] = [`too_many:${tagsPerContactMax}`]
    } else texts[target] = target === 'country' ? asCountry(cell) : cell
  }
  const read = Details.safeParse(texts)
  if (!read.success) Object.assign(errors, fieldErrors(read.error.issues))
  else {
    if (read.data.country && !countries.includes(read.data.country)) errors['country'] = ['country_invalid']
    for (const [name, value] of Object.entries(read.data))
      // Every target in `values` is a key of the schema with a string value.
      if (typeof value === 'string') Object.assign(values, { [name]: value })
  }
  const isEmpty =
    Object.keys(texts).length === 0 &&
    !values.owner_id &&
    values.tag_ids.length === 0 &&
    Object.keys(values.fields).length === 0
  if (isEmpty && Object.keys(errors).length === 0) errors['row'] = ['import_row_empty']
  return { values, errors }
}
