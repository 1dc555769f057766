import { defineRoute } from '../api.ts'
import type * as cases from './cases.schema.ts'
import type * as replay from './replay.schema.ts'

export type { CaseCheck, CaseInput, ScenarioCase } from './cases.schema.ts'
export type { ReplayDifference, ReplayResult, ScenarioReplay } from './replay.schema.ts'

/*
 * How a draft is tested: saved cases, which run before it is published, and a replay of past conversations.
 */

/** Oldest first. */
export const listScenarioCases = defineRoute<typeof cases.listScenarioCases>()(
  'GET',
  '/api/integration/:integration_id/scenario/:scenario_id/case',
)
/** @throws Problem `invalid_input` on `name`: there are `scenarioCasesMax` */
export const saveScenarioCase = defineRoute<typeof cases.saveScenarioCase>()(
  'PUT',
  '/api/integration/:integration_id/scenario/:scenario_id/case/:case_id',
)
export const deleteScenarioCase = defineRoute<typeof cases.deleteScenarioCase>()(
  'DELETE',
  '/api/integration/:integration_id/scenario/:scenario_id/case/:case_id',
)
/** Runs the draft over the last conversations, in the background; ends an earlier replay. Nothing is sent or changed. */
export const startScenarioReplay = defineRoute<typeof replay.startScenarioReplay>()(
  'POST',
  '/api/integration/:integration_id/scenario/:scenario_id/replay',
)
/** The last one; null if there was none. */
export const getScenarioReplay = defineRoute<typeof replay.getScenarioReplay>()(
  'GET',
  '/api/integration/:integration_id/scenario/:scenario_id/replay',
)
/** Keeps what is done. */
export const cancelScenarioReplay = defineRoute<typeof replay.cancelScenarioReplay>()(
  'POST',
  '/api/integration/:integration_id/scenario/:scenario_id/replay/cancel',
)
/** Newest conversation first. */
export const listReplayResults = defineRoute<typeof replay.listReplayResults>()(
  'GET',
  '/api/integration/:integration_id/scenario/:scenario_id/replay/result',
)
