import { validationError } from '#platform/http/validation-error.ts'

/** A cursor is the last place of a page. */
export const placeCursorOf = (place: string) => Buffer.from(place).toString('base64url')

/** @throws Problem `invalid_input` on `cursor` */
export function readPlaceCursor(cursor: string | undefined): string | undefined {
  const place = cursor === undefined ? undefined : Buffer.from(cursor, 'base64url').toString()
  if (place?.includes('\0')) throw validationError('cursor', 'cursor_invalid')
  return place
}
