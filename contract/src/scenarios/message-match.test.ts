import { expect, test } from 'vitest'
import { triggerPatternCharsMax, triggerWordsMax } from './flow.ts'
import { matchesMessage } from './message-match.ts'

const trigger = (more: { patterns?: string[]; examples?: string[]; words?: string[] }) => ({
  kind: 'message' as const,
  words: [],
  ...more,
})
const fits = (pattern: string, message: string) => matchesMessage(trigger({ patterns: [pattern] }), message)
const resembles = (example: string, message: string) =>
  matchesMessage(trigger({ examples: [example] }), message)

test('a message matches a pattern with digits and any characters, not within a word or number', () => {
  expect(fits('ORD-#####', 'Where is ord-12345?')).toBe(true)
  expect(fits('ORD-#####', 'Where is ord-1234?')).toBe(false)
  expect(fits('ORD-#####', 'Where is ord-123456?')).toBe(false)
  expect(fits('#####', 'My phone number is 0901234567')).toBe(false)
  expect(fits('return * shoes', 'Can I return these shoes?')).toBe(true)
  expect(fits('return * shoes', 'Shoes I want to return')).toBe(false)
  expect(fits('vrátiť*topánky', 'Chcem VRATIT nove topanky')).toBe(true)
  expect(fits('*', 'Anything')).toBe(false)
  expect(fits('🎁 ##', 'Where is my 🎁 42?')).toBe(true)
  expect(fits('20##-#', 'Invoice 2126-1, then 2026-1')).toBe(true)
  expect(fits('20##-#', 'Invoice 2126-1')).toBe(false)
  expect(fits('#', 'Number # one')).toBe(false)
})
test('a message matches an example if it has most of its words, in other forms and any order', () => {
  expect(resembles('How can I return my shoes?', 'I want to return the shoe that I bought')).toBe(true)
  expect(resembles('How can I return my shoes?', 'How can I wash my shoes?')).toBe(false)
  expect(resembles('Kde je moja objednávka?', 'Dobrý deň, kde mám svoju objednavku')).toBe(true)
  expect(resembles('Kde je moja objednávka?', 'Kde je vaša predajňa?')).toBe(false)
  expect(resembles('?', '?')).toBe(false)
})
test('a short word isn’t enough for an example of several words', () => {
  expect(resembles('What is it?', 'What colors do you have?')).toBe(false)
  expect(resembles('What is it?', 'And what is it made of?')).toBe(true)
  expect(resembles('Ako na to?', 'Ako dlho ste otvorení?')).toBe(false)
  expect(resembles('How to pay?', 'How can I pay?')).toBe(true)
  expect(resembles('Return it', 'I want a return')).toBe(true)
  expect(resembles('Why?', 'Why?')).toBe(true)
})
test('one of the words, patterns and examples is enough', () => {
  const any = trigger({ words: ['refund'], patterns: ['inv-####'], examples: ['Where is my invoice?'] })
  for (const message of ['Two refunds', 'See inv-2026', 'I can’t find where the invoice is'])
    expect(matchesMessage(any, message)).toBe(true)
  expect(matchesMessage(any, 'Hello')).toBe(false)
  expect(matchesMessage(trigger({}), 'Hello')).toBe(false)
})
test('SEC-14 twenty hostile patterns are matched with a long message in milliseconds', () => {
  const hostile = [
    ['#'.repeat(59) + 'x', '1'],
    ['a'.repeat(59) + 'b', 'a'],
    ['2'.repeat(59) + '#', '2'],
    ['a#'.repeat(30), 'a1'],
  ] as const
  for (const [pattern, piece] of hostile) {
    const matching = trigger({ patterns: Array<string>(triggerWordsMax).fill(pattern) })
    // The fastest of several runs, so that other load doesn't count.
    const took_ms = Array.from({ length: 10 }, () => {
      const started = Date.now()
      matchesMessage(matching, piece.repeat(8_000))
      return Date.now() - started
    })
    expect(Math.min(...took_ms), pattern).toBeLessThan(50)
  }
})
test('hostile patterns and messages of 300,000 characters take little time', () => {
  const hostile = trigger({
    patterns: Array<string>(triggerWordsMax).fill('a*'.repeat(triggerPatternCharsMax / 2 - 1) + 'b'),
    examples: Array<string>(triggerWordsMax).fill('aaaa '.repeat(40)),
  })
  const started = Date.now()
  for (const message of [
    'a'.repeat(300_000),
    'aaaa '.repeat(60_000),
    '#'.repeat(300_000),
    '1'.repeat(300_000),
  ])
    matchesMessage(hostile, message)
  expect(Date.now() - started).toBeLessThan(2_000)
})
