import type * as z from 'zod/mini'
import { advance, type Effect, type RunContext, type RunInput, type RunState } from '../engine.ts'
import { Flow, type Step } from '../flow.schema.ts'

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
}
export const context: RunContext = {
  run_id: '01980000-0000-7000-8000-00000000000a',
  now: '2026-11-24T09:00:00.000Z',
  locale: 'en',
  page: 'https://shop.example/cart',
  is_open: true,
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
