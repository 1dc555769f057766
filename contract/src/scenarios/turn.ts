import type { HandOverReason } from '../conversations/conversations.ts'
import type { Locale } from '../fields.ts'
import type { FieldValue } from '../filters/custom-fields.ts'
import { isId } from '../filters/condition-values.ts'
import { truncate } from '../text/plain-text.ts'
import { cleanName } from '../text/visible-text.ts'
import type { Flow, FlowCard, FlowImage, FlowText, SaveAs, Step } from './flow.ts'
import { scenarioContactFields } from './flow.ts'
import { type ConditionValues, readField, readNumber } from './flow-conditions.ts'
import { type HeaderPart, renderHeader, renderTemplate } from './placeholders.ts'
import {
  type Effect,
  type KnownFields,
  type RunContext,
  type RunInput,
  type RunState,
  type SentImage,
  pathStepsMax,
  variableCharsMax,
} from './run.ts'

/** Where a run continues: at an edge, or nowhere because the step waits or the run is over. */
export type Move = { to: string | null } | 'stay'

const sentCharsMax = 8_000
const nameCharsMax = 100

/** One call of the engine: the state and effects that it builds. Steps change a run only through it. */
export class Turn {
  readonly flow: Flow
  readonly input: RunInput
  readonly context: RunContext
  readonly state: RunState
  readonly effects: Effect[] = []
  /** The step of each effect; null before the first step. */
  readonly step_ids: (string | null)[] = []
  /** What earlier effects of this turn set is known to later steps. */
  #contact: KnownFields
  #conversation: KnownFields

  constructor(flow: Flow, state: RunState, input: RunInput, context: RunContext) {
    this.flow = flow
    this.input = input
    this.context = context
    this.state = {
      ...state,
      variables: { ...state.variables },
      visits: { ...state.visits },
      path: [...state.path],
    }
    this.#contact = context.contact
    this.#conversation = context.conversation
  }

  get locale(): Locale {
    const { locales } = this.flow
    return locales.includes(this.context.locale) ? this.context.locale : (locales[0] ?? 'en')
  }
  get values(): ConditionValues {
    return {
      ...this.context,
      locale: this.locale,
      contact: this.#contact,
      conversation: this.#conversation,
      variables: this.state.variables,
    }
  }
  /** What the customer wrote or chose in this turn. */
  get message(): string | null {
    const { input } = this
    if (input.kind === 'message' || input.kind === 'started') return input.text ?? null
    if (input.kind !== 'button') return null
    const step = this.flow.steps.find(({ id }) => id === input.step_id)
    if (step?.kind === 'cards') {
      const hasButton = ({ buttons }: FlowCard) => buttons.some(({ id }) => id === input.button_id)
      const card = step.cards.find(hasButton)
      const button = card?.buttons.find(({ id }) => id === input.button_id)
      return card && button ? `${this.textOf(card.title)}: ${this.textOf(button.text)}` : null
    }
    const button =
      step?.kind === 'buttons' ? step.buttons.find(({ id }) => id === input.button_id) : undefined
    return button ? this.textOf(button.text) : null
  }
  addEffect(effect: Effect) {
    this.effects.push(effect)
    this.step_ids.push(this.state.step_id)
  }
  /** Identifies one visit of a step. */
  keyOf({ id }: Step): string {
    return `${this.context.run_id}:${id}:${this.visitsOf(id)}`
  }
  visitsOf(step_id: string): number {
    return Object.hasOwn(this.state.visits, step_id) ? (this.state.visits[step_id] ?? 0) : 0
  }

  textOf(text: FlowText): string {
    const candidates = [text[this.locale], ...this.flow.locales.map((locale) => text[locale])]
    return this.render(candidates.find(Boolean) ?? '')
  }
  imageOf(image: FlowImage | null | undefined): SentImage | null {
    if (!image) return null
    const { id, width, height, alt } = image
    return { id, width, height, alt: this.textOf(alt) }
  }
  cut(text: string): string {
    return truncate(text, sentCharsMax)
  }
  render(template: string, charsMax = sentCharsMax, escape?: (value: string) => string): string {
    return renderTemplate(template, (name) => this.#insertable(name), charsMax, escape)
  }
  /** @returns the parts of a header's value; secrets stay named */
  renderHeader(template: string, charsMax: number, escape: (value: string) => string): HeaderPart[] {
    return renderHeader(template, (name) => this.#insertable(name), charsMax, escape)
  }
  #insertable(name: string): string | undefined {
    if (name === 'contact.name' || name === 'contact.email')
      return String(readField(this.#contact, name.slice('contact.'.length)) ?? '')
    if (!this.flow.variables.some((variable) => variable.name === name)) return undefined
    return String(readField(this.state.variables, name) ?? '')
  }

  /** Null and what doesn't fit the type of the variable clear it. */
  setVariable(name: string, value: FieldValue | null) {
    const variable = this.flow.variables.find((each) => each.name === name)
    if (!variable) return
    const fitting =
      variable.type === 'number'
        ? readNumber(value)
        : value === null
          ? null
          : truncate(String(value), variableCharsMax)
    if (fitting === null || fitting === '') delete this.state.variables[name]
    else this.state.variables[name] = fitting
  }
  setContactField(name: string, value: FieldValue | null) {
    if (!(scenarioContactFields as readonly string[]).includes(name) && !isId(name)) return
    const saved = name === 'name' && value !== null ? truncate(cleanName(String(value)), nameCharsMax) : value
    this.#contact = { ...this.#contact, [name]: saved }
    this.addEffect({ kind: 'set_contact_field', name, value: saved })
  }
  /** Saves an answer to the variable and the contact field of a step or form field. */
  save({ variable, contact_field }: SaveAs, value: string | number) {
    if (variable !== null) this.setVariable(variable, value)
    if (contact_field !== null) this.setContactField(contact_field, value)
  }
  setConversationField(name: string, value: FieldValue | null) {
    if (!isId(name)) return
    this.#conversation = { ...this.#conversation, [name]: value }
    this.addEffect({ kind: 'set_conversation_field', name, value })
  }
  /** An effect that changes what later conditions read of the conversation. */
  changeConversation(effect: Effect, changes: KnownFields) {
    this.#conversation = { ...this.#conversation, ...changes }
    this.addEffect(effect)
  }

  addTags(tag_ids: string[]) {
    const present = readField(this.#conversation, 'tag')
    const tag = [...(Array.isArray(present) ? present : []), ...tag_ids]
    this.changeConversation({ kind: 'add_tags', tag_ids }, { tag })
  }

  /** Records that a step is entered. */
  enter({ id }: Step) {
    const { state } = this
    Object.assign(state, { status: 'active', step_id: id, invalid_answers: 0 })
    state.visits[id] = this.visitsOf(id) + 1
    state.path = [...state.path.slice(1 - pathStepsMax), id]
  }
  wait(awaiting: RunState['awaiting']): Move {
    this.state.awaiting = awaiting
    // A run is active while the server works for it, and waits for the customer or for a time.
    this.state.status = awaiting === 'assistant' || awaiting === 'http' ? 'active' : 'waiting'
    return 'stay'
  }
  finish(status: 'completed' | 'handed_over' | 'ended' | 'failed'): Move {
    if (this.state.awaiting === 'timer') this.addEffect({ kind: 'cancel_timer' })
    Object.assign(this.state, { status, awaiting: null, waiting_until: null })
    return 'stay'
  }
  handOver(reason: HandOverReason, text = '', status: 'handed_over' | 'failed' = 'handed_over'): Move {
    const move = this.finish(status)
    this.addEffect({ kind: 'hand_over', reason, text })
    return move
  }
}
