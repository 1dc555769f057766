import type { Locale } from '../../fields.ts'
import type { Flow, FlowText, ScenarioTrigger, Step, StepOf } from '../flow.ts'

/*
 * What a template is, and short forms of its steps.
 */

export interface ScenarioTemplate {
  key:
    | 'lead_capture'
    | 'pre_chat_form'
    | 'opening_hours'
    | 'order_question'
    | 'feedback'
    | 'faq'
    | 'topic_routing'
    | 'page_routing'
    | 'booking'
    | 're_engagement'
  name: Required<FlowText>
  description: Required<FlowText>
  /** By the language of the member who creates the scenario: what only the team reads has one language. */
  flow: Readonly<Record<Locale, Flow>>
}

/** Column and row on the canvas. */
type Place = readonly [column: number, row: number]
export const base = (id: string, [column, row]: Place) => ({
  id,
  title: '',
  position: { x: column * 320, y: row * 200 },
})
export const text = (en: string, sk: string): FlowText => ({ en, sk })

export const message = (id: string, place: Place, text: FlowText, next: string): Step => ({
  ...base(id, place),
  kind: 'message',
  text,
  next,
})
export const buttons = (
  id: string,
  place: Place,
  text: FlowText,
  list: StepOf<'buttons'>['buttons'],
): Step => ({
  ...base(id, place),
  kind: 'buttons',
  text,
  buttons: list,
})
export const cards = (id: string, place: Place, list: StepOf<'cards'>['cards']): Step => ({
  ...base(id, place),
  kind: 'cards',
  cards: list,
  next: null,
})
/** With one button that continues the run. */
export const card = (id: string, title: FlowText, text: FlowText, label: FlowText, next: string) => ({
  id,
  image: null,
  title,
  text,
  buttons: [{ id: `${id}_button`, text: label, action: 'next' as const, url: '', next }],
})
export const button = (id: string, text: FlowText, next: string) => ({ id, text, next })
export const saveTo = (contact_field: string | null, variable: string | null = null) => ({
  save_as: { variable, contact_field },
})
export const question = (
  id: string,
  place: Place,
  text: FlowText,
  next: string,
  more: Partial<StepOf<'question'>> = {},
): Step => ({
  ...base(id, place),
  kind: 'question',
  text,
  answer: 'text',
  choices: [],
  max_retries: 3,
  ...saveTo(null),
  next,
  fallback: null,
  ...more,
})
export const assistant = (id: string, place: Place, answered: string, not_found: string): Step => ({
  ...base(id, place),
  kind: 'assistant',
  answered,
  not_found,
  wants_person: null,
})
export const note = (id: string, place: Place, body: string, next: string): Step => ({
  ...base(id, place),
  kind: 'note',
  body,
  next,
})
export const setVariable = (id: string, place: Place, name: string, value: string, next: string): Step => ({
  ...base(id, place),
  kind: 'set_field',
  target: 'variable',
  name,
  value,
  next,
})
export const handOver = (id: string, place: Place, reason: string): Step => ({
  ...base(id, place),
  kind: 'hand_over',
  reason,
})
export const end = (id: string, place: Place, resolve = false): Step => ({
  ...base(id, place),
  kind: 'end',
  resolve,
})

export const flow = (trigger: ScenarioTrigger, steps: Step[], variables: string[] = []): Flow => ({
  trigger,
  audience: { match: 'all', conditions: [] },
  locales: ['en', 'sk'],
  variables: variables.map((name) => ({ name, type: 'text' })),
  start_step_id: steps[0]?.id ?? null,
  steps,
})

/** Picks a text that only the team reads. */
type TeamText = (en: string, sk: string) => string
export const inBothLanguages = (build: (team: TeamText) => Flow): ScenarioTemplate['flow'] => ({
  en: build((en) => en),
  sk: build((_, sk) => sk),
})
export const unanswered = (team: TeamText) =>
  team('The assistant couldn’t answer', 'Asistent nenašiel odpoveď')

export const askEmail = text('What’s your email address?', 'Aká je vaša e-mailová adresa?')
export const askQuestion = text('What would you like to know?', 'Čo by ste chceli vedieť?')
export const something = text('Something else', 'Niečo iné')
export const email = { answer: 'email', ...saveTo('email') } as const
