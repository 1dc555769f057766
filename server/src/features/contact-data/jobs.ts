import * as z from 'zod/mini'
import type { Context } from '#platform/context.ts'
import { defineJob, type Jobs } from '#platform/jobs/index.ts'
import { erase } from './erase.ts'

export const eraseJob = defineJob(
  'contact-data.erase',
  z.object({ integration_id: z.uuid(), contact_id: z.uuid() }),
  { retry_limit: 10, expire_s: 60 * 60, concurrency: 2, singleton: true, yields: true },
)

export function contactDataJobs(jobs: Jobs, ctx: Context): void {
  jobs.register(eraseJob, (key, { signal }) => erase(ctx, key, signal))
}
