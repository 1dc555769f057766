import * as z from 'zod/mini'
import { Locale } from '../fields.schema.ts'
import { locales } from '../fields.ts'
import { flowStepsMax, flowVariablesMax } from './flow.ts'
import { FlowId, Edge, areUnique, FlowVariable, FlowAudience } from './flow-values.schema.ts'
import { Step } from './steps/steps.schema.ts'
import { ScenarioTrigger } from './triggers.schema.ts'

/*
 * A draft can be saved at any time, so the schema accepts empty texts and open edges. `findProblems` finds what a
 * published flow must not have.
 */

export const Flow = z.object({
  trigger: ScenarioTrigger,
  /** Who the scenario is for. */
  audience: z._default(FlowAudience, { match: 'all', conditions: [] }),
  /** The first one is the fallback. */
  locales: z
    .array(Locale)
    .check(
      z.minLength(1, 'language_needed'),
      z.maxLength(locales.length),
      z.refine(areUnique, 'choice_invalid'),
    ),
  variables: z._default(
    z.array(FlowVariable).check(
      z.maxLength(flowVariablesMax),
      z.refine((variables) => areUnique(variables.map(({ name }) => name)), 'name_taken'),
    ),
    [],
  ),
  start_step_id: Edge,
  /** The goal is reached when a run enters this step. */
  goal_step_id: z.optional(z.nullable(FlowId)),
  steps: z._default(
    z.array(Step).check(
      z.maxLength(flowStepsMax),
      z.refine((steps) => areUnique(steps.map(({ id }) => id)), 'id_reused'),
    ),
    [],
  ),
})
export type Flow = z.infer<typeof Flow>
