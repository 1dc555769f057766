import * as z from 'zod/mini'
import { text } from '../fields.schema.ts'
import { hubspotPropertyCharsMax } from '../hubspot/hubspot.ts'
import {
  audienceGroupsMax,
  conditionSubjects,
  flowConditionsMax,
  flowOperators,
  hubspotFieldStart,
  stepButtonCharsMax,
  stepTextCharsMax,
  stepTitleCharsMax,
  variableTypes,
} from './flow.ts'

/** Id of a step, button, choice, case or arm: a short name or a UUID. Never starts with an underscore. */
export const FlowId = z.string().check(z.regex(/^[A-Za-z0-9][\w-]{0,39}$/, 'id_invalid'))
const VariableName = z.string().check(z.regex(/^[A-Za-z]\w{0,39}$/, 'variable_name_invalid'))
/** The step that follows; null if none is connected. */
export const Edge = z._default(z.nullable(FlowId), null)
/** Name of a variable or field; empty until one is chosen. */
export const Name = z._default(text(0, 40), '')

export const areUnique = (names: readonly string[]) => new Set(names).size === names.length

export const flowText = (maximum: number) =>
  z._default(z.object({ en: z.optional(text(0, maximum)), sk: z.optional(text(0, maximum)) }), {})
/** A text in the flow's locales. `{{name}}` inserts a variable, `contact.name` or `contact.email`. */
export const FlowText = flowText(stepTextCharsMax)
export type FlowText = z.infer<typeof FlowText>
export const Label = flowText(stepButtonCharsMax)

export const FlowVariable = z.object({ name: VariableName, type: z.enum(variableTypes) })
export type FlowVariable = z.infer<typeof FlowVariable>

/**
 * `name` is a variable, a built-in field, the id of a custom field, or `hubspot.` and the name of a property; empty for
 * `page`, `locale`, `hours` and `date`.
 * `value` is `open` or `closed` for `hours`, `2026-12-24` for `date`, and an id for `tag` and `team`.
 */
export const FlowCondition = z.object({
  subject: z.enum(conditionSubjects),
  name: z._default(text(0, hubspotFieldStart.length + hubspotPropertyCharsMax), ''),
  operator: z.enum(flowOperators),
  value: z._default(text(0, 200), ''),
})
export type FlowCondition = z.infer<typeof FlowCondition>
/** Without a condition it always holds. */
export const FlowConditions = z.object({
  match: z._default(z.enum(['all', 'any']), 'all'),
  conditions: z._default(z.array(FlowCondition).check(z.maxLength(flowConditionsMax)), []),
})
export type FlowConditions = z.infer<typeof FlowConditions>
const AudienceGroup = z.extend(FlowConditions, { id: FlowId })
/** `match` joins the conditions and the groups. */
export const FlowAudience = z.extend(FlowConditions, {
  /** Up to `audienceGroupsMax`, none of them empty when the flow is published. Omitted: no groups. */
  groups: z.optional(
    z.array(AudienceGroup).check(
      z.maxLength(audienceGroupsMax),
      z.refine((groups) => areUnique(groups.map(({ id }) => id)), 'id_reused'),
    ),
  ),
})
export type FlowAudience = z.infer<typeof FlowAudience>

const coordinate = z.number().check(z.gte(-1_000_000), z.lte(1_000_000))
/** Fields of every step. `position` is its place on the canvas. */
export const stepBase = {
  id: FlowId,
  title: z._default(text(0, stepTitleCharsMax), ''),
  position: z._default(z.object({ x: coordinate, y: coordinate }), { x: 0, y: 0 }),
}
