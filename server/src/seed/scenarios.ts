import type { Conversation, Flow, FlowText, HandOverReason, Locale } from '@ozvi/contract'
import {
  advance,
  createRunState,
  isLiveRun,
  type RunInput,
  type RunState,
} from '@ozvi/contract/scenario-engine'
import { scenarioTemplates } from '@ozvi/contract/scenario-templates'
import type { Customer, SeedMessage } from './seed-message.ts'
import type { Random } from './random.ts'

/*
 * Scenarios of a seeded workspace, and conversations that they led: the engine of live runs decides what is said.
 */

const second_ms = 1_000
/** How many customers stop replying at a question. */
const dropOff = 0.07
const keys = ['order_question', 'booking', 'lead_capture'] as const
export interface SeedScenario {
  id: string
  key: (typeof keys)[number]
  name: string
  flow: Flow
}
export function seedScenarios(idOf: (name: string) => string): readonly [SeedScenario, ...SeedScenario[]] {
  const [first, ...others] = keys.flatMap((key) => {
    const template = scenarioTemplates.find((each) => each.key === key)
    return template
      ? { id: idOf(`scenario ${key}`), key, name: template.name.sk ?? key, flow: template.flow.sk }
      : []
  })
  if (!first) throw new Error('There are no templates')
  return [first, ...others]
}
type Scenarios = readonly SeedScenario[]
/** Lead capture is paused: it would start in every new conversation. */
export const scenarioRows = (scenarios: Scenarios, integration_id: string, at: string) =>
  scenarios.map(({ id, key, name, flow }, position) => ({
    integration_id,
    id,
    position,
    name,
    description: '',
    status: key === 'lead_capture' ? 'paused' : 'published',
    flow,
    published_version: 1,
    published_at: at,
    published_trigger: flow.trigger.kind,
    has_unpublished_changes: false,
    updated_at: at,
    version: 1,
    draft_version: 1,
  }))
export const versionRows = (scenarios: Scenarios, integration_id: string, at: string) =>
  scenarios.map(({ id: scenario_id, flow }) => ({
    integration_id,
    scenario_id,
    version: 1,
    flow,
    note: '',
    published_at: at,
  }))

const firstMessages = {
  order_question: { en: 'Where is my order?', sk: 'Kde je moja objednávka?' },
  booking: { en: 'Could you call me?', sk: 'Mohli by ste mi zavolať?' },
  lead_capture: { en: 'Hello, I have a question', sk: 'Dobrý deň, mám otázku' },
} as const satisfies Record<SeedScenario['key'], Record<Customer['locale'], string>>

/** A stored run without its conversation. */
export interface SeedRun {
  id: string
  scenario_id: string
  state: RunState
  started_at: number
  ended_at: number | null
  is_engaged: boolean
}

const pickText = (items: readonly { text: FlowText }[], locale: Locale, random: Random): string =>
  items[random.between(0, items.length - 1)]?.text[locale] ?? ''
/** The customer's reply at the step where a run waits. */
function answerAt(flow: Flow, state: RunState, { locale }: Customer, random: Random): string {
  const step = flow.steps.find(({ id }) => id === state.step_id)
  if (step?.kind === 'buttons') return pickText(step.buttons, locale, random)
  if (step?.kind !== 'question') return firstMessages.lead_capture[locale]
  switch (step.answer) {
    case 'choice':
      return pickText(step.choices, locale, random)
    case 'email':
      return `zakaznik.${random.between(100, 999)}@example.com`
    case 'phone':
      return `+421 900 ${random.between(100, 999)} ${random.between(100, 999)}`
    case 'date':
      return `2026-12-0${random.between(1, 9)}`
    case 'number':
      return String(random.between(1, 9))
    case 'rating':
      return String(random.between(3, 5))
    default:
      return `GB-${random.between(10_000, 99_999)}`
  }
}

interface RunTexts {
  /** The assistant’s answer, without its time. */
  answer: () => Omit<SeedMessage, 'at'>
  handOverText: (reason: HandOverReason) => string
}
/** Creates a run with the messages of the customer and the scenario. */
export class RunWriter {
  readonly #scenario: SeedScenario
  readonly #customer: Customer
  readonly #random: Random
  readonly #id: string
  readonly messages: SeedMessage[] = []
  at: number
  #state: RunState | null = null

