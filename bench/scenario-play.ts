import { advance, isLiveRun, type RunInput, type RunState } from '@ozvi/contract/scenario-engine'

export const context = {
  run_id: '01980000-0000-7000-8000-00000000000a',
  now: '2026-11-24T09:00:00.000Z',
  locale: 'en' as const,
  page: 'https://shop.example/cart',
  is_open: true,
  today: '2026-11-24',
  contact: { name: 'Eva', email: null },
  conversation: { priority: 'none', tag: [], team: null },
}
export type Flow = Parameters<typeof advance>[0]
type Step = Flow['steps'][number]

const answers = { email: 'eva@example.com', phone: '+421 905 123 456', number: '7', date: '2026-12-01' }
function formValues({ fields }: Extract<Step, { kind: 'form' }>) {
  const valueOf = ({ kind, choices }: (typeof fields)[number]) => {
    if (kind === 'consent') return true
    if (kind === 'choice') return choices[0]?.id ?? ''
    return kind === 'text' ? 'Eva' : answers[kind]
  }
  return Object.fromEntries(fields.map((field) => [field.id, valueOf(field)]))
}
/** What a customer does at the step where a run waits. */
function inputFor({ steps }: Flow, { step_id }: RunState): RunInput {
  const step = steps.find(({ id }) => id === step_id)
  if (step?.kind === 'buttons')
    return { kind: 'button', step_id: step.id, button_id: step.buttons[0]?.id ?? '' }
  if (step?.kind === 'form') return { kind: 'form', step_id: step.id, values: formValues(step) }
  if (step?.kind === 'assistant') return { kind: 'assistant_result', outcome: 'answered' }
  return { kind: 'message', text: 'It is eva@example.com' }
}

const turnsMax = 100
/**
 * Plays a run to its end; its state is serialized after each turn.
 *
 * @returns the number of turns
 * @throws Error if the run doesn't end
 */
export function play(flow: Flow): number {
  let { state } = advance(flow, null, { kind: 'started' }, context)
  let turns = 1
  for (; isLiveRun(state); turns++) {
    if (turns === turnsMax) throw new Error(`a run waits at ${state.step_id} forever`)
    const stored = JSON.parse(JSON.stringify(state)) as RunState // as the database returns it
    ;({ state } = advance(flow, stored, inputFor(flow, stored), context))
  }
  return turns
}
