import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrast, inkFor, inkOn } from './colour.ts'

const colours = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`)

test('any brand colour carries readable text and makes readable ink, light and dark', () => {
  fc.assert(
    fc.property(colours, (colour) => {
      expect(contrast(inkOn(colour), colour)).toBeGreaterThanOrEqual(4.5)
      for (const ground of ['#ffffff', '#f3f4f6', '#17191f', '#26292f'])
        expect(contrast(inkFor(colour, ground), ground)).toBeGreaterThanOrEqual(4.5)
    }),
    { numRuns: 500 },
  )
})
test('a colour that is readable already stays as it is', () => {
  expect(inkFor('#1346ab', '#ffffff')).toBe('#1346ab')
})
test('something that is not a colour is ours', () => {
  expect(inkFor('red; background: url(//evil)', '#ffffff')).toBe('#2867e4')
})
