import * as z from 'zod/mini'
import { Id, Time } from '../fields.schema.ts'

/** The run of a scenario that replies in a conversation, and its current step as in `ScenarioRun`. */
export const ActiveScenario = z.object({
  id: Id,
  scenario_name: z.string(),
  step_number: z.nullable(z.int()),
  step_title: z.string(),
  started_at: Time,
  version: z.int(),
})
export type ActiveScenario = z.infer<typeof ActiveScenario>
