import { test } from 'vitest'
import { expectQuick } from '../../../../test/hostile-input.ts'
import { csvRows, detectDelimiter, encodingFromBom } from './csv-file.ts'
import { suggestMapping } from './column-mapping.ts'
import { lookupOf, readRow } from './row-values.ts'

const pieces = ['"', ',', '\n', ' ', 'a@.']

test('SEC-14 separators, encodings and columns of a CSV file are detected in linear time', async () => {
  await expectQuick(detectDelimiter, pieces)
  await expectQuick((text) => encodingFromBom(Buffer.from(text)), pieces, { chars_max: 2_000 })
  await expectQuick((text) => suggestMapping([{ name: text, samples: [text, text] }], []), pieces, {
    chars_max: 20_000,
  })
}, 120_000)
test('SEC-14 rows of a CSV file are parsed in linear time', async () => {
  async function* bytes(text: string) {
    yield Buffer.from(text)
  }
  const readAll = async (text: string) => {
    try {
      for await (const _row of csvRows(bytes(text), { encoding: 'utf-8', delimiter: ',' })) continue
    } catch {
      // Rejected; only the time matters here.
    }
  }
  await expectQuick(readAll, pieces, { chars_max: 4_000 })
}, 120_000)
test('SEC-14 cells of a row are parsed in linear time', async () => {
  const existing = lookupOf({
    fields: [],
    members: Array.from({ length: 200 }, (_, index) => ({
      user_id: `${index}`,
      name: `N${index}`,
      email: `n${index}@x.example`,
    })),
    tags: Array.from({ length: 200 }, (_, index) => ({ id: `${index}`, name: `Tag ${index}` })),
  })
  for (const target of ['name', 'email', 'phone', 'country', 'owner', 'tags'])
    await expectQuick(
      (text) => readRow([text], [target], existing),
      ['a', 'a,', ' ', '1', '@', '.', '|', "'="],
      {
        chars_max: 50_000,
      },
    )
}, 120_000)
