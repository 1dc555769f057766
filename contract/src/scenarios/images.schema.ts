import * as z from 'zod/mini'
import { schemas } from '../api.schema.ts'
import { Id } from '../fields.schema.ts'

/** An uploaded image, with its size in pixels. */
export const ScenarioImage = z.object({ id: Id, width: z.int(), height: z.int() })
export type ScenarioImage = z.infer<typeof ScenarioImage>

export const listScenarioImages = schemas({ output: z.array(ScenarioImage), problems: ['not_found'] })
export const uploadScenarioImage = schemas({
  output: ScenarioImage,
  problems: ['not_found', 'forbidden', 'invalid_input', 'too_large', 'unsupported_type'],
})
