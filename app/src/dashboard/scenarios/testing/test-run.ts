import {
  type CaseInput,
  caseInputsMax,
  caseTextCharsMax,
  type Flow,
  httpBodyCharsMax,
  type Locale,
  type MessageFormField,
  type Schedule,
  type SimulatedInput,
} from '@ozvi/contract'
import { atLocalTime } from '@ozvi/contract/opening-intervals'
import { testContext } from '@ozvi/contract/scenario-cases'
import { formText, readForm } from '@ozvi/contract/scenario-forms'
import { advance, type Effect, isLiveRun, type RunInput, type RunState } from '@ozvi/contract/scenario-engine'

/*
 * A run in the editor: the engine of live runs, in this browser. Nothing is sent and nothing is changed.
 */

export interface TestSettings {
  name: string
  email: string
  page: string
  locale: Locale
  /** Null: follows the opening hours at the time in the test. */
  is_open: boolean | null
  /** ISO 8601, UTC. */
  now: string
}
/** The day and the time of day at which a test starts, in the time zone of the opening hours; empty: now. */
export interface TestClock {
  date: string
  time: string
}
const usualYear = /^\d{4}-/
/** A year of more than four digits, which a date field accepts, is ignored. */
export const testTime = (now: Date, { date, time }: TestClock, hours: Schedule): string =>
  new Date(
    atLocalTime(hours, now.getTime(), { date: usualYear.test(date) ? date : '', time: time.slice(0, 5) }),
  ).toISOString()
export type TestEntry = { sent_at: string } & (
  | { kind: 'customer'; text: string }
  /** The assistant’s, which isn’t asked in a test. */
  | { kind: 'answer' }
  | { kind: 'effect'; effect: Effect }
)
export interface TestRun {
  id: string
  hours: Schedule
  state: RunState | null
  log: readonly TestEntry[]
  /** Time in the test; waiting moves it. */
  now: string
  /** So far, for a saved test; undefined if one of them can't be saved. */
  inputs: readonly CaseInput[] | undefined
}

/** An input as it is saved; undefined for kinds that can't be. */
function toCaseInput(input: RunInput): CaseInput | undefined {
  switch (input.kind) {
    case 'started': {
      const { kind, text = '', wants_person = false } = input
      return { kind, text: text.slice(0, caseTextCharsMax), wants_person }
    }
    case 'message': {
      const { kind, text, wants_person = false, files } = input
      const saved = { kind, text: text.slice(0, caseTextCharsMax), wants_person }
      return files ? { ...saved, files: [...files] } : saved
    }
    case 'http_result': {
      const { kind, ok, status, body } = input
      const text = typeof body === 'string' ? body : JSON.stringify(body ?? null)
      return text.length > httpBodyCharsMax ? undefined : { kind, ok, status, body: text }
    }
    case 'assistant_result':
      return { kind: input.kind, outcome: input.outcome }
    case 'form':
      return { ...input, values: { ...input.values } }
    case 'button':
    case 'timer':
    case 'member_replied':
    case 'resumed':
      return input
    default:
      return undefined
  }
}

/** Feeds the run one input. @param text what the customer wrote or pressed, for the log */
export function advanceTest(
  test: TestRun,
  flow: Flow,
  settings: TestSettings,
  input: RunInput,
  text?: string,
): TestRun {
  const isTimer = input.kind === 'timer' && test.state?.waiting_until
  const now = isTimer ? (test.state?.waiting_until ?? test.now) : test.now
  const { state, effects } = advance(flow, test.state, input, {
    run_id: test.id,
    ...testContext(settings, test.hours, now),
  })
  const isAnswered = input.kind === 'assistant_result' && input.outcome === 'answered'
  const log: TestEntry[] = [
    ...test.log,
    ...(text ? [{ kind: 'customer' as const, text, sent_at: now }] : []),
    ...(isAnswered ? [{ kind: 'answer' as const, sent_at: now }] : []),
    ...effects.map((effect) => ({ kind: 'effect' as const, effect, sent_at: now })),
  ]
  const saved = toCaseInput(input)
  const inputs =
    test.inputs && saved && test.inputs.length < caseInputsMax ? [...test.inputs, saved] : undefined
  return { ...test, state, log, now, inputs }
}

/** Whether the trigger is a customer's message; others start a run before anything is written. */
export const startsWithMessage = ({ trigger: { kind } }: Flow): boolean =>
  kind === 'conversation_started' || kind === 'message' || kind === 'not_answered' || kind === 'outside_hours'
/** @param text the customer's first message; undefined if the trigger is something else */
export const startTest = (
  flow: Flow,
  settings: TestSettings,
  hours: Schedule,
  text: string | undefined,
): TestRun =>
  advanceTest(
    { id: crypto.randomUUID(), hours, state: null, log: [], now: settings.now, inputs: [] },
    flow,
    settings,
    text === undefined ? { kind: 'started' } : { kind: 'started', text },
    text,
  )

const lastSent = (log: TestRun['log'], step_id: string | null) =>
  log
    .flatMap((entry) =>
      entry.kind === 'effect' && entry.effect.kind === 'send' && entry.effect.step_id === step_id
        ? [entry.effect]
        : [],
    )
    .at(-1)
export const isRunning = ({ state }: TestRun): boolean => state !== null && isLiveRun(state)

/** The form that the run waits for. */
const formOf = ({ state, log }: TestRun): readonly MessageFormField[] =>
  lastSent(log, state?.step_id ?? null)?.form ?? []

/** Files of a message, and the characters of their names, that a saved test takes. */
const filesMax = 10
const fileNameCharsMax = 200

/** Feeds the run what the customer does in the chat. What follows the end of the run is only shown. */
export function receive(test: TestRun, flow: Flow, settings: TestSettings, done: SimulatedInput): TestRun {
  if (!isRunning(test)) {
    const text = done.kind === 'form' ? '' : done.text
    return text ? { ...test, log: [...test.log, { kind: 'customer', text, sent_at: test.now }] } : test
  }
  const step_id = test.state?.step_id ?? ''
  if (done.kind === 'button')
    return advanceTest(test, flow, settings, { kind: 'button', step_id, button_id: done.id }, done.text)
  if (done.kind === 'form') {
    const { values } = done
    const text = formText(readForm(formOf(test), values, settings.locale).answers) || '–'
    return advanceTest(test, flow, settings, { kind: 'form', step_id, values }, text)
  }
  const { kind, text, wants_person } = done
  const files = done.files.slice(0, filesMax).map((name) => name.slice(0, fileNameCharsMax))
  const input = { kind, text, wants_person, ...(files.length > 0 ? { files } : {}) }
  return advanceTest(test, flow, settings, input, text || files.join(', '))
}
