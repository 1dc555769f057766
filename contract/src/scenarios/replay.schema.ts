import * as z from 'zod/mini'
import { Nothing, queryInt, schemas } from '../api.schema.ts'
import { Id, Time } from '../fields.schema.ts'
import {
  replayConversationsMax,
  replayDifferences,
  replayStatuses,
  scenarioRunStatuses,
} from './scenarios.ts'

export const ReplayDifference = z.enum(replayDifferences)
export type ReplayDifference = z.infer<typeof ReplayDifference>
export const ReplayResult = z.object({
  conversation_id: Id,
  conversation_number: z.int(),
  /** `seq` of the message or rating that would have started it, also of one that nobody replied to; null: none. */
  start_seq: z.nullable(z.int()),
  /** Where the run would have ended or would still wait; null if it wouldn't have started. */
  status: z.nullable(z.enum(scenarioRunStatuses)),
  /** Ids of steps. */
  path: z.array(z.string()),
  /** HTTP requests aren't sent: they are assumed to succeed without a value. */
  assumes_responses: z.boolean(),
  /** As it actually happened. */
  differences: z.array(ReplayDifference),
})
export type ReplayResult = z.infer<typeof ReplayResult>
export const ScenarioReplay = z.object({
  id: Id,
  scenario_id: Id,
  status: z.enum(replayStatuses),
  total: z.int(),
  done: z.int(),
  /** How many of those done would have started it. */
  started: z.int(),
  /** How many of those done differ from what happened. */
  different: z.int(),
  created_at: Time,
})
export type ScenarioReplay = z.infer<typeof ScenarioReplay>

export const startScenarioReplay = schemas({
  input: z.object({ conversations: z._default(z.int().check(z.gte(1), z.lte(replayConversationsMax)), 200) }),
  output: ScenarioReplay,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const getScenarioReplay = schemas({
  output: z.nullable(ScenarioReplay),
  problems: ['not_found', 'forbidden'],
})
export const cancelScenarioReplay = schemas({ output: Nothing, problems: ['not_found', 'forbidden'] })
export const listReplayResults = schemas({
  input: z.object({
    only: z._default(z.enum(['all', 'started', 'different']), 'all'),
    offset: queryInt(0, replayConversationsMax, 0),
    limit: queryInt(1, 100, 50),
  }),
  output: z.object({ items: z.array(ReplayResult), total: z.int() }),
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
