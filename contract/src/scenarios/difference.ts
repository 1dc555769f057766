import type { Flow, FlowVariable, Step, StepKind } from './flow.ts'

/*
 * The changes between two flows, as data that a screen puts into words. Places on the canvas don't count.
 */

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }
export interface FieldChange {
  /** Such as `text.en`, `next` or `buttons.{id}.text.sk`: items are named by their ids. */
  path: string
  /** Undefined: it wasn't there. */
  before: Json | undefined
  /** Undefined: it was removed. */
  after: Json | undefined
}
interface NamedStep {
  step_id: string
  step_kind: StepKind
  title: string
}
export type FlowChange =
  | { kind: 'trigger' | 'audience' | 'start_step' | 'goal_step'; fields: FieldChange[] }
  | { kind: 'locales'; before: Flow['locales']; after: Flow['locales'] }
  | { kind: 'variable_added' | 'variable_removed' | 'variable_changed'; variable: FlowVariable }
  | ({ kind: 'step_added' | 'step_removed' } & NamedStep)
  | ({ kind: 'step_changed'; fields: FieldChange[] } & NamedStep)

type Items = readonly { readonly [name: string]: Json }[]
const isObject = (value: Json | undefined): value is { readonly [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const hasIds = (value: Json | undefined): value is Items =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((item) => isObject(item) && typeof item['id'] === 'string')
const byId = (items: Items) => Object.fromEntries(items.map((item) => [String(item['id']), item]))
const isEqual = (before: Json | undefined, after: Json | undefined) =>
  JSON.stringify(before) === JSON.stringify(after)
const orderOf = (items: Items, others: Items) =>
  items.map(({ id }) => id ?? null).filter((id) => others.some((other) => other['id'] === id))

function changesOf(before: Json | undefined, after: Json | undefined, path: string): FieldChange[] {
  if (isEqual(before, after)) return []
  if (hasIds(before) && hasIds(after)) {
    const order = [orderOf(before, after), orderOf(after, before)] as const
    return [
      ...changesOf(byId(before), byId(after), path),
      ...(isEqual(...order) ? [] : [{ path, before: order[0], after: order[1] }]),
    ]
  }
  if (!isObject(before) || !isObject(after)) return [{ path, before, after }]
  const own = (value: { readonly [name: string]: Json }, name: string) =>
    Object.hasOwn(value, name) ? value[name] : undefined
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) =>
    changesOf(own(before, name), own(after, name), path ? `${path}.${name}` : name),
  )
}
// Flows are plain JSON; their types only have optional fields in addition.
const fieldChanges = (before: object, after: object) => changesOf(before as Json, after as Json, '')

const nameStep = ({ id, kind, title }: Step): NamedStep => ({ step_id: id, step_kind: kind, title })
const withoutPosition = ({ position: _, ...step }: Step) => step

function stepChanges(before: readonly Step[], after: readonly Step[]): FlowChange[] {
  const previous = new Map(before.map((step) => [step.id, step]))
  const next = new Map(after.map((step) => [step.id, step]))
  const isSame = (step: Step, other: Step | undefined) => other?.kind === step.kind
  return [
    ...before
      .filter((step) => !isSame(step, next.get(step.id)))
      .map((step) => ({ kind: 'step_removed' as const, ...nameStep(step) })),
    ...after.flatMap((step): FlowChange[] => {
      const old = previous.get(step.id)
      if (!old || !isSame(step, old)) return [{ kind: 'step_added', ...nameStep(step) }]
      const fields = fieldChanges(withoutPosition(old), withoutPosition(step))
      return fields.length > 0 ? [{ kind: 'step_changed', ...nameStep(step), fields }] : []
    }),
  ]
}
function variableChanges(before: readonly FlowVariable[], after: readonly FlowVariable[]): FlowChange[] {
  const find = (list: readonly FlowVariable[], { name }: FlowVariable) =>
    list.find((variable) => variable.name === name)
  return [
    ...before
      .filter((variable) => !find(after, variable))
      .map((variable) => ({ kind: 'variable_removed' as const, variable })),
    ...after.flatMap((variable): FlowChange[] => {
      const old = find(before, variable)
      if (!old) return [{ kind: 'variable_added', variable }]
      return old.type === variable.type ? [] : [{ kind: 'variable_changed', variable }]
    }),
  ]
}

/** Groups by id, since their order doesn't matter. */
const withGroupsById = ({ groups = [], ...audience }: Flow['audience']) => ({
  ...audience,
  groups: Object.fromEntries(groups.map((group) => [group.id, group])),
})

/** What publishing `after` in place of `before` changes: the flow as a whole first, then its steps. */
export function flowChanges(before: Flow, after: Flow): FlowChange[] {
  const part = (
    kind: 'trigger' | 'audience' | 'start_step' | 'goal_step',
    fields: FieldChange[],
  ): FlowChange[] => (fields.length > 0 ? [{ kind, fields }] : [])
  const { locales } = after
  return [
    ...part('trigger', fieldChanges(before.trigger, after.trigger)),
    ...part('audience', fieldChanges(withGroupsById(before.audience), withGroupsById(after.audience))),
    ...(isEqual(before.locales, locales)
      ? []
      : [{ kind: 'locales' as const, before: before.locales, after: locales }]),
    ...variableChanges(before.variables, after.variables),
    ...part(
      'start_step',
      fieldChanges({ start_step_id: before.start_step_id }, { start_step_id: after.start_step_id }),
    ),
    ...part(
      'goal_step',
      fieldChanges(
        { goal_step_id: before.goal_step_id ?? null },
        { goal_step_id: after.goal_step_id ?? null },
      ),
    ),
    ...stepChanges(before.steps, after.steps),
  ]
}
