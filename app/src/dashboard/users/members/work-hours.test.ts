import { expect, test } from 'vitest'
import { translators } from '../../../../test/render.tsx'
import { workingNow } from './work-hours.ts'

const at = (text: string) => new Date(text).getTime()
const week = Array.from({ length: 7 }, () => [])
// Without a zone: the reader's. The 20th of November 2026 is a Friday.
const now = at('2026-11-20T10:30:00')
const spans = [
  [at('2026-11-20T09:00:00'), at('2026-11-20T17:00:00')],
  [at('2026-11-23T09:00:00'), at('2026-11-23T17:00:00')],
] as const
const said = (locale: 'en' | 'sk', work_spans: readonly (readonly [number, number])[], when = now) =>
  workingNow({ week, work_spans: [...work_spans] }, when, locale, translators[locale].t)

test('S2.11 the directory shows working hours in the reader’s language', () => {
  expect(said('en', spans)).toBe('working until 5:00 PM')
  expect(said('sk', spans)).toBe('pracuje do 17:00')
  const evening = at('2026-11-20T18:00:00')
  expect(said('en', spans, evening)).toBe('off until Mon 9:00 AM')
  expect(said('sk', spans, evening)).toBe('má voľno do po 9:00')
  expect(said('en', spans, at('2026-11-20T07:00:00'))).toBe('off until 9:00 AM')
  expect(said('en', [[at('2026-12-01T09:00:00'), at('2026-12-01T17:00:00')]])).toBe('off until 12/1 9:00 AM')
  expect(said('en', [])).toBe('off')
  expect(workingNow({ week: null, work_spans: [] }, now, 'en', translators.en.t)).toBe('')
})
