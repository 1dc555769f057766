import * as z from 'zod/mini'
import { defineJob } from '#platform/jobs/index.ts'

export const eraseJob = defineJob(
  'contact-data.erase',
  z.object({ integration_id: z.uuid(), contact_id: z.uuid() }),
  { retry_limit: 10, expire_s: 60 * 60, concurrency: 2, singleton: true, yields: true },
)
