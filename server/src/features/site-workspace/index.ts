import type { FastifyInstance } from 'fastify'
import { findStartPage } from '#features/data-sources'
import type { Context } from '#platform/context/context.ts'
import type { Jobs } from '#platform/jobs/index.ts'
import type { Web } from '#platform/web/pages.ts'
import { siteWorkspaceJobs, readPagesJob } from './jobs.ts'
import { openSite } from './service.ts'

/**
 * The chat on our own public pages. Its content is indexed in a job, so that the start needn't wait.
 *
 * @returns the public key for the tag; undefined if there is no chat
 */
export async function siteWorkspace(
  app: FastifyInstance,
  jobs: Jobs,
  ctx: Context,
  web: Pick<Web, 'build_id' | 'client_dir' | 'quotablePages'>,
): Promise<string | undefined> {
  const site = await openSite(ctx)
  const integration_id = site?.own_id
  if (integration_id) {
    siteWorkspaceJobs(jobs, ctx, web, integration_id)
    app.addHook('onReady', async () => {
      // Without a build each text would have to be compiled; during development once is enough.
      if (!web.client_dir && (await findStartPage(ctx.db, integration_id, 'en'))) return
      await ctx.transaction((tx) => tx.enqueue(readPagesJob, { integration_id, build_id: web.build_id }))
    })
  }
  return site?.public_key
}
