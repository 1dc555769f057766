import type * as z from 'zod/mini'
import { advance, type Effect, type RunContext, type RunInput, type RunState } from '../engine.ts'
import { Flow } from '../flow.schema.ts'
import type { Step } from '../steps/steps.schema.ts'

/** A step with its defaults still to be filled in by the schema. */
export type StepDraft = z.input<typeof Step>
export const createFlow = (
  steps: StepDraft[],
  more: Partial<z.input<typeof Flow>> = {},
): z.output<typeof Flow> =>
  Flow.parse({
    trigger: { kind: 'manual' },
    locales: ['en', 'sk'],
    start_step_id: steps[0]?.id ?? null,
    steps,
    ...more,
  })

export const ids = {
  tag: '01980000-0000-7000-8000-000000000001',
  team: '01980000-0000-7000-8000-000000000002',
  member: '01980000-0000-7000-8000-000000000003',
  scenario: '01980000-0000-7000-8000-000000000004',
  field: '01980000-0000-7000-8000-000000000005',
  image: '01980000-0000-7000-8000-000000000006',
}
export const context: RunContext = {
  run_id: '01980000-0000-7000-8000-00000000000a',
  now: '2026-11-24T09:00:00.000Z',
  locale: 'en',
  page: 'https://shop.example/cart',
  is_open: true,
  today: '2026-11-24',
  contact: { name: 'Eva', email: null },
  conversation: { priority: 'none', tag: [], team: null },
}

/** Runs inputs one after the other, from the start. */
export function run(
  flow: z.output<typeof Flow>,
  inputs: RunInput[],
  changes: Partial<RunContext> = {},
): { state: RunState; effects: Effect[]; last: Effect[] } {
  let state: RunState | null = null
  const effects: Effect[] = []
  let last: Effect[] = []
  for (const input of [{ kind: 'started' as const }, ...inputs]) {
    const result = advance(flow, state, input, { ...context, ...changes })
    state = result.state
    last = result.effects
    effects.push(...last)
  }
  if (!state) throw new Error('The run did not start')
  return { state, effects, last }
}
export const sentTexts = (effects: Effect[]): string[] =>
  effects.flatMap((effect) => (effect.kind === 'send' ? [effect.text] : []))

/* Flows of the tests of the engine and of its steps. */

export const say = (text: string, more: { wants_person?: boolean } = {}): RunInput => ({
  kind: 'message',
  text,
  ...more,
})

export const done: StepDraft = { id: 'done', kind: 'end' }

export const buttonsFlow = createFlow([
  {
    id: 'menu',
    kind: 'buttons',
    text: { en: 'What about?' },
    buttons: [
      { id: 'a', text: { en: 'Delivery', sk: 'Doručenie' }, next: 'm' },
      { id: 'b', text: { en: 'Something else' }, next: 'done' },
    ],
  },
  { id: 'm', kind: 'message', text: { en: 'Two days' }, next: 'done' },
  done,
])

export const emailFlow = (more: object = {}) =>
  createFlow(
    [
      {
        id: 'q',
        kind: 'question',
        text: { en: 'Your email?' },
        answer: 'email',
        max_retries: 2,
        save_as: { variable: 'email', contact_field: 'email' },
        next: 'done',
        ...more,
      },
      done,
      { id: 'plan_b', kind: 'message', text: { en: 'Never mind' }, next: 'done' },
    ],
    { variables: [{ name: 'email', type: 'text' }] },
  )

export const waitFlow = createFlow([
  { id: 'w', kind: 'wait', minutes: 10, next: 'late', on_message: 'early' },
  { id: 'late', kind: 'message', text: { en: 'Still there?' }, next: 'done' },
  { id: 'early', kind: 'message', text: { en: 'Hello again' }, next: 'done' },
  done,
])

export const waitEndsAt = '2026-11-24T09:10:00.000Z'

export const httpFlow = createFlow(
  [
    {
      id: 'q',
      kind: 'question',
      text: { en: 'Order?' },
      save_as: { variable: 'order' },
      next: 'r',
    },
    {
      id: 'r',
      kind: 'http_request',
      method: 'POST',
      url: 'https://api.example/order/{{order}}',
      headers: [{ name: 'X-Order', value: '{{order}}' }],
      body: '{"order":"{{order}}"}',
      map: [{ path: 'items.0.state', variable: 'order' }],
      ok: 'm',
      failed: 'done',
    },
    { id: 'm', kind: 'message', text: { en: 'It is {{order}}' }, next: 'done' },
    done,
  ],
  { variables: [{ name: 'order', type: 'text' }] },
)
