import { type ImageFormat, imageFormats, imageWidths, Problem } from '@ozvi/contract'

export interface Modifiers {
  format: ImageFormat
  /** Pixels; a picture is never made larger than it is. */
  width: number
}

const refusal = (code: string) => new Problem('invalid_input', { modifiers: [code] })
const isFormat = (value: string): value is ImageFormat => (imageFormats as readonly string[]).includes(value)

/**
 * `w_640,f_webp` as it stands in an address: `w` width, `f` format, webp by default. Only the widths that pages use
 * are made, so that a picture has few versions.
 *
 * @throws Problem `invalid_input` on `modifiers` for anything else
 */
export function readModifiers(text: string): Modifiers {
  const found = new Map(text.split(',').map((part) => [part.slice(0, 2), part.slice(2)]))
  const width = imageWidths.find((width) => String(width) === found.get('w_'))
  const format = found.get('f_') ?? 'webp'
  const isKnown = [...found.keys()].every((name) => name === 'w_' || name === 'f_')
  if (width === undefined || !isKnown || !isFormat(format)) throw refusal('choice_invalid')
  return { width, format }
}
