import { expect, test } from 'vitest'
import { indentJson } from './indent-json.ts'

test('JSON is indented, and other text is returned unchanged', () => {
  expect(indentJson('{"id":1,"tags":[]}')).toBe('{\n  "id": 1,\n  "tags": []\n}')
  for (const text of ['<h1>502</h1>', '{"id":1,"bo', '']) expect(indentJson(text)).toBe(text)
})
test('JSON that parsing would change is returned as it was sent', () => {
  expect(indentJson('{ "id": 1, "name": "Eva K" }')).toBe('{\n  "id": 1,\n  "name": "Eva K"\n}')
  for (const text of ['{"id":12345678901234567890}', '{"id":1,"id":2}', '{"price":1.0}'])
    expect(indentJson(text)).toBe(text)
})
