import { isId } from '@ozvi/contract'
import { Instant } from '@ozvi/contract/schemas'
import { validationError } from './validation-error.ts'

/* Cursors of lists that are sorted by a time, then by id. Clients can send any text as a cursor. */

export interface TimePosition {
  at: string
  id: string
}

/** Whether a text is a time in ISO 8601 or as PostgreSQL formats it. */
export const isTime = (text: string): boolean =>
  Instant.safeParse(text.replace(' ', 'T').replace(/\+00$/, 'Z')).success

export const cursorOf = ({ at, id }: TimePosition) => Buffer.from(`${at}|${id}`).toString('base64url')

/**
 * A page of a list, and the cursor of the next one; null if there is none.
 *
 * @param rows one more than `limit` if there are more
 */
export function pageOf<Row>(rows: readonly Row[], limit: number, toCursor: (last: Row) => string) {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, next: rows.length > limit && last ? toCursor(last) : null }
}

/** @throws Problem `invalid_input` on `cursor` */
export function readCursor(cursor: string | undefined): TimePosition | undefined {
  if (cursor === undefined) return undefined
  const [at = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split('|')
  if (!isTime(at) || !isId(id)) throw validationError('cursor', 'cursor_invalid')
  return { at, id }
}
