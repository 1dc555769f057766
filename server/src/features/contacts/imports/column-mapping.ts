import { normalizeText, type ImportTarget, looksLikeEmail, mapTextFields } from '@ozvi/contract'

/** Column names in English and Slovak, folded and without separators. */
const names: Record<ImportTarget, readonly string[]> = {
  name: [
    'name',
    'fullname',
    'contact',
    'customer',
    'person',
    'meno',
    'celemeno',
    'menoapriezvisko',
    'zakaznik',
    'kontakt',
  ],
  email: ['email', 'emailaddress', 'mail', 'emailovaadresa', 'eposta'],
  phone: ['phone', 'phonenumber', 'telephone', 'mobile', 'tel', 'telefon', 'mobil', 'telefonnecislo'],
  ...mapTextFields((_, { import_names }) => import_names),
  country: ['country', 'countrycode', 'krajina', 'stat'],
  external_id: [
    'externalid',
    'id',
    'userid',
    'customerid',
    'identifier',
    'externeid',
    'idzakaznika',
    'cislozakaznika',
  ],
  owner: ['owner', 'owneremail', 'assignee', 'zodpovednaosoba', 'vlastnik'],
  tags: ['tags', 'labels', 'tag', 'stitky', 'stitok'],
}
const comparable = (text: string) => normalizeText(text).replace(/[^\p{L}\p{N}]/gu, '')
const targetNamed = (name: string): ImportTarget | undefined =>
  // The record above has the targets as its keys.
  (Object.keys(names) as ImportTarget[]).find((target) => names[target].includes(comparable(name)))

interface CustomField {
  id: string
  name: string
}
/** The custom or built-in field of that name. */
const fieldNamed = (name: string, fields: readonly CustomField[]): string | undefined =>
  comparable(name) === ''
    ? undefined
    : (fields.find((field) => comparable(field.name) === comparable(name))?.id ?? targetNamed(name))

const isNumber = (text: string) => /\d/.test(text) && !/\p{L}/u.test(text)
/**
 * Whether a first row names the columns. Otherwise it is a contact: it has an email address or a number. Names
 * of fields outweigh a number if there are two, or one that starts a row of two cells: a contact can have a
 * single value that is such a name, for example the tag “customer”.
 *
 * @param fields custom fields
 */
export function isHeader(row: readonly string[], fields: readonly CustomField[]): boolean {
  const cells = row.filter(Boolean)
  if (cells.length === 0 || cells.some(looksLikeEmail)) return false
  const areFieldNames = cells.map((cell) => fieldNamed(cell, fields) !== undefined)
  const isNamed =
    areFieldNames.filter(Boolean).length >= 2 || (areFieldNames[0] === true && cells.length <= 2)
  return isNamed || !cells.some(isNumber)
}

/**
 * Suggests the field of each column, each field at most once: by name, and email addresses also by content.
 *
 * @param fields custom fields
 */
export function suggestMapping(
  columns: readonly { name: string; samples: readonly string[] }[],
  fields: readonly CustomField[],
): (string | null)[] {
  const used = new Set<string>()
  const take = (target: string | undefined) => {
    if (target === undefined || used.has(target)) return null
    used.add(target)
    return target
  }
  const guessed = columns.map(({ name }) => take(fieldNamed(name, fields)))
  return guessed.map((target, index) => {
    const samples = columns[index]?.samples.filter(Boolean) ?? []
    const isAddress = samples.length > 0 && samples.every(looksLikeEmail)
    return target ?? (isAddress ? take('email') : null)
  })
}
