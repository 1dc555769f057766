import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const css = readFileSync(new URL('../theme.css', import.meta.url), 'utf8')
const declared = new Map(
  [...css.matchAll(/^ {2}--([\w-]+): ([^;]+);/gm)].map(([, name, value]) => [name, value]),
)

/** The color of a role as `#rrggbb`, in one theme. */
function color(role: string, theme: 'light' | 'dark'): string {
  const value = declared.get(role) ?? ''
  const [, light, dark] = /^light-dark\((.+), (.+)\)$/.exec(value) ?? [null, value, value]
  const chosen = (theme === 'light' ? light : dark) ?? ''
  const step = /^var\(--([\w-]+)\)$/.exec(chosen)?.[1]
  return step ? color(step, theme) : chosen
}
/** Relative luminance and contrast as WCAG 2.2 defines them. */
const luminance = (hex: string) =>
  [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((channel) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4))
    .reduce((sum, channel, index) => sum + channel * ([0.2126, 0.7152, 0.0722][index] ?? 0), 0)
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}
const grounds = ['bg', 'bg-subtle', 'bg-raised', 'bg-inset']
/** Colors used on one another, and the contrast they need. */
const pairs: [string, string, number][] = [
  ...grounds.flatMap((ground): [string, string, number][] => [
    ['text', ground, 4.5],
    ['text-muted', ground, 4.5],
    ['focus', ground, 3],
    ['border-strong', ground, 3],
  ]),
  ['text-on-primary', 'primary', 4.5],
  ['text-on-primary', 'primary-hover', 4.5],
  ['primary', 'bg', 4.5],
  ['primary', 'bg-subtle', 4.5],
  ['primary', 'bg-raised', 4.5],
  ...['primary', 'danger', 'success', 'warning', 'bot'].flatMap((tone): [string, string, number][] => [
    [tone, `${tone}-subtle`, 4.5],
    [tone, 'bg-raised', 4.5],
    ['text', `${tone}-subtle`, 4.5],
  ]),
  ...['gray', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'violet', 'pink'].flatMap(
    (tag): [string, string, number][] =>
      ['bg-raised', 'bg-inset'].map((ground): [string, string, number] => [`tag-${tag}`, ground, 3]),
  ),
  ['text', 'note-bg', 4.5],
  ['text-muted', 'note-bg', 4.5],
  ['note-border', 'note-bg', 3],
]

test.each(['light', 'dark'] as const)('S1.08 every pair of roles can be read in the %s theme', (theme) => {
  const weak = pairs
    .map(([role, ground, needed]) => ({
      pair: `${role} on ${ground}`,
      contrast: contrast(color(role, theme), color(ground, theme)),
      needed,
    }))
    .filter((pair) => !(pair.contrast >= pair.needed))
  expect(weak).toEqual([])
})
test('S9.09 scales run from 50 to 950, and primary is 500 in light and 400 in dark', () => {
  const steps = [50, 100, 200, 300, 400, 500, 600, 700, 800, 900, 950]
  for (const scale of ['primary', 'neutral']) {
    expect(steps.filter((step) => !declared.has(`${scale}-${step}`))).toEqual([])
  }
  expect(declared.get('primary')).toBe('light-dark(var(--primary-500), var(--primary-400))')
})
