import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cpuTime_ms } from '../../../../../tools/cpu-time.ts'
import { findSameQuestion } from './same-question.ts'

const known = [
  'How much does shipping cost?',
  'How do I cancel my subscription?',
  'Do you ship to Norway?',
  'Is there a student discount?',
  'Where is my invoice?',
].map((question) => ({ id: question, question }))

describe('questions that mean the same', () => {
  test.each([
    ['what is the price of shipping', 'How much does shipping cost?'],
    ['I want to terminate the subscription', 'How do I cancel my subscription?'],
    ['shipping to norway?', 'Do you ship to Norway?'],
    ['any discount for students', 'Is there a student discount?'],
  ])('“%s” is “%s”', (asked, expected) => {
    expect(findSameQuestion(asked, 'en', known)).toBe(expected)
  })
  test.each(['Do you ship to Poland?', 'Can I cancel my order?', 'Is there a senior discount?', 'hello', ''])(
    '“%s” isn’t one of them',
    (asked) => expect(findSameQuestion(asked, 'en', known)).toBeUndefined(),
  )
  test('any text is compared, and long ones quickly', async () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 500 }), (text) => {
        const found = findSameQuestion(text, 'sk', known)
        expect(found === undefined || known.some(({ id }) => id === found)).toBe(true)
      }),
    )
    const many = Array.from({ length: 500 }, (_, index) => ({
      id: String(index),
      question: `word${index} `.repeat(70),
    }))
    expect(await cpuTime_ms(() => findSameQuestion('word7 '.repeat(80), 'en', many))).toBeLessThan(1_000)
  })
})
