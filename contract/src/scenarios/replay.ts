import { advance, isLiveRun, type RunContext, type RunInput, type RunState } from './engine.ts'
import type { Flow, StepOf } from './flow.ts'
import { readForm } from './forms.ts'
import { shownFields } from './steps/form-step.ts'
import type { PastConversation, PastEntry } from './past-conversation.ts'
import type { ReplayDifference, ReplayResult } from './replay.schema.ts'
import { isEntryTrigger, ratingOf, silenceAfter } from './replay-triggers.ts'
import { startsOn } from './triggers.ts'

/*
 * Runs a draft over a conversation that took place: where it would have started, and which path it would have taken.
 * What the customer wrote is known; what they would have written to other questions is not.
 */

export type { PastConversation, PastEntry } from './past-conversation.ts'

export interface ReplayRules {
  /** The scenario of the draft. */
  scenario_id: string
  /** ISO 8601; a silence may last until now. */
  now: string
  isOpen: (time: string) => boolean
  /** The day in the time zone of the workspace. */
  dayOf: (time: string) => string
  wantsPerson: (text: string) => boolean
}

/** How often a run may wait for a time or a result in a row. */
const silentInputsMax = 60

/** The entries up to the customer's next message. */
function answersTo(entries: readonly PastEntry[], index: number): readonly PastEntry[] {
  const rest = entries.slice(index + 1)
  const end = rest.findIndex(({ author, kind }) => author === 'contact' && kind === 'text')
  return end < 0 ? rest : rest.slice(0, end)
}
/** What the assistant found then. */
function outcomeOf(answers: readonly PastEntry[]): 'answered' | 'not_found' | 'wants_person' {
  if (answers.some(({ kind }) => kind === 'answer')) return 'answered'
  return answers.some(({ reason }) => reason === 'asked_for_human') ? 'wants_person' : 'not_found'
}

interface Replay {
  state: RunState
  start_seq: number
  assumes_responses: boolean
}
class Player {
  readonly #flow: Flow
  readonly #past: PastConversation
  readonly #rules: ReplayRules
  replay: Replay | undefined

  constructor(flow: Flow, past: PastConversation, rules: ReplayRules) {
    this.#flow = flow
    this.#past = past
    this.#rules = rules
  }

