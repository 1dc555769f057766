import type { StepKind, StepOf } from '../flow.ts'
import { addTags, assign, note, setField, setPriority } from './action-steps.ts'
import { buttons, message, question } from './customer-steps.ts'
import { assistant, httpRequest } from './request-steps.ts'
import { branch, end, goTo, handOver, runScenario, split, wait } from './routing-steps.ts'
import type { StepType } from './step-type.ts'

/** The only place where kinds of steps are registered. */
const stepTypes: { [K in StepKind]: StepType<StepOf<K>> } = {
  message,
  buttons,
  question,
  branch,
  split,
  wait,
  assistant,
  set_field: setField,
  add_tags: addTags,
  set_priority: setPriority,
  assign,
  note,
  hand_over: handOver,
  http_request: httpRequest,
  go_to: goTo,
  run_scenario: runScenario,
  end,
}
export const stepTypeOf = ({ kind }: { kind: StepKind }): StepType => stepTypes[kind]
