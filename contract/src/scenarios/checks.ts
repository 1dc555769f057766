import type { FieldErrors } from '../api.ts'
import { hasReversedLimits, invalidLimits } from './answer-limits.ts'
import type { Flow, Step, StepOf } from './flow.ts'
import { scenarioContactFields, scenarioConversationFields } from './flow.ts'
import { placeholdersOf, secretOf } from './placeholders.ts'
import { findRequestProblems, requestProblemCodes } from './request-checks.ts'
import {
  conditionReferences,
  missingInConditions,
  type Reference,
  type ReferenceKind,
} from './steps/step-type.ts'
import { stepTypeOf, writtenTexts } from './steps/step-types.ts'
import { isPageTrigger } from './triggers.ts'

export { urlsOf } from './request-checks.ts'

/*
 * What a flow must not have when it is published. The editor shows it while the flow is designed.
 */

export const flowProblemCodes = [
  'start_missing',
  'step_unreachable',
  'edge_open',
  'step_unknown',
  'text_missing',
  'step_empty',
  'variable_unknown',
  'field_unknown',
  'tag_unknown',
  'team_unknown',
  'not_a_member',
  'scenario_unknown',
  'image_unknown',
  /** A step writes to HubSpot, or a condition reads a property of it, and it isn't connected. */
  'hubspot_not_connected',
  /** HubSpot is connected without access to tickets. */
  'hubspot_tickets_denied',
  /** A condition reads a property that isn't chosen in the settings. */
  'hubspot_property_not_chosen',
  /** A step asks the assistant, which has nothing to answer from. */
  'content_missing',
  /** A limit of an answer isn't a number or a day. */
  'limit_invalid',
  /** The minimum of an answer is above its maximum. */
  'limits_reversed',
  ...requestProblemCodes,
  /** A cycle in which no step waits for the customer or a time. */
  'loop_endless',
] as const
export interface FlowProblem {
  code: (typeof flowProblemCodes)[number]
  /** Absent for problems of the flow as a whole. */
  step_id?: string
  /** Within the step, or within the flow: `text.sk`, `buttons.0.next`, `trigger.words`. */
  path?: string
}
/** The step works, but only by its other edges until content is added. */
const advice: readonly FlowProblem['code'][] = ['content_missing']
export const blocksPublishing = ({ code }: FlowProblem): boolean => !advice.includes(code)
/** Ids of everything in the workspace that a flow can refer to. */
export interface FlowReferences {
  tag_ids: ReadonlySet<string>
  team_ids: ReadonlySet<string>
  member_ids: ReadonlySet<string>
  /** Scenarios that can be started: published ones. */
  scenario_ids: ReadonlySet<string>
  /** Of images that can be shown. */
  image_ids: ReadonlySet<string>
  /** Of custom fields. */
  contact_field_ids: ReadonlySet<string>
  conversation_field_ids: ReadonlySet<string>
  /** Names of secrets, with the origin that each is sent to. */
  secrets: ReadonlyMap<string, string>
  /** Whether the assistant has something to answer from. */
  has_content: boolean
  hubspot: HubspotReferences
}
/** What the checks before publishing need to know. */
export interface PublishingFacts extends FlowReferences {
  /** URLs in the flow that the server sends nothing to. */
  blocked_urls: ReadonlySet<string>
}
export interface HubspotReferences {
  is_connected: boolean
  has_ticket_access: boolean
  /** Names of the chosen properties. */
  properties: ReadonlySet<string>
}

type Found = Omit<FlowProblem, 'step_id'>

const edgesOf = (step: Step) => stepTypeOf(step).edges(step)

function findReachable({ steps, start_step_id }: Flow): Set<string> {
  const byId = new Map(steps.map((step) => [step.id, step]))
  const reached = new Set<string>()
  const queue = [start_step_id]
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    const step = id === null ? undefined : byId.get(id)
    if (!step || reached.has(step.id)) continue
    reached.add(step.id)
    queue.push(...edgesOf(step).map(({ to }) => to))
  }
  return reached
}
const findOpenEdges = (step: Step, ids: ReadonlySet<string>): Found[] =>
  edgesOf(step).flatMap(({ path, to, is_optional }): Found[] => {
    if (to === null) return is_optional ? [] : [{ code: 'edge_open', path }]
    return ids.has(to) ? [] : [{ code: 'step_unknown', path }]
  })

/** A step of each cycle without a waiting step: the one that the cycle returns to. */
function findEndlessLoops({ steps }: Flow): FlowProblem[] {
  const moving = new Map(
    steps.filter((step) => !stepTypeOf(step).waits?.(step)).map((step) => [step.id, step]),
  )
  const state = new Map<string, 'open' | 'done'>()
  const found = new Set<string>()
  const visit = (step: Step) => {
    state.set(step.id, 'open')
    for (const { to } of edgesOf(step)) {
      const next = to === null ? undefined : moving.get(to)
      if (next && state.get(next.id) === 'open') found.add(next.id)
      if (next && !state.has(next.id)) visit(next)
    }
    state.set(step.id, 'done')
  }
  for (const step of moving.values()) if (!state.has(step.id)) visit(step)
  return [...found].map((step_id) => ({ code: 'loop_endless', step_id }))
}

