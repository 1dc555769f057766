import * as z from 'zod/mini'
import { Nothing, queryInt, schemas } from '../api.schema.ts'
import { ConversationStatus } from '../conversations/conversations.schema.ts'
import { Id, Locale, text, Time } from '../fields.schema.ts'
import { Flow } from './flow.schema.ts'
import { triggerKinds } from './flow.ts'
import {
  runMeasures,
  scenarioDescriptionCharsMax,
  scenarioFileVersions,
  scenarioNameCharsMax,
  scenarioNoteCharsMax,
  scenarioNumbersDaysMax,
  scenarioRunStatuses,
  scenarioStatsDays,
  scenariosMax,
  scenarioStatuses,
} from './scenarios.ts'

export const ScenarioStatus = z.enum(scenarioStatuses)
export type ScenarioStatus = z.infer<typeof ScenarioStatus>
/** Counts of runs; one run can be in several. Those of `Scenario` are of the last `scenarioStatsDays` days. */
export const ScenarioStats = z.object({
  started: z.int(),
  /** Runs in which the customer replied. */
  engaged: z.int(),
  completed: z.int(),
  /** Runs that entered the goal step; 0 if there is none. */
  goal_reached: z.int(),
  handed_over: z.int(),
})
export type ScenarioStats = z.infer<typeof ScenarioStats>

export const Scenario = z.object({
  id: Id,
  integration_id: Id,
  name: z.string(),
  description: z.string(),
  status: ScenarioStatus,
  /** Position among the others, from 0. */
  position: z.int(),
  /** Trigger of the draft. */
  trigger_kind: z.enum(triggerKinds),
  has_unpublished_changes: z.boolean(),
  /** Number of the version that starts new runs; null if it was never published. */
  published_version: z.nullable(z.int()),
  published_at: z.nullable(Time),
  updated_at: Time,
  stats: ScenarioStats,
  /** Incremented on every saved change of the name, description or draft. */
  draft_version: z.int(),
  /** Null if the member was removed. */
  draft_saved_by: z.nullable(Id),
  /** Incremented on every change, so older events never overwrite newer data. */
  version: z.int(),
})
export type Scenario = z.infer<typeof Scenario>
/** A scenario with its draft. */
export const ScenarioWithFlow = z.extend(Scenario, {
  flow: Flow,
  /** URLs in the draft that the server sends nothing to, such as those inside the network. */
  blocked_urls: z.array(z.string()),
})
export type ScenarioWithFlow = z.infer<typeof ScenarioWithFlow>

export const ScenarioVersion = z.object({
  /** 1, 2, … within the scenario. */
  version: z.int(),
  note: z.string(),
  /** Null if the member was removed. */
  published_by: z.nullable(Id),
  published_at: Time,
  /** The earlier version that was published again; null if the draft was published. */
  rolled_back_to: z.nullable(z.int()),
})
export type ScenarioVersion = z.infer<typeof ScenarioVersion>
export const ScenarioVersionDetails = z.extend(ScenarioVersion, { flow: Flow })
export type ScenarioVersionDetails = z.infer<typeof ScenarioVersionDetails>

export const ScenarioRunStatus = z.enum(scenarioRunStatuses)
export type ScenarioRunStatus = z.infer<typeof ScenarioRunStatus>
export const ScenarioRun = z.object({
  id: Id,
  integration_id: Id,
  conversation_id: Id,
  scenario_id: Id,
  scenario_name: z.string(),
  /** The published version that the run uses. */
  scenario_version: z.int(),
  status: ScenarioRunStatus,
  step_id: z.nullable(z.string()),
  /** Position of the current step in its version, from 1; null if the run has no current step. */
  step_number: z.nullable(z.int()),
  /** Title of the current step; empty if it has none. */
  step_title: z.string(),
  waiting_until: z.nullable(Time),
  started_at: Time,
  ended_at: z.nullable(Time),
  /** Incremented on every change, so older events never overwrite newer data. */
  version: z.int(),
})
export type ScenarioRun = z.infer<typeof ScenarioRun>
/** A run in the list of its scenario. */
export const ScenarioRunItem = z.extend(ScenarioRun, {
  conversation_number: z.int(),
  conversation_status: ConversationStatus,
  contact: z.object({ id: Id, name: z.nullable(z.string()), email: z.nullable(z.string()) }),
  /** Ids of the last steps, oldest first. */
  path: z.array(z.string()),
})
export type ScenarioRunItem = z.infer<typeof ScenarioRunItem>

