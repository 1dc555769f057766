import type { Step, StepKind, StepOf } from '../flow.ts'
import { addTags, assign, emailTeam, note, setField, setPriority } from './action-steps.ts'
import { cards } from './cards-step.ts'
import { buttons, message, question, rate } from './customer-steps.ts'
import { form } from './form-step.ts'
import { hubspotContact, hubspotTicket } from './hubspot-steps.ts'
import { assistant, httpRequest } from './request-steps.ts'
import { branch, end, goTo, handOver, runScenario, split, wait } from './routing-steps.ts'
import type { StepType } from './step-type.ts'

/** The only place where kinds of steps are registered. */
const stepTypes: { [K in StepKind]: StepType<StepOf<K>> } = {
  message,
  buttons,
  cards,
  question,
  form,
  rate,
  branch,
  split,
  wait,
  assistant,
  set_field: setField,
  add_tags: addTags,
  set_priority: setPriority,
  assign,
  note,
  email_team: emailTeam,
  hand_over: handOver,
  http_request: httpRequest,
  hubspot_contact: hubspotContact,
  hubspot_ticket: hubspotTicket,
  go_to: goTo,
  run_scenario: runScenario,
  end,
}
export const stepTypeOf = ({ kind }: { kind: StepKind }): StepType => stepTypes[kind]

/** Everything written in a step in which placeholders are filled, by its path: `text.sk`, `url`. */
export function writtenTexts(step: Step): { path: string; text: string }[] {
  const { texts, templates } = stepTypeOf(step)
  const inLocales = (texts?.(step) ?? []).flatMap(({ path, text }) =>
    Object.entries(text).map(([locale, part]) => ({ path: `${path}.${locale}`, text: part ?? '' })),
  )
  return [...inLocales, ...(templates?.(step) ?? [])]
}
