import { expect, test } from 'vitest'
import { truncate, toPlainText } from './plain-text.ts'

test.each([
  ['# Hello\n> **Bold** and _soft_, *too*', 'Hello Bold and soft, too'],
  ['- one\n- two `code`', 'one two code'],
  ['See [the terms](https://x.example/a_b) ~~now~~', 'See the terms now'],
  ['Is 5 > 3 in order_id_42 of #301? [1] 2*3*4', 'Is 5 > 3 in order_id_42 of #301? [1] 2*3*4'],
  ['<script>alert(1)</script> \\*kept\\*', '<script>alert(1)</script> *kept*'],
])('%s is shown as %s', (body, plain) => {
  expect(toPlainText(body)).toBe(plain)
})
test('hostile texts take linear time', () => {
  const began = Date.now()
  for (const mark of ['*', '_', '**', '[', '`', '~~', '[a](', '\\', '> '])
    toPlainText(mark.repeat(8_000 / mark.length))
  for (const mark of ['*a ', '_a ', '**a ', '`a ']) toPlainText(mark.repeat(8_000 / mark.length))
  expect(Date.now() - began).toBeLessThan(500)
})
test('a surrogate pair is kept whole or removed', () => {
  expect(truncate('ab🦊', 3)).toBe('ab')
  expect(truncate('ab🦊', 4)).toBe('ab🦊')
})
