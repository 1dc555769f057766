import fc from 'fast-check'
import { expect, test } from 'vitest'
import { brandColors, contrast } from './brand-color.ts'

const colors = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`)

test('any brand color gets readable text and a readable variant, light and dark', () => {
  fc.assert(
    fc.property(colors, (color) => {
      const { brand, on_brand, ink_light, ink_dark } = brandColors(color)
      expect(brand).toBe(color)
      expect(contrast(on_brand, brand)).toBeGreaterThanOrEqual(4.5)
      for (const ground of ['#ffffff', '#f9fafb', '#f3f4f6'])
        expect(contrast(ink_light, ground), ground).toBeGreaterThanOrEqual(4.5)
      for (const ground of ['#121419', '#17191f', '#26292f'])
        expect(contrast(ink_dark, ground), ground).toBeGreaterThanOrEqual(4.5)
    }),
    { numRuns: 500 },
  )
})
test('a readable color is unchanged', () => {
  expect(brandColors('#1346AB')).toMatchObject({ brand: '#1346ab', ink_light: '#1346ab' })
})
test('a color too light for text is darkened and keeps its hue: yellow stays yellow', () => {
  const { on_brand, ink_light, ink_dark } = brandColors('#f5c518')
  expect([on_brand, ink_dark]).toEqual(['#000000', '#f5c518'])
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(ink_light.slice(at, at + 2), 16))
  expect(red).toBeGreaterThan(green!)
  expect(green).toBeGreaterThan(blue! + 60)
})
test('an invalid color is replaced by ours', () => {
  expect(brandColors('red; background: url(//evil)').brand).toBe('#2867e4')
})
