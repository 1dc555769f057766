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
import {
  answerKinds,
  conditionSubjects,
  flowOperators,
  formFieldKinds,
  httpMethods,
  scenarioContactFields,
  stepKinds,
} from './flow.ts'
import { placeholdersOf, renderTemplate } from './placeholders.ts'
import { context, ids } from './test/flows.ts'

/*
 * Random flows and inputs. Names are taken from a few, also of those that every object has, so that they meet.
 */

const stepIds = ['s0', 's1', 's2', 's3', 's4', 's5', 'constructor', 'toString', 'hasOwnProperty']
const names = [
  'v',
  'number',
  'constructor',
  'valueOf',
  '__proto__',
  'name',
  'email',
  'priority',
  'tag',
  ids.field,
]
const hostile = [
  '',
  '__proto__',
  '{{v}}',
  '{{{{v}} {{number|x}} {{contact.name}}',
  '{'.repeat(2_000),
  '\uD800',
  'a@'.repeat(900),
  '1'.repeat(500),
  'eva@example.com',
  '42',
  'Yes',
]
const text = fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: 'binary', maxLength: 50 }))
const short = text.map((each) => each.slice(0, 70).trim())
const flowText = fc.record({ en: text, sk: text }, { requiredKeys: [] })
const label = fc.record({ en: short, sk: short }, { requiredKeys: [] })
const id = fc.constantFrom(...stepIds)
const edge = fc.option(fc.constantFrom(...stepIds, ...stepIds, 'gone'), { freq: 12 })
const name = fc.constantFrom(...names)
const conditions = fc.array(
  fc.record({
    subject: fc.constantFrom(...conditionSubjects),
    name,
    operator: fc.constantFrom(...flowOperators),
    value: short,
  }),
  { maxLength: 3 },
)
const match = fc.constantFrom('all' as const, 'any' as const)
const audience = fc.record(
  {
    match,
    conditions,
    groups: fc.uniqueArray(fc.record({ id, match, conditions }), {
      maxLength: 4,
      selector: (group) => group.id,
    }),
  },
  { requiredKeys: ['conditions'] },
)
const list = <T>(item: fc.Arbitrary<T>) => fc.array(item, { minLength: 1, maxLength: 4 })
const image = fc.record({
  id: fc.constant(ids.image),
  width: fc.constant(800),
  height: fc.constant(450),
  alt: label,
})
const cardButton = fc.record({
  text: label,
  action: fc.constantFrom('next', 'link'),
  url: fc.oneof(short, fc.constantFrom('https://shop.example/{{v}}', 'https://{{v}}/')),
  next: edge,
})
/** Ids of buttons are unique in all cards of a step. */
const cards = fc
  .array(
    fc.record({
      image: fc.option(image),
      title: label,
      text: label,
      buttons: fc.array(cardButton, { maxLength: 3 }),
    }),
    { maxLength: 3 },
  )
  .map((drafts) =>
    drafts.map((card, position) => ({
      ...card,
      id: `c${position}`,
      buttons: card.buttons.map((button, index) => ({
        ...button,
        id: stepIds[position * 3 + index] ?? '',
      })),
    })),
  )
const fields = {
  text: flowText,
  next: edge,
  buttons: list(fc.record({ id, text: label, next: edge })),
  image: fc.option(image),
  cards,
  answer: fc.constantFrom(...answerKinds),
  choices: list(fc.record({ id, text: label })),
  fields: fc.uniqueArray(
    fc.record({
      id,
      kind: fc.constantFrom(...formFieldKinds),
      text: label,
      is_required: fc.boolean(),
      choices: list(fc.record({ id, text: label })),
      shown_if: fc.option(fc.record({ field_id: id, value: fc.constantFrom(...stepIds, 'yes', '') })),
      save_as: fc.record({ variable: fc.option(name), contact_field: fc.option(name) }),
    }),
    { maxLength: 4, selector: (field) => field.id },
  ),
  limits: fc.constantFrom(
    undefined,
    null,
    { min: '2', max: '4' },
    { min: '2026-01-01', max: '' },
    { min: 'x', max: '-1' },
  ),
  max_retries: fc.integer({ min: 1, max: 5 }),
  save_as: fc.record({ variable: fc.option(name), contact_field: fc.option(name) }),
  fallback: edge,
  cases: list(fc.record({ id, match, conditions, next: edge })),
  otherwise: edge,
  arms: list(fc.record({ id, weight: fc.integer({ min: 1, max: 100 }), next: edge })),
  minutes: fc.integer({ min: 1, max: 43_200 }),
  on_message: edge,
  answered: edge,
  not_found: edge,
  wants_person: edge,
  target: fc.constantFrom('variable', 'contact', 'conversation'),
  name,
  value: short,
  tag_ids: fc.constantFrom([], [ids.tag]),
  priority: fc.constantFrom('none', 'urgent'),
  member_id: fc.option(fc.constant(ids.member)),
  team_id: fc.option(fc.constant(ids.team)),
  body: text,
  reason: short,
  method: fc.constantFrom(...httpMethods),
  url: text,
  headers: list(fc.record({ name: short, value: text })),
  map: list(fc.record({ path: fc.constantFrom('', 'a', 'a.0.b', '__proto__.x', 'length'), variable: name })),
  ok: edge,
  failed: edge,
  to: edge,
  properties: list(fc.record({ property: fc.constantFrom('', 'jobtitle', '__proto__'), value: text })),
  subject: short,
  content: text,
  scenario_id: fc.option(fc.constant(ids.scenario)),
  resolve: fc.boolean(),
}
// Kinds that end a run would keep it short.
const kinds = stepKinds.filter((kind) => !['end', 'hand_over', 'run_scenario'].includes(kind))
const kind = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...kinds) },
  { weight: 1, arbitrary: fc.constantFrom(...stepKinds) },
)
const step = fc.record({ ...fields, kind })
const flow = fc
  .record({
    trigger: fc.constant({ kind: 'manual' }),
    audience,
    locales: fc.constantFrom(['en'], ['sk', 'en']),
    variables: fc.constant([
      { name: 'v', type: 'text' },
      { name: 'number', type: 'number' },
      { name: 'constructor', type: 'text' },
    ]),
    start_step_id: edge,
    steps: fc.tuple(...stepIds.map((id) => step.map((each) => ({ ...each, id })))),
  })
  .map((draft) => Flow.parse(draft))

const outcome = fc.constantFrom('answered', 'not_found', 'wants_person')
const body = fc.oneof(fc.jsonValue(), text, fc.constant({ a: [{ b: 'x'.repeat(5_000) }] }))
const input: fc.Arbitrary<RunInput> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('message' as const),
      text,
      files: fc.array(text, { maxLength: 3 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('button' as const), step_id: id, button_id: id }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('form' as const),
      step_id: id,
      values: fc.dictionary(id, fc.oneof(text, fc.boolean(), fc.constantFrom(...stepIds))),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('timer' as const) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('assistant_result' as const), outcome }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('http_result' as const),
      ok: fc.boolean(),
      status: fc.integer(),
      body,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('member_replied' as const, 'resumed' as const) }),
  },
  fc.record({ kind: fc.constant('started' as const) }),
)
const time = fc.oneof(
  fc.constantFrom('never', '2026-11-24T09:00:00.000Z', '+275760-09-13T00:00:00.000Z'),
  fc.integer({ min: 0, max: 4e12 }).map((ms) => new Date(ms).toISOString()),
)
const turn = fc.record({ input, now: time, locale: fc.constantFrom('en' as const, 'sk' as const) })
const runs = fc.tuple(flow, fc.array(turn, { minLength: 15, maxLength: 50 }))

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
