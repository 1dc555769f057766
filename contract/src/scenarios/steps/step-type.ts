import { isDay } from '../../filters/condition-values.ts'
import type { FlowConditions, FlowImage, FlowText, SaveAs, Step } from '../flow.ts'
import { hubspotFieldStart } from '../flow.ts'
import type { Move, Turn } from '../turn.ts'

export interface StepEdge {
  /** Such as `next` or `buttons.0.next`. */
  path: string
  to: string | null
  /** Without it, the run has a default such as handing over. */
  is_optional: boolean
}
export type ReferenceKind =
  | 'variable'
  | 'contact_field'
  | 'hubspot_property'
  | 'conversation_field'
  /** A built-in field can't be set by its name. */
  | 'conversation_custom_field'
  | 'tag'
  | 'team'
  | 'member'
  | 'scenario'
  | 'image'
export interface Reference {
  kind: ReferenceKind
  name: string
  path: string
}
/** Everything that the engine, the checks and the editor know about one kind of step. */
export interface StepType<S extends Step = Step> {
  edges(step: S): StepEdge[]
  /** What the customer reads; each locale needs it. */
  texts?(step: S): { path: string; text: FlowText }[]
  /** Other texts in which placeholders are filled. */
  templates?(step: S): { path: string; text: string }[]
  references?(step: S): Reference[]
  /** Paths of empty fields that the step can't do without. */
  missing?(step: S): string[]
  /** The connection that the step writes with. */
  needs?: 'hubspot' | 'hubspot_tickets'
  /** Whether the run pauses here until the customer or a time continues it. */
  waits?(step: S): boolean
  enter(step: S, turn: Turn): Move
  receive?(step: S, turn: Turn): Move
}

/** The image of a step, if it has one. */
export const imageReference = (image: FlowImage | null | undefined, path: string): Reference[] =>
  image ? [{ kind: 'image', name: image.id, path }] : []
export const edge = (path: string, to: string | null): StepEdge => ({ path, to, is_optional: false })
export const optionalEdge = (path: string, to: string | null): StepEdge => ({ path, to, is_optional: true })
export const savedReferences = ({ variable, contact_field }: SaveAs, path: string): Reference[] => [
  ...(variable === null ? [] : [{ kind: 'variable' as const, name: variable, path: `${path}.variable` }]),
  ...(contact_field === null
    ? []
    : [{ kind: 'contact_field' as const, name: contact_field, path: `${path}.contact_field` }]),
]
/** The edges of buttons, cases and arms. */
export const edgesOf = (field: string, items: readonly { next: string | null }[]): StepEdge[] =>
  items.map(({ next }, index) => edge(`${field}.${index}.next`, next))

const contactReference = (name: string): Pick<Reference, 'kind' | 'name'> =>
  name.startsWith(hubspotFieldStart)
    ? { kind: 'hubspot_property', name: name.slice(hubspotFieldStart.length) }
    : { kind: 'contact_field', name }
export function conditionReferences({ conditions }: FlowConditions, path: string): Reference[] {
  return conditions.flatMap(({ subject, name, operator, value }, index): Reference[] => {
    const references: Reference[] = []
    const textPath = `${path}.${index}`
    if (name !== '') {
      if (subject === 'variable') references.push({ kind: 'variable', name, path: `${textPath}.name` })
      if (subject === 'contact') references.push({ ...contactReference(name), path: `${textPath}.name` })
      if (subject === 'conversation')
        references.push({ kind: 'conversation_field', name, path: `${textPath}.name` })
    }
    const hasId =
      subject === 'conversation' && (name === 'tag' || name === 'team') && operator.startsWith('is')
    if (hasId && value !== '') references.push({ kind: name, name: value, path: `${textPath}.value` })
    return references
  })
}
/** @returns paths of names and values without which conditions can't match; a date must be one */
export const missingInConditions = ({ conditions }: FlowConditions, path: string): string[] =>
  conditions.flatMap(({ subject, name, operator, value }, index) => {
    const isNamed = subject === 'variable' || subject === 'contact' || subject === 'conversation'
    const needsValue = operator !== 'is_set' && operator !== 'is_not_set'
    const hasValue = subject === 'date' ? isDay(value) : value !== ''
    return [
      ...(isNamed && name === '' ? [`${path}.${index}.name`] : []),
      ...(needsValue && !hasValue ? [`${path}.${index}.value`] : []),
    ]
  })
