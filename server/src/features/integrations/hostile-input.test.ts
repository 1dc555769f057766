import { test } from 'vitest'
import { expectQuick } from '../../../test/hostile-input.ts'
import { hasSiteKey } from './site-key.ts'

test('SEC-14 SEC-37 a website’s key is found in linear time', async () => {
  await expectQuick(
    (text) => {
      try {
        hasSiteKey({ bytes: Buffer.from(text), public_key: 'pk_x' })
      } catch {
        // A page that is nested too deeply is rejected; only the time counts.
      }
    },
    ['<meta name=ozvi-site', ' content=', '<script', '<a href=', '<b>', '<table>', '<!--', '>', '"'],
    { chars_max: 8_000 },
  )
}, 120_000)
