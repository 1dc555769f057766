import * as z from 'zod/mini'
import type { Context } from '#platform/context/context.ts'
import { defineJob, type Jobs } from '#platform/jobs/index.ts'
import type { Web } from '#platform/web/pages.ts'
import { deleteVisitors, indexSitePages } from './service.ts'

/** `build_id`: the build whose pages are indexed. */
export const readPagesJob = defineJob(
  'own-site.read_pages',
  z.object({ integration_id: z.uuid(), build_id: z.string() }),
  { retry_limit: 6, retry_delay_s: 2, expire_s: 15 * 60, yields: true },
)

const deleteVisitorsJob = defineJob('own-site.forget_visitors', z.object({}))

export function siteWorkspaceJobs(
  jobs: Jobs,
  ctx: Context,
  web: Pick<Web, 'build_id' | 'quotablePages'>,
  own_id: string,
): void {
  jobs.register(deleteVisitorsJob, () => deleteVisitors(ctx, own_id))
  jobs.schedule(deleteVisitorsJob, '53 3 * * *', {})
  jobs.register(readPagesJob, async ({ integration_id, build_id }, { signal, attempt }) => {
    if (build_id !== web.build_id) {
      // During an update, a process of the other build may be able to do it; later there is none.
      if (attempt > readPagesJob.retry_limit) return
      throw new Error('The pages are of another build')
    }
    await indexSitePages(ctx, integration_id, await web.quotablePages(), signal)
  })
}
