import { test } from 'vitest'
import { expectQuick } from '../../../test/hostile-input.ts'
import { detectLocale } from './analysis/language.ts'
import { sentenceUnits } from './analysis/sentences.ts'
import { contentWords } from './analysis/terms.ts'
import { intentOf } from './questions/intents.ts'
import { prepareText } from './retrieval/prepare-text.ts'
import { analyzeQuestion } from './questions/question.ts'
import { toPlainText } from './retrieval/plain-text.ts'

const pieces = ['# a', ' ', '.', '. A ', '[', '](', '\n', '```\n', '<a']

test.each<[string, (text: string) => unknown]>([
  ['passages', (text) => prepareText({ title: 'Title', text })],
  ['sentences', sentenceUnits],
  ['readable text', toPlainText],
  ['content words', (text) => contentWords(text, 'sk')],
  ['language', (text) => detectLocale(text, 'en')],
])(
  'SEC-14 %s take linear time',
  async (_what, parse) => {
    await expectQuick(parse, pieces, { chars_max: 16_000 })
  },
  120_000,
)

test('SEC-14 a question is analyzed in linear time', async () => {
  const analyze = (text: string) => analyzeQuestion(text, [{ role: 'user', text }], 'en')
  // It reads the first 4,000 characters.
  await expectQuick(analyze, pieces, { chars_max: 5_000 })
}, 120_000)

test('SEC-14 intents are detected in linear time', async () => {
  const words = ['thanks ', 'velmi pekne ', 'velmi ', 'so ', 'put me ', 'x ']
  await expectQuick(intentOf, words, { chars_max: 8_000 })
}, 120_000)
