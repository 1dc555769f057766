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
const bare = (text: string) => normalizeText(text).replace(/[^\p{L}\p{N}]/gu, '')
const targetNamed = (name: string): ImportTarget | undefined =>
  // The record above has the targets as its keys.
  (Object.keys(names) as ImportTarget[]).find((target) => names[target].includes(bare(name)))

const isNumber = (text: string) => /\d/.test(text) && !/\p{L}/u.test(text)
/** Whether a first row names the columns. Otherwise it is a contact: it has an email address or a number. */
export const isHeader = (row: readonly string[]): boolean =>
  row.some(Boolean) && !row.some(looksLikeEmail) && (row.some(targetNamed) || !row.some(isNumber))
/** Whether a stored header was in the file. */
export const hasNames = (header: readonly string[]): boolean => header.some(Boolean)

/**
 * Suggests the field of each column, each field at most once: by name, and email addresses also by content.
 *
 * @param fields custom fields
 */
export function suggestMapping(
  columns: readonly { name: string; samples: readonly string[] }[],
  fields: readonly { id: string; name: string }[],
): (string | null)[] {
  const used = new Set<string>()
  const take = (target: string | undefined) => {
    if (target === undefined || used.has(target)) return null
    used.add(target)
    return target
  }
  const guessed = columns.map(({ name }) => {
    const customFields = fields.find((field) => bare(field.name) === bare(name))?.id
    return take(customFields ?? targetNamed(name))
  })
  return guessed.map((target, index) => {
    const samples = columns[index]?.samples.filter(Boolean) ?? []
    const isAddress = samples.length > 0 && samples.every(looksLikeEmail)
    return target ?? (isAddress ? take('email') : null)
  })
}
