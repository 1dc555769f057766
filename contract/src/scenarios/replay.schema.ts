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
  /**
   * `seq` of the message or rating that would have started it, even if no one replied to it; null if none
   * would.
   */
  start_seq: z.nullable(z.int()),
  /** Where the run would have ended or would still be waiting; null if it wouldn't have started. */
  status: z.nullable(z.enum(scenarioRunStatuses)),
  /** Ids of the steps. */
  path: z.array(z.string()),
  /** HTTP requests aren't sent: they are assumed to succeed without a value. */
  assumes_responses: z.boolean(),
  /** What actually happened instead. */
  differences: z.array(ReplayDifference),
})
export type ReplayResult = z.infer<typeof ReplayResult>
export const ScenarioReplay = z.object({
  id: Id,
  scenario_id: Id,
  status: z.enum(replayStatuses),
  total: z.int(),
  done: z.int(),
  /** Number of processed conversations in which it would have started. */
  started: z.int(),
  /** Number of processed conversations in which it would have differed from what happened. */
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
