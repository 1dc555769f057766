import { dayAt, isOpenAt } from '../hours/intervals.ts'
import type { Schedule } from '../hours/hours.ts'
import { advance, isLiveRun, type RunContext, type RunInput, type RunState } from './engine.ts'
import type { Flow } from './flow.ts'
import type { CaseCheck, CaseInput, ScenarioCase } from './cases.schema.ts'

export type { CaseCheck, CaseInput, ScenarioCase } from './cases.schema.ts'

/*
 * Saved test conversations: what the customer and the world did, and what a flow must make of it.
 */

type Runnable = Pick<ScenarioCase, 'id' | 'persona' | 'inputs' | 'checks'>
export interface CaseResult {
  state: RunState
  /** Everything that the customer was sent. */
  texts: string[]
  /** The failed checks. */
  failed: CaseCheck[]
}

/** A response body as a live run reads it. */
function readBody(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}
const toInput = (input: CaseInput): RunInput =>
  input.kind === 'http_result' ? { ...input, body: readBody(input.body) } : input

/** Whether a check holds. Texts are compared without regard to case. */
function holds(check: CaseCheck, { status, path }: RunState, texts: readonly string[]): boolean {
  switch (check.kind) {
    case 'status':
      return status === check.status
    case 'path':
      return JSON.stringify(path) === JSON.stringify(check.step_ids)
    case 'says':
      return texts.some((text) => text.toLowerCase().includes(check.text.toLowerCase()))
  }
}

/** What surrounds a test at a moment. @param now ISO 8601 */
export function testContext(
  { name, email, page, locale, is_open }: Omit<ScenarioCase['persona'], 'now'>,
  schedule: Schedule,
  now: string,
): Omit<RunContext, 'run_id'> {
  const at = Date.parse(now)
  return {
    now,
    locale,
    page,
    is_open: is_open ?? isOpenAt(schedule, at),
    today: dayAt(schedule, at),
    contact: { name: name || null, email: email || null, phone: null, company: null },
    conversation: { priority: 'none', tag: [], team: null },
  }
}

/**
 * Runs a case with the engine of live runs. The case's id decides the arms of splits, so that it always takes the
 * same ones.
 */
export function runCase(
  flow: Flow,
  { id, persona, inputs, checks }: Runnable,
  schedule: Schedule,
): CaseResult {
  let state: RunState | null = null
  let { now } = persona
  const texts: string[] = []
  for (const input of inputs) {
    if (state && !isLiveRun(state)) break
    if (input.kind === 'timer' && state?.waiting_until) now = state.waiting_until
    const result: ReturnType<typeof advance> = advance(flow, state, toInput(input), {
      run_id: id,
      ...testContext(persona, schedule, now),
    })
    state = result.state
    for (const effect of result.effects) if (effect.kind === 'send') texts.push(effect.text)
  }
  // The schema asks for at least one input.
  if (!state) throw new Error('A case needs an input')
  const last = state
  return { state: last, texts, failed: checks.filter((check) => !holds(check, last, texts)) }
}
