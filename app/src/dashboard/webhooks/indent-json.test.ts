import { expect, test } from 'vitest'
import { indentJson } from './indent-json.ts'

test('JSON is shown on several lines, other text as it was', () => {
  expect(indentJson('{"id":1,"tags":[]}')).toBe('{\n  "id": 1,\n  "tags": []\n}')
  for (const text of ['<h1>502</h1>', '{"id":1,"bo', '']) expect(indentJson(text)).toBe(text)
})
