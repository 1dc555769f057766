import { type FieldErrorCode, type ImageFormat, imageFormats, imageWidths } from '@ozvi/contract'
import { validationError } from '#platform/http/validation-error.ts'

export interface Modifiers {
  format: ImageFormat
  /** Pixels; pictures are never enlarged. */
  width: number
}

const modifierError = (code: FieldErrorCode) => validationError('modifiers', code)
const isFormat = (value: string): value is ImageFormat => (imageFormats as readonly string[]).includes(value)

/**
 * Parses `w_640,f_webp` of an address: `w` width, `f` format, webp by default. Only widths used by pages are
 * allowed, so a picture has few versions.
 *
 * @throws Problem `invalid_input` on `modifiers` for anything else
 */
export function readModifiers(text: string): Modifiers {
  const entry = new Map(text.split(',').map((part) => [part.slice(0, 2), part.slice(2)]))
  const width = imageWidths.find((width) => String(width) === entry.get('w_'))
  const format = entry.get('f_') ?? 'webp'
  const isKnown = [...entry.keys()].every((name) => name === 'w_' || name === 'f_')
  if (width === undefined || !isKnown || !isFormat(format)) throw modifierError('choice_invalid')
  return { width, format }
}
