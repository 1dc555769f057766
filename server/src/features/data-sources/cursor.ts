import { validationError } from '#platform/http/validation-error.ts'

/** The position of the last entry of a page, as a cursor. */
export const positionCursorOf = (position: string) => Buffer.from(position).toString('base64url')

/** @throws Problem `invalid_input` on `cursor` */
export function readPositionCursor(cursor: string | undefined): string | undefined {
  const position = cursor === undefined ? undefined : Buffer.from(cursor, 'base64url').toString()
  if (position?.includes('\0')) throw validationError('cursor', 'cursor_invalid')
  return position
}
