import type { StepOf } from '../flow.ts'
import { isFulfilled } from '../flow-conditions.ts'
import type { Turn } from '../turn.ts'
import {
  conditionReferences,
  edge,
  edgesOf,
  missingInConditions,
  optionalEdge,
  type StepType,
} from './step-type.ts'

/*
 * Steps that decide where a run continues, when, or that it ends.
 */

export const branch: StepType<StepOf<'branch'>> = {
  edges: ({ cases, otherwise }) => [...edgesOf('cases', cases), edge('otherwise', otherwise)],
  references: ({ cases }) =>
    cases.flatMap((each, index) => conditionReferences(each, `cases.${index}.conditions`)),
  missing: ({ cases }) =>
    cases.length === 0
      ? ['cases']
      : cases.flatMap((each, index) =>
          each.conditions.length === 0
            ? [`cases.${index}.conditions`]
            : missingInConditions(each, `cases.${index}.conditions`),
        ),
  enter({ cases, otherwise }, turn) {
    const matchingCase = cases.find((each) => isFulfilled(each, turn.values))
    return { to: matchingCase ? matchingCase.next : otherwise }
  },
}

/** FNV-1a: the same run always gets the same arm. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  // The low bits of similar ids differ little; mix the high ones in.
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  return (value ^ (value >>> 13)) >>> 0
}
export const split: StepType<StepOf<'split'>> = {
  edges: ({ arms }) => edgesOf('arms', arms),
  missing: ({ arms }) => (arms.length < 2 ? ['arms'] : []),
  enter({ id, arms }, turn) {
    const sum = arms.reduce((total, { weight }) => total + weight, 0)
    let ticket = hash(`${turn.context.run_id}:${id}`) % Math.max(sum, 1)
    const arm = arms.find(({ weight }) => (ticket -= weight) < 0)
    if (arm) turn.state.arms = { ...turn.state.arms, [id]: arm.id }
    return { to: arm?.next ?? null }
  },
}

/** ISO 8601; an invalid time is returned unchanged. */
function addMinutes(time: string, minutes: number): string {
  const later = new Date(Date.parse(time) + minutes * 60_000)
  return Number.isNaN(later.getTime()) ? time : later.toISOString()
}
const isBefore = (time: string, other: string) => Date.parse(time) < Date.parse(other)
export const wait: StepType<StepOf<'wait'>> = {
  waits: () => true,
  edges: ({ next, on_message }) => [edge('next', next), optionalEdge('on_message', on_message)],
  enter({ minutes }, turn) {
    const at = addMinutes(turn.context.now, minutes)
    turn.state.waiting_until = at
    turn.addEffect({ kind: 'set_timer', at })
    return turn.wait('timer')
  },
  receive({ next, on_message }, turn) {
    const { input, state, context } = turn
    if (input.kind === 'message') {
      turn.addEffect({ kind: 'cancel_timer' })
      return { to: on_message ?? next }
    }
    if (input.kind !== 'timer' && input.kind !== 'resumed') return 'stay'
    if (state.waiting_until === null || !isBefore(context.now, state.waiting_until)) return { to: next }
    turn.addEffect({ kind: 'set_timer', at: state.waiting_until })
    return turn.wait('timer')
  },
}

export const goTo: StepType<StepOf<'go_to'>> = {
  edges: ({ to }) => [edge('to', to)],
  enter: ({ to }) => ({ to }),
}
export const runScenario: StepType<StepOf<'run_scenario'>> = {
  edges: () => [],
  references: ({ scenario_id }) =>
    scenario_id === null ? [] : [{ kind: 'scenario', name: scenario_id, path: 'scenario_id' }],
  missing: ({ scenario_id }) => (scenario_id === null ? ['scenario_id'] : []),
  enter({ scenario_id }, turn) {
    if (scenario_id !== null) turn.addEffect({ kind: 'run_scenario', scenario_id })
    return turn.finish('completed')
  },
}
export const handOver: StepType<StepOf<'hand_over'>> = {
  edges: () => [],
  templates: ({ reason }) => [{ path: 'reason', text: reason }],
  enter: ({ reason }, turn: Turn) => turn.handOver('rule', turn.render(reason, 1_000)),
}
export const end: StepType<StepOf<'end'>> = {
  edges: () => [],
  enter({ resolve }, turn) {
    if (resolve) turn.addEffect({ kind: 'resolve' })
    return turn.finish('completed')
  },
}
