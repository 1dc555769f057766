import * as z from 'zod/mini'
import { Id, text } from '../../fields.schema.ts'
import { stepArmsMax, stepCasesMax, stepWaitMax_min } from '../flow.ts'
import { FlowId, Edge, FlowConditions, stepBase } from '../flow-values.schema.ts'

const Case = z.extend(FlowConditions, { id: FlowId, next: Edge })
/** Its share of the runs is `weight` divided by the sum of all weights. */
const Arm = z.object({ id: FlowId, weight: z.int().check(z.gte(1), z.lte(100)), next: Edge })
/** Continues at the first case whose conditions hold. */
export const BranchStep = z.object({
  ...stepBase,
  kind: z.literal('branch'),
  cases: z._default(z.array(Case).check(z.maxLength(stepCasesMax)), []),
  otherwise: Edge,
})
export const SplitStep = z.object({
  ...stepBase,
  kind: z.literal('split'),
  arms: z._default(z.array(Arm).check(z.maxLength(stepArmsMax)), []),
})
export const WaitStep = z.object({
  ...stepBase,
  kind: z.literal('wait'),
  minutes: z._default(z.int().check(z.gte(1), z.lte(stepWaitMax_min)), 5),
  next: Edge,
  /** The next step if the customer writes first; null continues at `next`. */
  on_message: Edge,
})
export const HandOverStep = z.object({
  ...stepBase,
  kind: z.literal('hand_over'),
  /** Visible to the team only. */
  reason: z._default(text(0, 300), ''),
})
export const GoToStep = z.object({ ...stepBase, kind: z.literal('go_to'), to: Edge })
/** Ends this run and starts the other scenario. */
export const RunScenarioStep = z.object({
  ...stepBase,
  kind: z.literal('run_scenario'),
  scenario_id: z._default(z.nullable(Id), null),
})
export const EndStep = z.object({
  ...stepBase,
  kind: z.literal('end'),
  resolve: z._default(z.boolean(), false),
})
