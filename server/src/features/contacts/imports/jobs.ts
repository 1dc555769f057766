import { importRetentionDays } from '@ozvi/contract'
import * as z from 'zod/mini'
import type { Context } from '#platform/context/context.ts'
import { defineJob, type Jobs } from '#platform/jobs/index.ts'
import { deleteOldImports, runImport } from './run.ts'

export const importJob = defineJob(
  'contact-imports.work',
  z.object({ integration_id: z.uuid(), import_id: z.uuid() }),
  { retry_limit: 10, expire_s: 3 * 60 * 60, concurrency: 2, singleton: true, yields: true },
)
const deleteOldImportsJob = defineJob('contact-imports.forget_old', z.object({}))

export function contactImportJobs(jobs: Jobs, ctx: Context): void {
  jobs.register(importJob, (key, { signal }) => runImport(ctx, key, signal))
  jobs.register(deleteOldImportsJob, () => deleteOldImports(ctx, importRetentionDays))
  jobs.schedule(deleteOldImportsJob, '41 3 * * *', {})
}