  constructor(scenario: SeedScenario, customer: Customer, random: Random, began: number) {
    this.#scenario = scenario
    this.#customer = customer
    this.#random = random
    this.#id = random.uuid()
    this.at = began
  }

  write({ answer, handOverText }: RunTexts): SeedRun {
    const { key, flow, id: scenario_id } = this.#scenario
    const random = this.#random
    const first = firstMessages[key][this.#customer.locale]
    this.#say(first)
    this.#push({
      author: 'system',
      kind: 'event',
      details: { event: 'scenario_started' },
      handler: 'scenario',
    })
    const started_at = this.at
    let input: RunInput = { kind: 'started', text: first }
    let is_engaged = false
    for (;;) {
      const state = this.#advance(input, handOverText)
      if (!isLiveRun(state)) break
      if (state.awaiting === 'assistant') {
        this.at += 2 * second_ms
        this.messages.push({ ...answer(), at: this.at })
        input = { kind: 'assistant_result', outcome: 'answered' }
      } else {
        if (random.isTrue(dropOff))
          return { id: this.#id, scenario_id, state, started_at, ended_at: null, is_engaged }
        is_engaged = true
        this.at += random.between(5, 90) * second_ms
        const text = answerAt(flow, state, this.#customer, random)
        this.#say(text)
        input = { kind: 'message', text }
      }
    }
    const state = this.#state ?? createRunState()
    const isCompleted = state.status === 'completed'
    this.#push({
      author: 'system',
      kind: 'event',
      details: { event: 'scenario_ended', run_status: state.status },
      ...(isCompleted ? { handler: 'assistant' } : {}),
    })
    return { id: this.#id, scenario_id, state, started_at, ended_at: this.at, is_engaged }
  }

  #advance(input: RunInput, handOverText: RunTexts['handOverText']): RunState {
    const { locale, name } = this.#customer
    const now = new Date(this.at).toISOString()
    const result = advance(this.#scenario.flow, this.#state, input, {
      run_id: this.#id,
      now,
      locale,
      page: '',
      is_open: true,
      today: now.slice(0, 10),
      contact: { name, email: null, phone: null, company: null },
      conversation: { priority: 'none', tag: [], team: null },
    })
    this.#state = result.state
    for (const effect of result.effects) {
      this.at += second_ms
      if (effect.kind === 'send') {
        const { buttons } = effect
        const details = buttons.length > 0 ? { buttons } : {}
        this.#push({ author: 'scenario', kind: 'text', body: effect.text, details, is_visible: true })
      } else if (effect.kind === 'note') this.#push({ author: 'scenario', kind: 'note', body: effect.body })
      else if (effect.kind === 'hand_over')
        this.#push({
          author: 'system',
          kind: 'hand_over',
          body: handOverText(effect.reason),
          details: { reason: effect.reason },
          is_visible: true,
        })
    }
    return result.state
  }
  #say(body: string) {
    this.messages.push({
      author: 'contact',
      kind: 'text',
      body,
      by: this.#customer,
      is_visible: true,
      at: this.at,
    })
  }
  #push(happening: Pick<SeedMessage, 'author' | 'kind'> & Partial<SeedMessage>) {
    const { id, name } = this.#scenario
    const { details, ...rest } = happening
    const scenario = { id, name, run_id: this.#id, step_id: this.#state?.step_id ?? '' }
    this.messages.push({
      body: '',
      is_visible: false,
      ...rest,
      details: { ...details, scenario },
      at: this.at,
    })
  }
}

/** The row of a run. */
export const runRow = (
  { id, scenario_id, state, started_at, ended_at, is_engaged }: SeedRun,
  conversation: Pick<Conversation, 'integration_id' | 'id' | 'locale' | 'last_seq'>,
) => {
  const { integration_id, id: conversation_id, locale, last_seq } = conversation
  const time = (at: number) => new Date(at).toISOString()
  return {
    integration_id,
    conversation_id,
    id,
    scenario_id,
    scenario_version: 1,
    status: state.status,
    state,
    last_seq,
    returns_to_team: false,
    started_at: time(started_at),
    changed_at: time(ended_at ?? started_at),
    ended_at: ended_at && time(ended_at),
    locale,
    is_engaged,
    is_goal_reached: false,
    version: 1,
  }
}
