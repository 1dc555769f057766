import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readAnswer } from './answers.ts'
import { findProblems } from './checks.ts'
import { flowChanges } from './difference.ts'
import {
  advance,
  createRunState,
  isLiveRun,
  pathStepsMax,
  type RunContext,
  type RunInput,
  type RunState,
  stepVisitsMax,
} from './engine.ts'
import { isFulfilled, isInAudience } from './flow-conditions.ts'
import { Flow } from './flow.schema.ts'
import { answerKinds, scenarioContactFields } from './flow.ts'
import { placeholdersOf, renderTemplate } from './placeholders.ts'
import { context } from './test/flows.ts'
import { flow, runs } from './test/random-flows.ts'

const freeze = <T>(value: T): T => {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(freeze)
  return value
}
const awaitedIn: Record<RunState['status'], RunState['awaiting'][]> = {
  active: ['assistant', 'http'],
  waiting: ['message', 'button', 'form', 'timer'],
  paused: ['assistant', 'http', 'message', 'button', 'form', 'timer', null],
  completed: [null],
  handed_over: [null],
  ended: [null],
  failed: [null],
}
function expectGuarded(state: RunState) {
  expect(state.path.length).toBeLessThanOrEqual(pathStepsMax)
  for (const visits of Object.values(state.visits)) expect(visits).toBeLessThanOrEqual(stepVisitsMax)
  expect(awaitedIn[state.status]).toContain(state.awaiting)
}

test('any flow waits or ends after any inputs, and its states and effects are plain JSON', () => {
  fc.assert(
    fc.property(runs, ([flow, turns]) => {
      freeze(flow)
      let state: RunState | null = null
      const first = { input: { kind: 'started' as const }, now: context.now, locale: 'en' as const }
      for (const { input, now, locale } of [first, ...turns]) {
        const around: RunContext = freeze({ ...context, now, locale })
        const result = advance(flow, freeze(state), freeze(input), around)
        expectGuarded(result.state)
        expect(JSON.parse(JSON.stringify(result))).toEqual(result)
        const isOver = state !== null && !isLiveRun(state)
        expect(result).toEqual(isOver ? { state, effects: [], step_ids: [] } : result)
        expect(result.step_ids).toHaveLength(result.effects.length)
        state = result.state
      }
    }),
    { numRuns: 150 },
  )
})
test('a run that is stored and replayed gives the same states and effects', () => {
  const play = (
    flow: Flow,
    turns: { input: RunInput; now: string }[],
    store: (state: RunState) => RunState,
  ) => {
    let state = createRunState()
    return [{ input: { kind: 'started' as const }, now: context.now }, ...turns].map(({ input, now }) => {
      const result = advance(flow, state, input, { ...context, now })
      state = store(result.state)
      return result
    })
  }
  fc.assert(
    fc.property(runs, ([flow, turns]) => {
      const stored = play(flow, turns, (state) => JSON.parse(JSON.stringify(state)) as RunState) // what was stored
      expect(stored).toEqual(play(flow, turns, (state) => state))
    }),
    { numRuns: 100 },
  )
})
test('a customer who asks for a person reaches the team from every state', () => {
  fc.assert(
    fc.property(runs, ([flow, turns]) => {
      let { state } = advance(flow, null, { kind: 'started' }, context)
      for (const { input } of turns) ({ state } = advance(flow, state, input, context))
      if (!isLiveRun(state)) return
      const asked = advance(flow, state, { kind: 'message', text: '', wants_person: true }, context)
      expect(asked.state.status).toBe('handed_over')
      expect(asked.effects.at(-1)).toMatchObject({ kind: 'hand_over', reason: 'asked_for_human' })
    }),
    { numRuns: 100 },
  )
})
test('any flow can be checked, and compared with any other', () => {
  const none = new Set<string>()
  const known = {
    tag_ids: none,
    team_ids: none,
    member_ids: none,
    scenario_ids: none,
    image_ids: none,
    secrets: new Map(),
    blocked_urls: new Set<string>(),
    has_content: true,
    hubspot: { is_connected: false, has_ticket_access: false, properties: new Set<string>() },
    contact_field_ids: none,
    conversation_field_ids: none,
  }
  fc.assert(
    fc.property(flow, flow, (before, after) => {
      findProblems(before, known)
      flowChanges(before, after)
      expect(flowChanges(before, JSON.parse(JSON.stringify(before)) as Flow)).toEqual([]) // a copy of it
    }),
    { numRuns: 100 },
  )
})
test('a flow without problems never ends because of a loop within one turn', () => {
  // Only guards against loops through waiting steps are left then.
  fc.assert(
    fc.property(flow, (flow) => {
      const all = { has: () => true } as unknown as ReadonlySet<string> // everything exists
      const known = {
        tag_ids: all,
        team_ids: all,
        member_ids: all,
        scenario_ids: all,
        image_ids: all,
        secrets: new Map(),
        blocked_urls: new Set<string>(),
        has_content: true,
        hubspot: { is_connected: false, has_ticket_access: false, properties: new Set<string>() },
        contact_field_ids: all,
        conversation_field_ids: all,
      }
      if (findProblems(flow, known).some(({ code }) => code === 'loop_endless')) return
      const { state } = advance(flow, null, { kind: 'started' }, context)
      expect(state.status).not.toBe('failed')
      for (const visits of Object.values(state.visits)) expect(visits).toBe(1)
    }),
    { numRuns: 150 },
  )
})

test('the audience of any flow is its conditions and filled groups, joined by its match', () => {
  const values = { ...context, variables: {} }
  fc.assert(
    fc.property(flow, ({ audience }) => {
      const parts = [
        ...audience.conditions.map((condition) => ({ match: 'all' as const, conditions: [condition] })),
        ...(audience.groups ?? []).filter(({ conditions }) => conditions.length > 0),
      ].map((part) => isFulfilled(part, values))
      const isJoined = audience.match === 'all' ? parts.every(Boolean) : parts.some(Boolean)
      expect(isInAudience(audience, values)).toBe(parts.length === 0 || isJoined)
    }),
    { numRuns: 150 },
  )
})

test('texts of 300,000 characters take linear time', () => {
  const chars = 300_000
  const texts = ['{{', '{{v}}', '{{ ', '}}', '{', 'a@', '@', ' ', '1 ', '.', '\u0301', '\n'].map((part) =>
    part.repeat(chars / part.length),
  )
  const question = Flow.parse({
    trigger: { kind: 'manual' },
    locales: ['en'],
    steps: answerKinds.map((answer) => ({
      id: answer,
      kind: 'question',
      answer,
      choices: [{ id: 'c', text: { en: 'Choice' } }],
    })),
  }).steps
  const started = Date.now()
  for (const text of texts) {
    placeholdersOf(text)
    expect(renderTemplate(text, () => text, 8_000).length).toBeLessThanOrEqual(8_000)
    for (const step of question) if (step.kind === 'question') readAnswer(text, step, 'en')
  }
  // A quadratic scan of one of them takes minutes.
  expect(Date.now() - started).toBeLessThan(5_000)
})
test('no contact field, variable or step is called __proto__', () => {
  expect(scenarioContactFields).not.toContain('__proto__')
  const draft = { trigger: { kind: 'manual' }, locales: ['en'] }
  expect(Flow.safeParse({ ...draft, steps: [{ id: '__proto__', kind: 'end' }] }).success).toBe(false)
  expect(Flow.safeParse({ ...draft, variables: [{ name: '__proto__', type: 'text' }] }).success).toBe(false)
})
