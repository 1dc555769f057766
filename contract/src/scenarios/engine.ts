import type { Flow, Step } from './flow.ts'
import {
  createRunState,
  type Effect,
  isLiveRun,
  type RunContext,
  type RunInput,
  type RunState,
  stepVisitsMax,
  turnStepsMax,
} from './run.ts'
import { stepTypeOf } from './steps/step-types.ts'
import { type Move, Turn } from './turn.ts'

/*
 * The engine of scenarios, for live runs and simulations. Pure and deterministic: the same arguments always give the
 * same result. It never throws for a flow that its schema accepts.
 */

const findStep = ({ flow }: Turn, id: string | null): Step | undefined =>
  id === null ? undefined : flow.steps.find((step) => step.id === id)

/** Enters steps until one waits or the run is over. */
function follow(turn: Turn, first: Move) {
  let move = first
  for (let entered = 0; move !== 'stay'; entered++) {
    Object.assign(turn.state, { awaiting: null, waiting_until: null })
    const step = findStep(turn, move.to)
    if (!step) move = turn.finish('completed')
    else if (entered >= turnStepsMax) move = turn.handOver('error', '', 'failed')
    else if (turn.visitsOf(step.id) >= stepVisitsMax) move = turn.handOver('loop')
    else {
      turn.enter(step)
      move = stepTypeOf(step).enter(step, turn)
    }
  }
}

function receiveAtStep(turn: Turn): Move {
  const step = findStep(turn, turn.state.step_id)
  // The state belongs to another flow.
  if (!step) return turn.handOver('error', '', 'failed')
  const { input } = turn
  if ('key' in input && input.key !== undefined && input.key !== turn.keyOf(step)) return 'stay'
  return stepTypeOf(step).receive?.(step, turn) ?? 'stay'
}
/** A paused run continues where the result leads when it is resumed. */
function receiveResult(turn: Turn): Move {
  const { state } = turn
  const isPaused = state.status === 'paused'
  const move = receiveAtStep(turn)
  if (!isPaused || move === 'stay') return move
  const step = findStep(turn, move.to)
  if (!step) return turn.finish('completed')
  Object.assign(state, { step_id: step.id, awaiting: null })
  return 'stay'
}
function resume(turn: Turn): Move {
  const { state } = turn
  const step = findStep(turn, state.step_id)
  if (!step) return turn.finish('completed')
  if (state.awaiting === null) return { to: step.id }
  if (state.awaiting === 'timer') return receiveAtStep(turn)
  // Asks again, without counting as another visit.
  return stepTypeOf(step).enter(step, turn)
}

type Receive = (turn: Turn) => Move
const unlessPaused =
  (receive: Receive): Receive =>
  (turn) =>
    turn.state.status === 'paused' ? 'stay' : receive(turn)
const unlessPersonWanted =
  (receive: Receive): Receive =>
  (turn) =>
    'wants_person' in turn.input && turn.input.wants_person === true
      ? turn.handOver('asked_for_human')
      : receive(turn)
const receivers: Record<Exclude<RunInput['kind'], 'started'>, Receive> = {
  message: unlessPersonWanted(unlessPaused(receiveAtStep)),
  button: unlessPaused(receiveAtStep),
  form: unlessPaused(receiveAtStep),
  timer: unlessPaused(receiveAtStep),
  assistant_result: receiveResult,
  http_result: receiveResult,
  member_replied: unlessPaused((turn) => {
    if (turn.state.awaiting === 'timer') turn.addEffect({ kind: 'cancel_timer' })
    turn.state.status = 'paused'
    return 'stay'
  }),
  resumed: (turn) => (turn.state.status === 'paused' ? resume(turn) : 'stay'),
  ended: (turn) => turn.finish('ended'),
}
const start = unlessPersonWanted(({ flow }) => ({ to: flow.start_step_id }))

function receive(turn: Turn): Move {
  const { state, input } = turn
  if (!isLiveRun(state)) return 'stay'
  const hasStarted = state.step_id !== null
  if (input.kind === 'started') return hasStarted ? 'stay' : start(turn)
  if (!hasStarted && input.kind !== 'ended') return 'stay'
  return receivers[input.kind](turn)
}

/**
 * Advances a run by one input.
 *
 * @param state as the last call returned it; null before `started`
 * @returns the new state, what the caller has to do, in this order, and the step of each of these effects
 */
export function advance(
  flow: Flow,
  state: RunState | null,
  input: RunInput,
  context: RunContext,
): { state: RunState; effects: Effect[]; step_ids: (string | null)[] } {
  const turn = new Turn(flow, state ?? createRunState(), input, context)
  follow(turn, receive(turn))
  const { effects, step_ids } = turn
  return { state: turn.state, effects, step_ids }
}

export * from './message-images.ts'
export * from './run.ts'
