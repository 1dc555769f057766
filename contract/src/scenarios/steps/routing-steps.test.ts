import { expect, test } from 'vitest'
import { advance } from '../engine.ts'
import { context, createFlow, done, ids, run, say, sentTexts, waitEndsAt, waitFlow } from '../test/flows.ts'

test('a branch takes the first case whose conditions match', () => {
  const flow = (condition: object, match: 'all' | 'any' = 'all') =>
    createFlow([
      {
        id: 'b',
        kind: 'branch',
        cases: [{ id: 'c', match, conditions: [condition as never], next: 'yes' }],
        otherwise: 'done',
      },
      { id: 'yes', kind: 'end', resolve: true },
      done,
    ])
  const holds = (condition: object, changes: object = {}) =>
    run(flow(condition), [], changes).state.step_id === 'yes'
  const page = { subject: 'page', operator: 'contains' }
  expect(holds({ ...page, value: 'CART' })).toBe(true)
  expect(holds({ ...page, value: 'blog' })).toBe(false)
  expect(holds({ subject: 'hours', operator: 'is', value: 'closed' }, { is_open: false })).toBe(true)
  const date = { subject: 'date', value: '2026-12-24' }
  expect(holds({ ...date, operator: 'less' }, { today: '2026-12-23' })).toBe(true)
  expect(holds({ ...date, operator: 'less' }, { today: '2026-12-24' })).toBe(false)
  expect(holds({ ...date, operator: 'is' }, { today: '2026-12-24' })).toBe(true)
  expect(holds({ ...date, operator: 'greater' }, { today: '2027-01-02' })).toBe(true)
  expect(holds({ ...date, operator: 'greater', value: '' }, { today: '2027-01-02' })).toBe(false)
  expect(holds({ subject: 'locale', operator: 'is_not', value: 'sk' })).toBe(true)
  expect(holds({ subject: 'contact', name: 'email', operator: 'is_not_set' })).toBe(true)
  expect(holds({ subject: 'contact', name: 'constructor', operator: 'is_set' })).toBe(false)
  const conversation = { conversation: { priority: 'high', tag: [ids.tag], [ids.field]: 7 } }
  const about = { subject: 'conversation' }
  expect(holds({ ...about, name: 'tag', operator: 'is', value: ids.tag }, conversation)).toBe(true)
  expect(holds({ ...about, name: 'tag', operator: 'is_not', value: ids.tag }, conversation)).toBe(false)
  expect(holds({ ...about, name: 'priority', operator: 'greater', value: 'medium' }, conversation)).toBe(true)
  expect(holds({ ...about, name: ids.field, operator: 'less', value: '10' }, conversation)).toBe(true)
  expect(holds({ ...about, name: ids.field, operator: 'starts_with', value: '8' }, conversation)).toBe(false)
})

test('a split gives each run the same arm every time, and its arms their shares', () => {
  const flow = createFlow([
    {
      id: 's',
      kind: 'split',
      arms: [
        { id: 'a', weight: 75, next: 'left' },
        { id: 'b', weight: 25, next: 'right' },
      ],
    },
    { id: 'left', kind: 'end' },
    { id: 'right', kind: 'end' },
  ])
  const armOf = (number: number) =>
    run(flow, [], { run_id: `01980000-0000-7000-8000-${String(number).padStart(12, '0')}` }).state.step_id
  const arms = Array.from({ length: 2_000 }, (_, number) => armOf(number))
  expect(armOf(7)).toBe(arms[7])
  const share = arms.filter((arm) => arm === 'left').length / arms.length
  expect(share).toBeGreaterThan(0.71)
  expect(share).toBeLessThan(0.79)
})

test('a wait ends at its time, or when the customer writes', () => {
  const waiting = run(waitFlow, [])
  expect(waiting.last).toEqual([{ kind: 'set_timer', at: waitEndsAt }])
  expect(waiting.state).toMatchObject({ status: 'waiting', awaiting: 'timer', waiting_until: waitEndsAt })
  // Too early, because the clocks of two machines differ.
  expect(advance(waitFlow, waiting.state, { kind: 'timer' }, context).effects).toEqual([
    { kind: 'set_timer', at: waitEndsAt },
  ])
  const late = advance(waitFlow, waiting.state, { kind: 'timer' }, { ...context, now: waitEndsAt })
  expect(sentTexts(late.effects)).toEqual(['Still there?'])
  const early = advance(waitFlow, waiting.state, say('Hi'), context)
  expect(early.effects).toMatchObject([{ kind: 'cancel_timer' }, { kind: 'send', text: 'Hello again' }])
})

test('another scenario starts when this run is completed, and an end can resolve the conversation', () => {
  const other = createFlow([{ id: 'r', kind: 'run_scenario', scenario_id: ids.scenario }])
  expect(run(other, [])).toMatchObject({
    state: { status: 'completed' },
    last: [{ kind: 'run_scenario', scenario_id: ids.scenario }],
  })
  expect(run(createFlow([{ id: 'e', kind: 'end', resolve: true }]), []).last).toEqual([{ kind: 'resolve' }])
})
