import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { commonEmojiFile, commonEmojiText, emojiFile, emojiText } from './generate-emoji.ts'

test('the emoji list matches Unicode’s data', () => {
  expect(readFileSync(emojiFile, 'utf8')).toBe(emojiText())
  expect(readFileSync(commonEmojiFile, 'utf8')).toBe(commonEmojiText())
})
