import { Problem } from '@ozvi/contract'

const imageFormats = ['webp', 'avif', 'jpeg', 'png'] as const
export type ImageFormat = (typeof imageFormats)[number]
const fits = ['cover', 'contain', 'inside'] as const

export interface Modifiers {
  format: ImageFormat
  /** Pixels; a picture is never made larger than it is. */
  width?: number
  height?: number
  /** 1 to 100; each format has its own default. */
  quality?: number
  /** How it fills a width and a height that are not its own; `cover` unless told. */
  fit: (typeof fits)[number]
}

/** The widest breakpoint at the highest density. */
const imagePixelsMax = 3072

const isOneOf = <T extends string>(list: readonly T[], value: string): value is T =>
  (list as readonly string[]).includes(value)
const refusal = (code: string) => new Problem('invalid_input', { modifiers: [code] })

function whole(value: string, max: number): number {
  if (!/^[1-9]\d{0,5}$/.test(value)) throw refusal('type_invalid')
  if (Number(value) > max) throw refusal(`too_big:${max}`)
  return Number(value)
}

/**
 * `w_640,f_webp,q_80` as they stand in an address: `w` width, `h` height, `s` both as `640x480`, `f` format,
 * `q` quality, `fit`; `_` for none.
 *
 * @throws Problem `invalid_input` for any other, or a value that cannot be.
 */
export function readModifiers(text: string): Modifiers {
  const modifiers: Modifiers = { format: 'webp', fit: 'cover' }
  for (const part of text === '_' ? [] : text.split(',')) {
    const [, name = '', value = ''] = /^([a-z]+)_(\w+)$/.exec(part) ?? []
    if (name === 'w') modifiers.width = whole(value, imagePixelsMax)
    else if (name === 'h') modifiers.height = whole(value, imagePixelsMax)
    else if (name === 's') {
      const [width = '', height = ''] = value.split('x')
      modifiers.width = whole(width, imagePixelsMax)
      modifiers.height = whole(height, imagePixelsMax)
    } else if (name === 'q') modifiers.quality = whole(value, 100)
    else if (name === 'f' && isOneOf(imageFormats, value)) modifiers.format = value
    else if (name === 'fit' && isOneOf(fits, value)) modifiers.fit = value
    else throw refusal('choice_invalid')
  }
  return modifiers
}