/** Which runs are counted; all of them count in `started`. */
export const RunMeasure = z.enum(runMeasures)
export type RunMeasure = z.infer<typeof RunMeasure>
const Scope = {
  version: z.optional(z.coerce.number().check(z.int32(), z.gte(1))),
  locale: z.optional(Locale),
}
export const ScenarioNumbers = z.object({
  total: ScenarioStats,
  by_version: z.array(z.extend(ScenarioStats, { version: z.int() })),
  by_locale: z.array(z.extend(ScenarioStats, { locale: Locale })),
  /** By the arm chosen at each A/B split. */
  by_arm: z.array(z.extend(ScenarioStats, { step_id: z.string(), arm_id: z.string() })),
  /** Runs that entered each step, and runs that ended there without being completed or handed over. */
  steps: z.array(z.object({ step_id: z.string(), reached: z.int(), dropped_off: z.int() })),
})
export type ScenarioNumbers = z.infer<typeof ScenarioNumbers>

/** A scenario that was exported. Ids of tags, teams, members and fields belong to its workspace. */
export const ScenarioFile = z.object({
  format: z.literal('ozvi-scenario'),
  format_version: z.literal(scenarioFileVersions),
  name: text(1, scenarioNameCharsMax),
  description: z._default(text(0, scenarioDescriptionCharsMax), ''),
  flow: Flow,
})
export const listScenarios = schemas({
  output: z.array(Scenario),
  problems: ['not_found'],
})
export const getScenario = schemas({
  output: ScenarioWithFlow,
  problems: ['not_found'],
})
export const saveScenario = schemas({
  input: z.object({
    name: text(1, scenarioNameCharsMax),
    description: z._default(text(0, scenarioDescriptionCharsMax), ''),
    flow: Flow,
    /** The `draft_version` that the changes were made to. Without it, the draft is overwritten. */
    base_version: z.optional(z.int().check(z.gte(1))),
  }),
  output: ScenarioWithFlow,
  problems: ['not_found', 'forbidden', 'invalid_input', 'plan_limit'],
})
export const deleteScenario = schemas({
  output: Nothing,
  problems: ['not_found', 'forbidden'],
})
export const reorderScenarios = schemas({
  input: z.object({ ids: z.array(Id).check(z.maxLength(scenariosMax)) }),
  output: z.array(Scenario),
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
const Note = z.object({ note: z._default(text(0, scenarioNoteCharsMax), '') })
export const publishScenario = schemas({
  input: Note,
  output: Scenario,
  problems: ['not_found', 'forbidden', 'invalid_input', 'plan_limit'],
})
export const pauseScenario = schemas({
  output: Scenario,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const resumeScenario = schemas({
  output: Scenario,
  problems: ['not_found', 'forbidden', 'invalid_input', 'plan_limit'],
})
export const archiveScenario = schemas({
  output: Scenario,
  problems: ['not_found', 'forbidden'],
})
export const listScenarioVersions = schemas({
  output: z.array(ScenarioVersion),
  problems: ['not_found'],
})
export const getScenarioVersion = schemas({
  output: ScenarioVersionDetails,
  problems: ['not_found'],
})
export const rollBackScenario = schemas({
  input: Note,
  output: Scenario,
  problems: ['not_found', 'forbidden', 'invalid_input', 'plan_limit'],
})
export const getScenarioNumbers = schemas({
  input: z.object({ days: queryInt(1, scenarioNumbersDaysMax, scenarioStatsDays), ...Scope }),
  output: ScenarioNumbers,
  problems: ['not_found', 'invalid_input'],
})
export const listScenarioRuns = schemas({
  input: z.object({
    /** Only runs that started in the last `days` days; all runs if omitted. */
    days: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(scenarioNumbersDaysMax))),
    ...Scope,
    measure: z._default(RunMeasure, 'started'),
    /** The step for `reached` and `dropped_off`; with `arm_id`, the A/B split. */
    step_id: z.optional(z.string().check(z.maxLength(40))),
    arm_id: z.optional(z.string().check(z.maxLength(40))),
    /** The `next` value of the previous page. */
    cursor: z.optional(z.string().check(z.maxLength(200))),
    limit: queryInt(1, 100, 20),
  }),
  output: z.object({ items: z.array(ScenarioRunItem), next: z.nullable(z.string()) }),
  problems: ['not_found', 'invalid_input'],
})
export const startScenarioRun = schemas({
  input: z.object({ scenario_id: Id }),
  output: ScenarioRun,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const getScenarioRun = schemas({
  output: z.nullable(ScenarioRun),
  problems: ['not_found'],
})
export const resumeScenarioRun = schemas({
  output: ScenarioRun,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const endScenarioRun = schemas({
  output: ScenarioRun,
  problems: ['not_found', 'forbidden'],
})
export const scenarioSaved = Scenario
export const scenarioDeleted = z.object({ id: Id, integration_id: Id })
export const scenariosReordered = z.object({ integration_id: Id, ids: z.array(Id) })
export const scenarioRunChanged = ScenarioRun
