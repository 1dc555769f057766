import fc from 'fast-check'
import type { RunInput } from '../engine.ts'
import { Flow } from '../flow.schema.ts'
import {
  answerKinds,
  conditionSubjects,
  flowOperators,
  formFieldKinds,
  httpMethods,
  stepKinds,
} from '../flow.ts'
import { ids } from './flows.ts'

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
export const flow = fc
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
export const runs = fc.tuple(flow, fc.array(turn, { minLength: 15, maxLength: 50 }))