function findMissingTexts(step: Step, { locales }: Flow): Found[] {
  const texts = stepTypeOf(step).texts?.(step) ?? []
  return texts.flatMap(({ path, text }) =>
    locales
      .filter((locale) => !text[locale]?.trim())
      .map((locale): Found => ({ code: 'text_missing', path: `${path}.${locale}` })),
  )
}
function findUnknownPlaceholders(step: Step, variables: ReadonlySet<string>): Found[] {
  const isKnown = (name: string) =>
    name === 'contact.name' ||
    name === 'contact.email' ||
    variables.has(name) ||
    // See `findRequestProblems`.
    secretOf(name) !== undefined
  return writtenTexts(step)
    .filter(({ text }) => !placeholdersOf(text).every(isKnown))
    .map(({ path }) => ({ code: 'variable_unknown', path }))
}

const isIn = (options: readonly string[], name: string) => options.includes(name)
const referenceTests: Record<
  ReferenceKind,
  {
    code: FlowProblem['code'] | ((known: FlowReferences) => FlowProblem['code'])
    isKnown(name: string, known: FlowReferences, variables: ReadonlySet<string>): boolean
  }
> = {
  variable: { code: 'variable_unknown', isKnown: (name, _, variables) => variables.has(name) },
  contact_field: {
    code: 'field_unknown',
    isKnown: (name, { contact_field_ids }) =>
      isIn(scenarioContactFields, name) || contact_field_ids.has(name),
  },
  hubspot_property: {
    code: ({ hubspot }) => (hubspot.is_connected ? 'hubspot_property_not_chosen' : 'hubspot_not_connected'),
    isKnown: (name, { hubspot }) => hubspot.properties.has(name),
  },
  conversation_field: {
    code: 'field_unknown',
    isKnown: (name, { conversation_field_ids }) =>
      isIn(scenarioConversationFields, name) || conversation_field_ids.has(name),
  },
  conversation_custom_field: {
    code: 'field_unknown',
    isKnown: (name, { conversation_field_ids }) => conversation_field_ids.has(name),
  },
  tag: { code: 'tag_unknown', isKnown: (id, { tag_ids }) => tag_ids.has(id) },
  team: { code: 'team_unknown', isKnown: (id, { team_ids }) => team_ids.has(id) },
  member: { code: 'not_a_member', isKnown: (id, { member_ids }) => member_ids.has(id) },
  scenario: { code: 'scenario_unknown', isKnown: (id, { scenario_ids }) => scenario_ids.has(id) },
  image: { code: 'image_unknown', isKnown: (id, { image_ids }) => image_ids.has(id) },
}
function codeOf(kind: ReferenceKind, known: FlowReferences): FlowProblem['code'] {
  const { code } = referenceTests[kind]
  return typeof code === 'string' ? code : code(known)
}
const findUnknown = (
  references: readonly Reference[],
  known: FlowReferences,
  variables: ReadonlySet<string>,
): Found[] =>
  references
    .filter(({ kind, name }) => !referenceTests[kind].isKnown(name, known, variables))
    .map(({ kind, path }) => ({ code: codeOf(kind, known), path }))

/** The content or the connection that a step needs and the workspace doesn't have. */
function findMissingPrerequisite(step: Step, { hubspot, has_content }: FlowReferences): Found[] {
  if (step.kind === 'assistant' && !has_content) return [{ code: 'content_missing' }]
  const { needs } = stepTypeOf(step)
  if (!needs) return []
  if (!hubspot.is_connected) return [{ code: 'hubspot_not_connected' }]
  return needs === 'hubspot_tickets' && !hubspot.has_ticket_access ? [{ code: 'hubspot_tickets_denied' }] : []
}

function findBadLimits(step: Step): Found[] {
  if (step.kind !== 'question') return []
  const invalid = invalidLimits(step)
  if (invalid.length === 0 && hasReversedLimits(step))
    return [{ code: 'limits_reversed', path: 'limits.max' }]
  return invalid.map((name) => ({ code: 'limit_invalid', path: `limits.${name}` }))
}

/**
 * The cases of a branch that a run read. If several lead to the step that followed, the run may have taken any of
 * them: reporting a condition that wasn't read is better than hiding one that was.
 */
function casesRead({ cases, otherwise }: StepOf<'branch'>, next: string | undefined) {
  const lastIndex = next === otherwise ? -1 : cases.findLastIndex((each) => each.next === next)
  return lastIndex < 0 ? cases : cases.slice(0, lastIndex + 1)
}
/** Variables belong to the flow itself, and built-in fields to every workspace. */
const isPermanent = ({ kind, name }: Reference): boolean =>
  kind === 'variable' ||
  (kind === 'contact_field' && isIn(scenarioContactFields, name)) ||
  (kind === 'conversation_field' && isIn(scenarioConversationFields, name))
