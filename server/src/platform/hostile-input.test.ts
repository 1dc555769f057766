import { test } from 'vitest'
import { expectQuick } from '../../test/hostile-input.ts'
import { escapeFormulas, unescapeFormulas } from './files/csv.ts'
import { deviceOf } from './http/user-agent.ts'

test('SEC-14 SEC-45 cells are escaped for spreadsheets in linear time', async () => {
  for (const escape of [escapeFormulas, unescapeFormulas])
    await expectQuick(escape, ["'", '"', ' ', ';', '=', '\r', 'a'], { chars_max: 16_000 })
}, 120_000)
test('SEC-14 any user agent is parsed in linear time', async () => {
  await expectQuick(deviceOf, ['Android', 'Mobile', 'Mac OS X', 'Edg', '/', ' '], { chars_max: 16_000 })
}, 120_000)
