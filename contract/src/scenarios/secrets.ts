import { defineEvent, defineRoute } from '../api.ts'
import { workspaceChannel } from '../channels.ts'
import type * as schema from './secrets.schema.ts'

export type { ScenarioSecret } from './secrets.schema.ts'

/*
 * Keys that scenarios send in the headers of their requests, as `{{secrets.name}}`. A value is written and never read:
 * only the server inserts it, into requests to the secret's own origin.
 */

export const scenarioSecretsMax = 50
export const secretValueCharsMax = 2_000

const path = '/api/integration/:integration_id/scenario-secret'
/** Lists the secrets by name, without their values. */
export const listScenarioSecrets = defineRoute<typeof schema.listScenarioSecrets>()('GET', path)
/**
 * Creates the secret with this name or replaces its value.
 * @throws Problem `invalid_input` on `secret_name`: not a name, or there are `scenarioSecretsMax`; on
 * `origin` or `value`
 */
export const saveScenarioSecret = defineRoute<typeof schema.saveScenarioSecret>()(
  'PUT',
  `${path}/:secret_name`,
)
/** Deletes a secret. Requests that use it fail from then on. */
export const deleteScenarioSecret = defineRoute<typeof schema.deleteScenarioSecret>()(
  'DELETE',
  `${path}/:secret_name`,
)
export const scenarioSecretsChanged = defineEvent<typeof schema.scenarioSecretsChanged>()(
  'ScenarioSecretsChanged',
  workspaceChannel,
)
