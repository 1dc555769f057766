import { expect, test } from 'vitest'
import { textFragment } from './text-fragment.ts'

const link = (quote: string) =>
  decodeURIComponent(textFragment('https://x.example/a', quote).split('#:~:text=')[1] ?? '')

test('a short quote is included whole, with directive syntax encoded', () => {
  expect(textFragment('https://x.example/a', 'A-Z, B & (C)')).toBe(
    'https://x.example/a#:~:text=A%2DZ%2C%20B%20%26%20%28C%29',
  )
  expect(textFragment('https://x.example/a', 'Balík do 2 dní.')).toBe(
    'https://x.example/a#:~:text=Bal%C3%ADk%20do%202%20dn%C3%AD.',
  )
})

test('a long quote is included by its first and last words', () => {
  expect(link('one two three four five six seven eight nine ten eleven twelve thirteen')).toBe(
    'one two three four five,nine ten eleven twelve thirteen',
  )
})

test('a quote of several blocks leaves out marks that aren’t on the page', () => {
  expect(link('## Cena\n\nBalík stojí málo.\n\n- **prvý** bod\n- druhý bod')).toBe('Cena,druhý bod')
  expect(link('| Spôsob | Cena |\n| - | - |\n| Kuriér \\| DPD | 3,90 € |')).toBe('Spôsob,3,90 €')
  expect(link('> Citát\n```js\nkód()\n```')).toBe('Citát,kód()')
})

test('of parts joined by an ellipsis the first is linked', () => {
  expect(link('Do 14 dní … peniaze vrátime.')).toBe('Do 14 dní')
})

test('an existing fragment is kept, and a quote without words changes nothing', () => {
  expect(textFragment('https://x.example/a#b', 'x')).toBe('https://x.example/a#b:~:text=x')
  expect(textFragment('https://x.example/a#:~:text=y', 'x')).toBe('https://x.example/a#:~:text=x')
  expect(textFragment('https://x.example/a', '| - |\n---')).toBe('https://x.example/a')
})