/**
 * What a branch read that the workspace may no longer have.
 *
 * @param next the step that the run continued with
 */
export const deletableInBranch = (step: StepOf<'branch'>, next: string | undefined): Reference[] =>
  casesRead(step, next)
    .flatMap((each) => conditionReferences(each, 'conditions'))
    .filter((reference) => !isPermanent(reference))
export const findDeleted = (
  references: readonly Reference[],
  known: FlowReferences,
): FlowProblem['code'][] => [...new Set(findUnknown(references, known, new Set()).map(({ code }) => code))]

/** Parts of the trigger that it can't do without. */
function findEmptyTriggerFields({ trigger }: Flow): FlowProblem[] {
  const isEmpty = {
    'trigger.words':
      trigger.kind === 'message' &&
      [trigger.words, trigger.patterns, trigger.examples].every((list) => !list?.length),
    'trigger.page.value':
      isPageTrigger(trigger) && trigger.page.match !== 'any' && !trigger.page.value.trim(),
    'trigger.name': trigger.kind === 'custom_event' && !trigger.name.trim(),
  }
  return Object.entries(isEmpty).flatMap(([path, is]) => (is ? [{ code: 'step_empty' as const, path }] : []))
}
function findAudienceProblems({ audience }: Flow, known: FlowReferences): FlowProblem[] {
  const lists = [
    { path: 'audience.conditions', list: audience, isGroup: false },
    ...(audience.groups ?? []).map((list, index) => ({
      path: `audience.groups.${index}.conditions`,
      list,
      isGroup: true,
    })),
  ]
  return lists.flatMap(({ path, list, isGroup }): FlowProblem[] => [
    ...(isGroup && list.conditions.length === 0 ? [{ code: 'step_empty' as const, path }] : []),
    ...missingInConditions(list, path).map((each) => ({ code: 'step_empty' as const, path: each })),
    // A run that starts has no variables yet.
    ...findUnknown(conditionReferences(list, path), known, new Set()),
  ])
}
function findFlowProblems(flow: Flow, known: FlowReferences, ids: ReadonlySet<string>): FlowProblem[] {
  const { start_step_id, goal_step_id } = flow
  const hasStart = start_step_id !== null && ids.has(start_step_id)
  return [
    ...(hasStart ? [] : [{ code: 'start_missing' as const, path: 'start_step_id' }]),
    ...(goal_step_id && !ids.has(goal_step_id)
      ? [{ code: 'step_unknown' as const, path: 'goal_step_id' }]
      : []),
    ...findEmptyTriggerFields(flow),
    ...findAudienceProblems(flow, known),
  ]
}
function findStepProblems(flow: Flow, step: Step, known: PublishingFacts, ids: ReadonlySet<string>): Found[] {
  const variables = new Set(flow.variables.map(({ name }) => name))
  const type = stepTypeOf(step)
  return [
    ...findMissingPrerequisite(step, known),
    ...(type.missing?.(step) ?? []).map((path): Found => ({ code: 'step_empty', path })),
    ...findMissingTexts(step, flow),
    ...findOpenEdges(step, ids),
    ...findUnknown(type.references?.(step) ?? [], known, variables),
    ...findUnknownPlaceholders(step, variables),
    ...findBadLimits(step),
    ...findRequestProblems(step, known),
  ]
}

/**
 * Finds everything that keeps a flow from being published, or a step from working; problems of the flow first, then in the order of its
 * steps.
 */
export function findProblems(flow: Flow, known: PublishingFacts): FlowProblem[] {
  const ids = new Set(flow.steps.map(({ id }) => id))
  const reachable = findReachable(flow)
  return [
    ...findFlowProblems(flow, known, ids),
    ...flow.steps.flatMap((step): FlowProblem[] => [
      ...(reachable.has(step.id) ? [] : [{ code: 'step_unreachable' as const, step_id: step.id }]),
      ...findStepProblems(flow, step, known, ids).map((problem) => ({ ...problem, step_id: step.id })),
    ]),
    ...findEndlessLoops(flow),
  ]
}

/** Problems as the errors of a request: `flow.trigger.words`, `flow.steps.{step_id}.text.sk`. */
export function problemErrors(problems: readonly FlowProblem[]): FieldErrors {
  const errors = new Map<string, string[]>()
  for (const { code, step_id, path } of problems) {
    const key = ['flow', ...(step_id === undefined ? [] : ['steps', step_id]), ...(path ? [path] : [])].join(
      '.',
    )
    errors.set(key, [...(errors.get(key) ?? []), code])
  }
  return Object.fromEntries(errors)
}
