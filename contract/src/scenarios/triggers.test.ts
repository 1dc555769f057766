import { expect, test } from 'vitest'
import type { ScenarioTrigger } from './flow.ts'
import { context, createFlow } from './test/flows.ts'
import { isDue, startsOn, type TriggerEvent } from './triggers.ts'

const starts = (trigger: ScenarioTrigger, event: TriggerEvent, changes: object = {}, audience: object = {}) =>
  startsOn(createFlow([], { trigger, audience }), event, { ...context, ...changes })
const message = (text: string, is_first = true): TriggerEvent => ({ kind: 'message', text, is_first })

test('the first message of a conversation starts a scenario, if it comes from the right page', () => {
  const trigger = { kind: 'conversation_started', page: '/Cart' } as const
  expect(starts(trigger, message('Hi'))).toBe(true)
  expect(starts(trigger, message('Hi'), { page: 'https://shop.example/' })).toBe(false)
  expect(starts(trigger, message('Hi', false))).toBe(false)
})
test('a word of a message starts a scenario, regardless of its ending, case and diacritics', () => {
  const trigger = { kind: 'message', words: ['objednávk', 'where is'] } as const
  expect(starts({ ...trigger, words: [...trigger.words] }, message('Kde je moja OBJEDNAVKA?', false))).toBe(
    true,
  )
  expect(starts({ ...trigger, words: [...trigger.words] }, message('Where  is it'))).toBe(true)
  expect(starts({ ...trigger, words: [...trigger.words] }, message('predobjednávka'))).toBe(false)
  expect(starts({ kind: 'message', words: ['?'] }, message('?'))).toBe(false)
})
test('a scenario can start outside opening hours, or when the assistant couldn’t answer', () => {
  expect(starts({ kind: 'outside_hours' }, message('Hi'), { is_open: false })).toBe(true)
  expect(starts({ kind: 'outside_hours' }, message('Hi'))).toBe(false)
  expect(starts({ kind: 'not_answered' }, { kind: 'not_answered' })).toBe(true)
  expect(starts({ kind: 'manual' }, message('Hi'))).toBe(false)
})
test('a scenario starts only for its audience', () => {
  const audience = { conditions: [{ subject: 'contact', name: 'email', operator: 'is_set' }] }
  expect(starts({ kind: 'not_answered' }, { kind: 'not_answered' }, {}, audience)).toBe(false)
  const contact = { email: 'eva@example.com' }
  expect(starts({ kind: 'not_answered' }, { kind: 'not_answered' }, { contact }, audience)).toBe(true)
})
test('groups of an audience are joined by and or or, each with its own conditions', () => {
  const onPage = (value: string) => ({ subject: 'page', operator: 'contains', value })
  const hasEmail = { subject: 'contact', name: 'email', operator: 'is_set' }
  const group = (id: string, match: 'all' | 'any', ...conditions: object[]) => ({ id, match, conditions })
  const isIn = (audience: object, page: string, email: string | null) =>
    starts({ kind: 'not_answered' }, { kind: 'not_answered' }, { page, contact: { email } }, audience)
  const eva = 'eva@example.com'
  const shop = group('shop', 'any', onPage('/cart'), onPage('/checkout'))
  const both = { match: 'all', conditions: [hasEmail], groups: [shop] }
  expect(isIn(both, '/cart', eva)).toBe(true)
  expect(isIn(both, '/checkout', eva)).toBe(true)
  expect(isIn(both, '/cart', null)).toBe(false)
  expect(isIn(both, '/blog', eva)).toBe(false)
  const english = { subject: 'locale', operator: 'is', value: 'en' }
  const either = {
    match: 'any',
    groups: [group('a', 'all', onPage('/pricing'), english), group('b', 'all', onPage('/cart'), hasEmail)],
  }
  expect(isIn(either, '/pricing', null)).toBe(true)
  expect(isIn(either, '/cart', eva)).toBe(true)
  expect(isIn(either, '/cart', null)).toBe(false)
  expect(isIn(either, '/blog', eva)).toBe(false)
  expect(isIn({ match: 'any', groups: [] }, '/blog', null)).toBe(true)
})
test('an empty group of a draft changes nothing', () => {
  const hasEmail = { subject: 'contact', name: 'email', operator: 'is_set' }
  const empty = { id: 'empty', match: 'all', conditions: [] }
  const isIn = (audience: object, email: string | null) =>
    starts({ kind: 'not_answered' }, { kind: 'not_answered' }, { contact: { email } }, audience)
  for (const match of ['all', 'any']) {
    for (const audience of [
      { match, conditions: [hasEmail], groups: [empty] },
      { match, groups: [empty, { ...empty, id: 'filled', conditions: [hasEmail] }] },
    ]) {
      expect(isIn(audience, 'eva@example.com')).toBe(true)
      expect(isIn(audience, null)).toBe(false)
    }
    expect(isIn({ match, groups: [empty] }, null)).toBe(true)
  }
})
test('a frequency limits how often a scenario starts for a person', () => {
  const now = Date.parse('2026-11-20T12:00:00Z')
  const rating: ScenarioTrigger = { kind: 'rating_received', band: 'any' }
  const page: ScenarioTrigger = {
    kind: 'page_opened',
    page: { match: 'any', value: '' },
    frequency: 'visit',
    days: 7,
  }
  const dayAgo = '2026-11-19T12:00:00Z'
  expect(isDue({ ...rating, frequency: 'person' }, undefined, now)).toBe(true)
  expect(isDue({ ...rating, frequency: 'person' }, '2020-01-01T00:00:00Z', now)).toBe(false)
  expect(isDue(rating, dayAgo, now)).toBe(true)
  expect(isDue({ ...rating, frequency: 'always' }, dayAgo, now)).toBe(true)
  expect(isDue({ ...rating, frequency: 'days', days: 1 }, dayAgo, now)).toBe(true)
  expect(isDue({ ...rating, frequency: 'days', days: 2 }, dayAgo, now)).toBe(false)
  expect(isDue({ ...rating, frequency: 'days' }, '2026-11-13T12:00:00Z', now)).toBe(true)
  expect(isDue({ ...rating, frequency: 'days' }, '2026-11-13T12:00:01Z', now)).toBe(false)
  expect(isDue(page, '2026-11-20T11:31:00Z', now)).toBe(false)
  expect(isDue(page, '2026-11-20T11:30:00Z', now)).toBe(true)
})
