import { test } from 'vitest'
import { expectQuick } from '../../../../test/hostile-input.ts'
import { excerptOf, indexedWords, parseQuery } from './search-words.ts'

const pieces = ['a', 'a ', 'ings', "'", '-', '*', '\u0301', '１']

test('SEC-14 search words are found in linear time in any text', async () => {
  await expectQuick(parseQuery, pieces, { chars_max: 8_000 })
  await expectQuick((text) => indexedWords(crypto.randomUUID(), text), pieces, { chars_max: 8_000 })
  await expectQuick((text) => excerptOf(text, ['a', 'ings']), pieces, { chars_max: 8_000 })
}, 120_000)
