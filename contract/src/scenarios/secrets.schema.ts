import * as z from 'zod/mini'
import { Nothing, schemas } from '../api.schema.ts'
import { Id, text, Time } from '../fields.schema.ts'
import { secretValueCharsMax } from './secrets.ts'

/** A secret without its value. */
export const ScenarioSecret = z.object({
  integration_id: Id,
  name: z.string(),
  /** The only server that the secret is sent to, such as `https://api.example.com`. */
  origin: z.string(),
  updated_at: Time,
  updated_by_name: z.string(),
  /** Names of the scenarios whose draft or published version uses it. */
  used_in: z.array(z.string()),
})
export type ScenarioSecret = z.infer<typeof ScenarioSecret>

export const listScenarioSecrets = schemas({ output: z.array(ScenarioSecret), problems: ['not_found'] })
export const saveScenarioSecret = schemas({
  input: z.object({
    /** A URL; its path is ignored. */
    origin: text(1, 2_000),
    /** Visible ASCII characters and spaces, as headers allow. */
    value: text(1, secretValueCharsMax),
  }),
  output: ScenarioSecret,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const deleteScenarioSecret = schemas({ output: Nothing, problems: ['not_found', 'forbidden'] })
export const scenarioSecretsChanged = z.object({ integration_id: Id })
