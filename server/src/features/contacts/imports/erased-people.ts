import { createHmac } from 'node:crypto'
import type { ImportPlan } from '@ozvi/contract'
import type { Tx } from '#platform/context/context.ts'
import type { Secrets } from '#platform/secrets/secrets.ts'
import type { DB } from '#schema'

/* People who are erased while an import is in progress. Its file still has their rows, which it must not import. */

export interface Person {
  name: string | null
  email: string | null
  phone?: string | null
  external_id?: string | null
}
type Detail = keyof Person
type ImportKey = Pick<DB['contact_import_erased'], 'integration_id' | 'import_id'>

const hashOf = (key: Buffer, detail: Detail, value: string): Buffer =>
  createHmac('sha256', key).update(`${detail} ${value.trim().toLowerCase()}`).digest()
const keyOf = (secrets: Secrets) => secrets.derive('erased-from-import')

/** Makes these imports recognize the people. */
export async function insertErased(
  secrets: Secrets,
  tx: Tx,
  imports: readonly ImportKey[],
  people: readonly Person[],
): Promise<void> {
  const key = keyOf(secrets)
  const hashes = people.flatMap((person) =>
    (['name', 'email', 'phone', 'external_id'] as const).flatMap((detail) => {
      const value = person[detail]
      return value ? [hashOf(key, detail, value)] : []
    }),
  )
  const rows = imports.flatMap((each) => hashes.map((value_hash) => ({ ...each, value_hash })))
  if (rows.length === 0) return
  await tx
    .insertInto('contact_import_erased')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const deleteErased = (tx: Tx, { integration_id, import_id }: ImportKey) =>
  tx
    .deleteFrom('contact_import_erased')
    .where('integration_id', '=', integration_id)
    .where('import_id', '=', import_id)
    .execute()

const searchedChars = 1_000
const searchedWords = 50
/** Words that may be an address, as in `Ann <ann@example.com>`. */
const addressesIn = (cell: string) =>
  cell
    .slice(0, searchedChars)
    .split(/[\s,;<>()"]/, searchedWords)
    .filter((word) => word.includes('@'))

export interface ErasedPeople {
  /** A row with these values would create an erased person again. */
  isErased(values: { email?: string | undefined; external_id?: string | undefined }): boolean
  /** A row that can't be read is about an erased person. */
  isAbout(cells: readonly string[], plan: ImportPlan): boolean
}

/** The import must be locked. */
export async function findErased(
  secrets: Secrets,
  tx: Tx,
  { integration_id, import_id }: ImportKey,
): Promise<ErasedPeople> {
  const rows = await tx
    .selectFrom('contact_import_erased')
    .where('integration_id', '=', integration_id)
    .where('import_id', '=', import_id)
    .select('value_hash')
    .execute()
  const hashes = new Set(rows.map(({ value_hash }) => value_hash.toString('hex')))
  const key = keyOf(secrets)
  const has = (detail: Detail, value: string | undefined) =>
    hashes.size > 0 && Boolean(value) && hashes.has(hashOf(key, detail, value ?? '').toString('hex'))
  return {
    isErased: ({ email, external_id }) => has('email', email) || has('external_id', external_id),
    isAbout: (cells, { columns }) =>
      cells.some(
        (cell, index) =>
          has('name', cell) ||
          has('phone', cell) ||
          [cell, ...addressesIn(cell)].some((word) => has('email', word)) ||
          (columns[index] === 'external_id' && has('external_id', cell)),
      ),
  }
}
