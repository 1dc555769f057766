/*
 * A workspace can choose any brand color; text and borders must stay readable (WCAG 1.4.3 and 1.4.11). As a
 * background the color is used unchanged with black or white text. As a text color its lightness is adjusted in
 * OKLCH, which keeps hue and chroma.
 */

type Triple = readonly [number, number, number]

/** The default color. */
export const defaultColor = '#2867e4'
/** Minimum contrast of text, WCAG 1.4.3. */
export const contrastLeast = 4.5
/** The darkest background of the widget's light theme, and the lightest of its dark theme. */
const grounds = { light: '#f3f4f6', dark: '#26292f' } as const

/** Channels from 0 to 1. Anything else than `#rrggbb` is the default color. */
function parse(color: string): Triple {
  const hex = /^#[0-9a-f]{6}$/i.test(color) ? color : defaultColor
  const channel = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16) / 255
  return [channel(1), channel(3), channel(5)]
}
const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const encoded = (value: number) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055)

/** Contrast ratio, 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const luminance = (color: string) => {
    const [red, green, blue] = parse(color)
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

/** Lightness 0 to 1, chroma, hue in radians. Coefficients: Björn Ottosson, "A perceptual color space" (2020). */
function oklchOf(color: string): Triple {
  const [red, green, blue] = parse(color).map(linear) as [number, number, number] // three in, three out
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return [0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, Math.hypot(a, b), Math.atan2(b, a)]
}
/** Linear channels; outside 0 to 1 for colors out of the sRGB gamut. */
function linearOf([lightness, chroma, hue]: Triple): Triple {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}
/** The color as `#rrggbb`. Outside the sRGB gamut, chroma is reduced until it fits. */
function write([lightness, chroma, hue]: Triple): string {
  let color = linearOf([lightness, chroma, hue])
  for (let share = 1; share > 0 && color.some((value) => value < -0.0005 || value > 1.0005); share -= 0.02)
    color = linearOf([lightness, chroma * share, hue])
  const hex = (value: number) =>
    Math.round(encoded(Math.min(1, Math.max(0, value))) * 255)
      .toString(16)
      .padStart(2, '0')
  return `#${color.map(hex).join('')}`
}

/**
 * The color as text on a background: unchanged if it is readable there, otherwise just dark or light enough.
 */
function inkFor(color: string, ground: string): string {
  if (contrast(color, ground) >= contrastLeast) return color
  const [lightness, chroma, hue] = oklchOf(color)
  const isGroundLight = contrast(ground, '#000000') > contrast(ground, '#ffffff')
  const step = isGroundLight ? -0.01 : 0.01
  for (let candidate = lightness + step; candidate > 0 && candidate < 1; candidate += step) {
    const ink = write([candidate, chroma, hue])
    if (contrast(ink, ground) >= contrastLeast) return ink
  }
  return isGroundLight ? '#000000' : '#ffffff'
}

/** The colors of the widget, derived from the brand color. All `#rrggbb`. */
export interface BrandColors {
  /** The brand color: buttons, the panel's header, the launcher. */
  brand: string
  /** Text on the brand color: white if that is readable, else black. One of the two always reaches 4.5. */
  on_brand: string
  /** The brand color as text and borders in the light theme, and in the dark one. */
  ink_light: string
  ink_dark: string
}
export function brandColors(selected: string): BrandColors {
  const brand = /^#[0-9a-f]{6}$/i.test(selected) ? selected.toLowerCase() : defaultColor
  return {
    brand,
    on_brand: contrast(brand, '#ffffff') >= contrastLeast ? '#ffffff' : '#000000',
    ink_light: inkFor(brand, grounds.light),
    ink_dark: inkFor(brand, grounds.dark),
  }
}
