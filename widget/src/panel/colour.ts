/*
 * A workspace may choose any colour; text and edges in it must be readable all the same (WCAG 1.4.3 and
 * 1.4.11). The colour itself stays as a ground; what stands on it is black or white, and where it is used
 * as ink it is moved towards black or white until it passes.
 */

type Rgb = [number, number, number]
const fallback = '#2867e4'

function parse(colour: string): Rgb {
  const hex = /^#[0-9a-f]{6}$/i.test(colour) ? colour : fallback
  const channel = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16)
  return [channel(1), channel(3), channel(5)]
}
const write = (rgb: Rgb) => `#${rgb.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`

/** Relative luminance, WCAG 2.2. */
function luminance(rgb: Rgb): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
/** 1 to 21, WCAG 2.2. */
export function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(parse(one)), luminance(parse(other))].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}
/** White where it can be read on the colour, else near-black: one of the two always reaches 4.5. */
export const inkOn = (colour: string) => (contrast(colour, '#ffffff') >= 4.5 ? '#ffffff' : '#000000')

/** The colour as ink on a ground: as it is when it reaches `least`, else as little changed as needed. */
export function inkFor(colour: string, ground: string, least = 4.5): string {
  const from = parse(colour)
  const towards = luminance(parse(ground)) > 0.18 ? 0 : 255
  for (let share = 0; share < 1; share += 0.04) {
    const [red, green, blue] = from
    const move = (value: number) => value + (towards - value) * share
    const moved = write([move(red), move(green), move(blue)])
    if (contrast(moved, ground) >= least) return moved
  }
  return towards ? '#ffffff' : '#000000'
}
