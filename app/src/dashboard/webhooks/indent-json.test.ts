import { expect, test } from 'vitest'
import { indentJson } from './indent-json.ts'

test('JSON is indented, and other text is returned unchanged', () => {
  expect(indentJson('{"id":1,"tags":[]}')).toBe('{\n  "id": 1,\n  "tags": []\n}')
  for (const text of ['<h1>502</h1>', '{"id":1,"bo', '']) expect(indentJson(text)).toBe(text)
})
