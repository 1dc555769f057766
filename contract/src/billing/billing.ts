import { defineRoute } from '../api.ts'
import type * as schema from './billing.schema.ts'

export type { Usage } from './billing.schema.ts'

export const getUsage = defineRoute<typeof schema.getUsage>()('GET', '/api/integration/:integration_id/usage')
