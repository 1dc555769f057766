import { expect, test } from 'vitest'
import { sends } from './send-key.ts'
import { snoozeTimes } from '../snooze/snooze-times.ts'
import { wrapSelection, type Markup } from './wrap-selection.ts'

/** `|` marks both ends of the selection. */
function marked(text: string, markup: Markup): string {
  const [before = '', inside = '', after = ''] = text.split('|')
  const from = before.length
  const next = wrapSelection({ text: before + inside + after, from, to: from + inside.length }, markup)
  return `${next.text.slice(0, next.from)}|${next.text.slice(next.from, next.to)}|${next.text.slice(next.to)}`
}
test('formatting marks are added around the selection and removed again', () => {
  expect(marked('a |word| b', 'bold')).toBe('a **|word|** b')
  expect(marked('a **|word|** b', 'bold')).toBe('a |word| b')
  expect(marked('||', 'italic')).toBe('_||_')
})
test('a link selects the placeholder for its URL or its text', () => {
  expect(marked('see |terms|', 'link')).toBe('see [terms](|https://|)')
  expect(marked('|https://example.com|', 'link')).toBe('[||](https://example.com)')
})
test('lines become a list and plain lines again', () => {
  expect(marked('one\n|two\nthree|', 'list')).toBe('one\n|- two\n- three|')
  expect(marked('|- two\n- three|', 'list')).toBe('|two\nthree|')
})
test('Enter sends or adds a line as configured, Ctrl+Enter always sends, and Enter never does on touch screens or during IME composition', () => {
  const press = {
    key: 'Enter',
    shiftKey: false,
    ctrlKey: false,
    metaKey: false,
    nativeEvent: { isComposing: false },
  }
  expect(sends(press, 'enter', false)).toBe(true)
  expect(sends({ ...press, shiftKey: true }, 'enter', false)).toBe(false)
  expect(sends(press, 'mod_enter', false)).toBe(false)
  expect(sends({ ...press, ctrlKey: true }, 'mod_enter', false)).toBe(true)
  expect(sends({ ...press, metaKey: true }, 'enter', false)).toBe(true)
  expect(sends(press, 'enter', true)).toBe(false)
  expect(sends({ ...press, nativeEvent: { isComposing: true } }, 'enter', false)).toBe(false)
})
test('snooze offers only distinct times in the future', () => {
  for (let hour = 0; hour < 24 * 7; hour++) {
    const now = new Date(2026, 10, 16, hour, 30).getTime()
    const times = snoozeTimes(now)
    expect(times.every(({ until }) => until.getTime() > now)).toBe(true)
    expect(new Set(times.map(({ until }) => until.getTime())).size).toBe(times.length)
  }
  const saturday = new Date(2026, 10, 21, 10, 0).getTime()
  expect(
    snoozeTimes(saturday).map(({ name, until }) => `${name} ${until.getDate()}. ${until.getHours()}:00`),
  ).toEqual(['later_today 21. 13:00', 'tomorrow 22. 9:00', 'monday 23. 9:00', 'next_week 28. 9:00'])
})
