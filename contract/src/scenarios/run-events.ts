import { defineEvent } from '../api.ts'
import { workspaceChannel } from '../channels.ts'
import type * as schema from './scenarios.schema.ts'

/* Apart from the routes, because the inbox listens without calling them. */

/**
 * A run started or changed; without anything that the customer wrote. Sent to members who can see the conversation. See
 * `applyScenarioRunChanged`.
 */
export const scenarioRunChanged = defineEvent<typeof schema.scenarioRunChanged>()(
  'ScenarioRunChanged',
  workspaceChannel,
)
