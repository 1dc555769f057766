import { test } from 'vitest'
import { expectQuick } from '../../../../test/hostile-input.ts'
import { validateToken } from './token.ts'

test('SEC-14 SEC-25 a token is checked in linear time', async () => {
  const expected = { secrets: { current: 'x'.repeat(32) }, audience: 'pk_x', now: Date.now() }
  await expectQuick((text) => validateToken(text, expected), ['.', 'eyJ', 'e30', '=', ' ', '{"a":', '-'], {
    chars_max: 8_000,
  })
}, 120_000)
