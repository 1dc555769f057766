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
  const memberEntries = members
    .toReversed()
    .flatMap(({ user_id, name, email }) => [
      [normalizeText(name), user_id] as const,
      [normalizeText(email), user_id] as const,
    ])
  const tagged = tags.toReversed().map(({ id, name }) => [normalizeText(name), id] as const)
  return { fields, members, tags, memberIds: new Map(memberEntries), tagIds: new Map(tagged) }
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

interface RowInProgress {
  values: RowValues
  /** Values of built-in fields, not validated yet. */
  texts: Record<string, string>
}

/** Reads the values of a row, or its errors by target. */
export function readRow(
  cells: readonly string[],
  targets: readonly (string | null)[],
  lookup: Lookup,
): { values: RowValues; errors: FieldErrors } {
  const errors: FieldErrors = {}
  const row: RowInProgress = { values: { tag_ids: [], fields: {} }, texts: {} }
  for (const [index, target] of targets.entries()) {
    const cell = (cells[index] ?? '').trim()
    if (!target || !cell) continue
    const error = readCell(target, cell, lookup, row)
    if (error) errors[target] = [error]
  }
  Object.assign(errors, readTexts(row))
  if (isEmpty(row) && Object.keys(errors).length === 0) errors['row'] = ['import_row_empty']
  return { values: row.values, errors }
}

/** @returns the error of a cell whose value can't be used */
function readCell(
  target: string,
  cell: string,
  { fields, memberIds, tagIds }: Lookup,
  { values, texts }: RowInProgress,
): string | undefined {
  if (!isStorable(cell)) return 'type_invalid'
  const customField = fields.find(({ id }) => id === target)
  if (customField) {
    const value = asFieldValue(customField, cell)
    const error = fieldValueError(customField, value)
    if (!error) values.fields[target] = value
    return error
  }
  if (target === 'owner') {
    const owner_id = memberIds.get(normalizeText(cell))
    if (!owner_id) return 'not_a_member'
    values.owner_id = owner_id
    return undefined
  }
  if (target === 'tags') return readTags(cell, tagIds, values)
  texts[target] = target === 'country' ? asCountry(cell) : cell
  return undefined
}

function readTags(cell: string, tagIds: Lookup['tagIds'], values: RowValues): string | undefined {
  const names = cell.split(/[,;|]/, tagsPerContactMax + 1).map((part) => normalizeText(part.trim()))
  const ids = names.filter(Boolean).map((name) => tagIds.get(name))
  values.tag_ids.push(...ids.filter((id) => id !== undefined))
  if (ids.includes(undefined)) return 'tag_unknown'
  return names.length > tagsPerContactMax ? `too_many:${tagsPerContactMax}` : undefined
}

/** Validates the built-in fields. @returns their errors by target */
function readTexts({ texts, values }: RowInProgress): FieldErrors {
  const parsed = ContactChanges.safeParse(texts)
  if (!parsed.success) return fieldErrors(parsed.error.issues)
  for (const [name, value] of Object.entries(parsed.data))
    // Every target in `values` is a key of the schema with a string value.
    if (typeof value === 'string') Object.assign(values, { [name]: value })
  const { country } = parsed.data
  return country && !countries.includes(country) ? { country: ['country_invalid'] } : {}
}

const isEmpty = ({ texts, values }: RowInProgress) =>
  Object.keys(texts).length === 0 &&
  !values.owner_id &&
  values.tag_ids.length === 0 &&
  Object.keys(values.fields).length === 0
