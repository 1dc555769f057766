import { defineEvent, defineRoute } from '../api.ts'
import { workspaceChannel } from '../channels.ts'
import type * as schema from './scenarios.schema.ts'
import type { Scenario, ScenarioRun } from './scenarios.schema.ts'

export type { ActiveScenario } from './active-scenario.schema.ts'
export type {
  RunMeasure,
  Scenario,
  ScenarioNumbers,
  ScenarioRun,
  ScenarioRunItem,
  ScenarioRunStatus,
  ScenarioStats,
  ScenarioStatus,
  ScenarioVersion,
  ScenarioVersionDetails,
  ScenarioWithFlow,
} from './scenarios.schema.ts'

/*
 * Scenarios: conversation flows that a team designs. A draft is published as an immutable version, and a run of a
 * conversation stays on the version that it started with.
 */

/** Of a draft and of an exported file; one with the most steps has some hundred KB. */
export const scenarioBytesMax = 1024 * 1024
export const scenarioNameCharsMax = 60
export const scenarioDescriptionCharsMax = 300
export const scenarioNoteCharsMax = 300
export const scenariosMax = 100
/** Versions of exported files. Since 2, audiences can have groups. */
export const scenarioFileVersions = [1, 2] as const
/** How many days the counters of a scenario cover. */
export const scenarioStatsDays = 30
export const scenarioNumbersDaysMax = 366
/** What runs are counted by. `reached` and `dropped_off` are of one step. */
export const runMeasures = [
  'started',
  'engaged',
  'completed',
  'goal_reached',
  'handed_over',
  'reached',
  'dropped_off',
] as const
export const scenarioCasesMax = 50
export const caseInputsMax = 50
export const caseTextCharsMax = 2_000
export const replayConversationsMax = 1_000
export const replayStatuses = ['running', 'done', 'canceled'] as const
/** How a replay differs from what happened. */
export const replayDifferences = [
  /** No scenario ran. */
  'would_start',
  /** Another scenario ran. */
  'other_scenario',
  /** This one ran, and the draft wouldn't start. */
  'would_not_start',
  'other_path',
  'hand_over_avoided',
  'hand_over_added',
] as const
/** A run that waits at a step for longer has dropped off there. */
export const dropOffHours = 24
export const scenarioStatuses = ['draft', 'published', 'paused', 'archived'] as const
export const scenarioRunStatuses = [
  'active',
  'waiting',
  /** A teammate replied. */
  'paused',
  'completed',
  'handed_over',
  /** Ended by a teammate. */
  'ended',
  'failed',
] as const

/** Why a step of a published scenario couldn't do its work. */
export const failedStepReasons = [
  'field_unknown',
  'tag_unknown',
  'team_unknown',
  'not_a_member',
  'scenario_unknown',
  'secret_unknown',
  /** The URL resolves to an internal address. */
  'url_blocked',
  'no_response',
  /** The end of the response is missing, so values can't be read from it. */
  'response_too_large',
  'hubspot_not_connected',
  /** HubSpot is connected without access to tickets. */
  'hubspot_tickets_denied',
  /** A condition reads a property that is no longer chosen in the settings. */
  'hubspot_property_not_chosen',
  /** The assistant has nothing to answer from. */
  'content_missing',
  'assistant_off',
  /** The answers of the plan are used up. */
  'answers_used_up',
  'assistant_failed',
] as const
export type FailedStepReason = (typeof failedStepReasons)[number]

/** Lists the scenarios by position. */
export const listScenarios = defineRoute<typeof schema.listScenarios>()(
  'GET',
  '/api/integration/:integration_id/scenario',
)
/** Returns a scenario with its draft. */
export const getScenario = defineRoute<typeof schema.getScenario>()(
  'GET',
  '/api/integration/:integration_id/scenario/:scenario_id',
)
/**
 * Creates the scenario with this id at the end of the list, or saves its draft. The same call restores a
 * deleted scenario.
 * @throws Problem `invalid_input` on `name`: there are `scenariosMax`
 * @throws Problem `invalid_input` on `base_version`: someone saved other changes since
 */
export const saveScenario = defineRoute<typeof schema.saveScenario>()(
  'PUT',
  '/api/integration/:integration_id/scenario/:scenario_id',
)
/** Deletes a scenario and ends its runs. */
export const deleteScenario = defineRoute<typeof schema.deleteScenario>()(
  'DELETE',
  '/api/integration/:integration_id/scenario/:scenario_id',
)
/** Sorts the given scenarios in this order. Other scenarios keep their position. */
export const reorderScenarios = defineRoute<typeof schema.reorderScenarios>()(
  'POST',
  '/api/integration/:integration_id/scenario-order',
)
/**
 * Publishes the draft as a new version. Current runs continue on their version.
 * @throws Problem `invalid_input` with the problems of the draft: see `problemErrors`
 */
