import { defineRoute } from '../api.ts'
import type * as cases from './cases.schema.ts'
import type * as replay from './replay.schema.ts'

export type { CaseCheck, CaseInput, ScenarioCase } from './cases.schema.ts'
export type { ReplayDifference, ReplayResult, ScenarioReplay } from './replay.schema.ts'

/*
 * How a draft is tested: saved cases, which run before it is published, and a replay of past conversations.
 */

/** Lists the saved test cases, oldest first. */
export const listScenarioCases = defineRoute<typeof cases.listScenarioCases>()(
  'GET',
  '/api/integration/:integration_id/scenario/:scenario_id/case',
)
/**
 * Creates or updates the test case with this id.
 * @throws Problem `invalid_input` on `name`: there are `scenarioCasesMax`
 */
export const saveScenarioCase = defineRoute<typeof cases.saveScenarioCase>()(
  'PUT',
  '/api/integration/:integration_id/scenario/:scenario_id/case/:case_id',
)
export const deleteScenarioCase = defineRoute<typeof cases.deleteScenarioCase>()(
  'DELETE',
  '/api/integration/:integration_id/scenario/:scenario_id/case/:case_id',
)
/**
 * Replays the draft on past conversations in the background and ends an earlier replay. Nothing is sent or
 * changed.
 */
export const startScenarioReplay = defineRoute<typeof replay.startScenarioReplay>()(
  'POST',
  '/api/integration/:integration_id/scenario/:scenario_id/replay',
)
/** Returns the latest replay, or null if there was none. */
export const getScenarioReplay = defineRoute<typeof replay.getScenarioReplay>()(
  'GET',
  '/api/integration/:integration_id/scenario/:scenario_id/replay',
)
/** Cancels a replay. Results so far are kept. */
export const cancelScenarioReplay = defineRoute<typeof replay.cancelScenarioReplay>()(
  'POST',
  '/api/integration/:integration_id/scenario/:scenario_id/replay/cancel',
)
/** Lists the results, newest conversation first. */
export const listReplayResults = defineRoute<typeof replay.listReplayResults>()(
  'GET',
  '/api/integration/:integration_id/scenario/:scenario_id/replay/result',
)
