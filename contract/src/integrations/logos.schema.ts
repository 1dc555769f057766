import * as z from 'zod/mini'
import { schemas } from '../api.schema.ts'
import { Id } from '../fields.schema.ts'
import { Integration } from './integrations.schema.ts'

export const uploadLogo = schemas({
  output: Integration,
  problems: ['not_found', 'forbidden', 'invalid_input', 'too_large', 'unsupported_type'],
})
export const chooseLogo = schemas({
  input: z.object({ logo_id: z.nullable(Id) }),
  output: Integration,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const importWebsiteIcon = schemas({
  output: Integration,
  problems: ['not_found', 'forbidden', 'invalid_input', 'rate_limited'],
})
