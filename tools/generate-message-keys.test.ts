import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { messageKeysFile, messageKeysText } from './generate-message-keys.ts'

test('the types of message keys match the message files', () => {
  expect(readFileSync(messageKeysFile, 'utf8')).toBe(messageKeysText())
})