export const publishScenario = defineRoute<typeof schema.publishScenario>()(
  'POST',
  '/api/integration/:integration_id/scenario/:scenario_id/publish',
)
/** Pauses a scenario: it starts no new runs, and current runs continue. */
export const pauseScenario = defineRoute<typeof schema.pauseScenario>()(
  'POST',
  '/api/integration/:integration_id/scenario/:scenario_id/pause',
)
export const resumeScenario = defineRoute<typeof schema.resumeScenario>()(
  'POST',
  '/api/integration/:integration_id/scenario/:scenario_id/resume',
)
/** Archives a scenario. Publishing it again restores it. */
export const archiveScenario = defineRoute<typeof schema.archiveScenario>()(
  'POST',
  '/api/integration/:integration_id/scenario/:scenario_id/archive',
)
/** Lists the published versions, newest first. */
export const listScenarioVersions = defineRoute<typeof schema.listScenarioVersions>()(
  'GET',
  '/api/integration/:integration_id/scenario/:scenario_id/version',
)
export const getScenarioVersion = defineRoute<typeof schema.getScenarioVersion>()(
  'GET',
  '/api/integration/:integration_id/scenario/:scenario_id/version/:version',
)
/**
 * Publishes an earlier version again, as a new version. The draft stays.
 * @throws Problem `invalid_input` if it refers to something that was deleted since
 */
export const rollBackScenario = defineRoute<typeof schema.rollBackScenario>()(
  'POST',
  '/api/integration/:integration_id/scenario/:scenario_id/version/:version/roll-back',
)
/**
 * Returns the number of runs in conversations that the caller can see. Each count is the length of a list
 * from `listScenarioRuns`.
 */
export const getScenarioNumbers = defineRoute<typeof schema.getScenarioNumbers>()(
  'GET',
  '/api/integration/:integration_id/scenario/:scenario_id/numbers',
)
/** Lists the runs, newest first. */
export const listScenarioRuns = defineRoute<typeof schema.listScenarioRuns>()(
  'GET',
  '/api/integration/:integration_id/scenario/:scenario_id/run',
)
/**
 * Starts a published scenario in a conversation, whatever its trigger. A conversation has at most one active
 * run.
 * @throws Problem `invalid_input` on `scenario_id`: not published, or another run is live
 */
export const startScenarioRun = defineRoute<typeof schema.startScenarioRun>()(
  'POST',
  '/api/integration/:integration_id/conversation/:conversation_id/scenario-run',
)
/** Returns the latest run in the conversation, or null if there was none. */
export const getScenarioRun = defineRoute<typeof schema.getScenarioRun>()(
  'GET',
  '/api/integration/:integration_id/conversation/:conversation_id/scenario-run',
)
/** Resumes a paused run. */
export const resumeScenarioRun = defineRoute<typeof schema.resumeScenarioRun>()(
  'POST',
  '/api/integration/:integration_id/conversation/:conversation_id/scenario-run/resume',
)
/** Ends the conversation's run. Does nothing if it is over. */
export const endScenarioRun = defineRoute<typeof schema.endScenarioRun>()(
  'POST',
  '/api/integration/:integration_id/conversation/:conversation_id/scenario-run/end',
)

/** A scenario is new or has changed: see `applyScenarioSaved`. */
export const scenarioSaved = defineEvent<typeof schema.scenarioSaved>()('ScenarioSaved', workspaceChannel)
/** See `applyScenarioDeleted`. */
export const scenarioDeleted = defineEvent<typeof schema.scenarioDeleted>()(
  'ScenarioDeleted',
  workspaceChannel,
)
/** All scenarios in their new order: see `applyScenariosReordered`. */
export const scenariosReordered = defineEvent<typeof schema.scenariosReordered>()(
  'ScenariosReordered',
  workspaceChannel,
)
/** A new scenario comes last; an older version is ignored. */
export function applyScenarioSaved(list: readonly Scenario[], saved: Scenario): Scenario[] {
  const current = list.find(({ id }) => id === saved.id)
  if (!current) return [...list, saved]
  return current.version >= saved.version
    ? [...list]
    : list.map((scenario) => (scenario === current ? saved : scenario))
}
export const applyScenarioDeleted = (list: readonly Scenario[], { id }: { id: string }): Scenario[] =>
  list.filter((scenario) => scenario.id !== id)
/** Scenarios that aren't listed come last. */
export function applyScenariosReordered(
  list: readonly Scenario[],
  { ids }: { ids: readonly string[] },
): Scenario[] {
  const rank = ({ id }: Scenario) => (ids.includes(id) ? ids.indexOf(id) : ids.length)
  return list
    .toSorted((a, b) => rank(a) - rank(b))
    .map((scenario, position) => (scenario.position === position ? scenario : { ...scenario, position }))
}
/** The run of one conversation. Events of other conversations and older versions are ignored. */
export function applyScenarioRunChanged(
  current: ScenarioRun | null,
  changed: ScenarioRun,
): ScenarioRun | null {
  if (!current) return changed
  if (current.conversation_id !== changed.conversation_id) return current
  if (current.id !== changed.id) return changed.started_at > current.started_at ? changed : current
  return changed.version > current.version ? changed : current
}
