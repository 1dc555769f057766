import * as z from 'zod/mini'
import { defineJob } from '#platform/jobs/index.ts'

export const revokeJob = defineJob('hubspot.revoke', z.object({}), { retry_limit: 8, retry_delay_s: 10 })