  play(): Replay | undefined {
    const { entries } = this.#past
    const startsLater = isEntryTrigger(this.#flow.trigger)
    let isFirst = true
    for (const [index, entry] of entries.entries()) {
      const isCustomer = entry.author === 'contact' && entry.kind === 'text'
      if (isCustomer) {
        this.#receive(entry, answersTo(entries, index), isFirst)
        isFirst = false
      }
      // From then on, a teammate answered.
      else if (entry.author === 'member' && entry.kind === 'text' && (this.replay || !startsLater)) break
      if (!this.replay) this.#startAfter(entry, index)
      if (this.replay && !isLiveRun(this.replay.state)) break
    }
    const last = entries.at(-1)
    if (last) this.#settle('not_found', last.at, true)
    return this.replay
  }

  #context(at: string): RunContext {
    const { id, locale, page, contact, conversation } = this.#past
    const [is_open, today] = [this.#rules.isOpen(at), this.#rules.dayOf(at)]
    return { run_id: id, now: at, locale, page, is_open, today, contact, conversation }
  }
  #advance(input: RunInput, at: string) {
    const { state } = advance(this.#flow, this.replay?.state ?? null, input, this.#context(at))
    return state
  }

  /** The customer may have filled in the form that the run is at, or one with the same fields. */
  #inputOf({ text, form_values }: PastEntry, wants_person: boolean): RunInput {
    const { step_id, awaiting } = this.replay?.state ?? {}
    const form = this.#flow.steps.find(
      (step): step is StepOf<'form'> => step.kind === 'form' && step.id === step_id,
    )
    if (form && awaiting === 'form' && form_values) {
      const { locale } = this.#past
      const fields = shownFields(form, (label) => label[locale] ?? '')
      if (readForm(fields, form_values, locale).errors.size === 0)
        return { kind: 'form', step_id: form.id, values: form_values }
    }
    return { kind: 'message', text, wants_person }
  }
  #receive(entry: PastEntry, answers: readonly PastEntry[], isFirst: boolean) {
    const { seq, text, at } = entry
    const outcome = outcomeOf(answers)
    const input = { text, wants_person: this.#rules.wantsPerson(text) }
    if (this.replay) {
      this.#settle(outcome, at, false)
      this.replay.state = this.#advance(this.#inputOf(entry, input.wants_person), at)
    } else if (this.#starts(text, answers, isFirst, at)) {
      const state = this.#advance({ kind: 'started', ...input }, at)
      this.replay = { state, start_seq: seq, assumes_responses: false }
    }
    this.#settle(outcome, at, false)
  }
  /** Starts after a rating, or after a silence that follows an entry. */
  #startAfter(entry: PastEntry, index: number) {
    const event =
      ratingOf(entry) ?? silenceAfter(this.#flow.trigger, this.#past.entries, index, this.#rules.now)
    if (!event || !startsOn(this.#flow, event.trigger, this.#context(event.at))) return
    const state = this.#advance({ kind: 'started' }, event.at)
    this.replay = { state, start_seq: entry.seq, assumes_responses: false }
    this.#settle('not_found', event.at, false)
  }
  #starts(text: string, answers: readonly PastEntry[], is_first: boolean, at: string): boolean {
    const context = this.#context(at)
    const wasUnanswered = answers.some(({ reason }) => reason === 'nothing_found')
    return (
      startsOn(this.#flow, { kind: 'message', text, is_first }, context) ||
      (wasUnanswered && startsOn(this.#flow, { kind: 'not_answered' }, context))
    )
  }

  /** Gives the run results and times that had come until the customer wrote again. */
  #settle(outcome: 'answered' | 'not_found' | 'wants_person', at: string, isOver: boolean) {
    const { replay } = this
    if (!replay) return
    for (let count = 0; count < silentInputsMax && isLiveRun(replay.state); count++) {
      const { awaiting, waiting_until } = replay.state
      if (awaiting === 'assistant') replay.state = this.#advance({ kind: 'assistant_result', outcome }, at)
      else if (awaiting === 'http') {
        replay.assumes_responses = true
        replay.state = this.#advance({ kind: 'http_result', ok: true, status: 200, body: null }, at)
      } else if (
        awaiting === 'timer' &&
        waiting_until &&
        (isOver || Date.parse(waiting_until) <= Date.parse(at))
      )
        replay.state = this.#advance({ kind: 'timer' }, waiting_until)
      else return
    }
  }
}

function differencesOf(
  { entries, run }: PastConversation,
  replay: Replay | undefined,
  { scenario_id }: ReplayRules,
): ReplayDifference[] {
  const ranThis = run?.scenario_id === scenario_id
  const wasHandedOver = entries.some(({ kind }) => kind === 'hand_over')
  if (!replay) return ranThis ? ['would_not_start'] : []
  const differences: ReplayDifference[] = []
  if (!run) differences.push('would_start')
  else if (!ranThis) differences.push('other_scenario')
  else if (JSON.stringify(run.path) !== JSON.stringify(replay.state.path)) differences.push('other_path')
  const isHandedOver = replay.state.status === 'handed_over' || replay.state.status === 'failed'
  if (wasHandedOver && !isHandedOver) differences.push('hand_over_avoided')
  if (!wasHandedOver && isHandedOver) differences.push('hand_over_added')
  return differences
}

export function replayConversation(flow: Flow, past: PastConversation, rules: ReplayRules): ReplayResult {
  const replay = new Player(flow, past, rules).play()
  return {
    conversation_id: past.id,
    conversation_number: past.number,
    start_seq: replay?.start_seq ?? null,
    status: replay?.state.status ?? null,
    path: replay?.state.path ?? [],
    assumes_responses: replay?.assumes_responses ?? false,
    differences: differencesOf(past, replay, rules),
  }
}
