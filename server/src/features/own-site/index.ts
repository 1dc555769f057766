import type { FastifyInstance } from 'fastify'
import { findStartPage } from '#features/data-sources'
import type { Context } from '#platform/context/context.ts'
import type { Jobs } from '#platform/jobs/index.ts'
import type { Web } from '#platform/web/pages.ts'
import { ownSiteJobs, readPagesJob } from './jobs.ts'
import { openSite } from './service.ts'

/**
 * The chat on our own public pages. What it answers from is read in a job, so that nobody waits for it at the start.
 *
 * @returns the public key for the tag; nothing where there is to be no chat.
 */
export async function ownSite(
  app: FastifyInstance,
  jobs: Jobs,
  ctx: Context,
  web: Pick<Web, 'build_id' | 'client_dir' | 'quotablePages'>,
): Promise<string | undefined> {
  const site = await openSite(ctx)
  const integration_id = site?.own_id
  if (integration_id) {
    ownSiteJobs(jobs, ctx, web, integration_id)
    app.addHook('onReady', async () => {
      // Without a build each text is compiled for this; while one develops, once will do.
      if (!web.client_dir && (await findStartPage(ctx.db, integration_id, 'en'))) return
      await ctx.transaction((tx) => tx.enqueue(readPagesJob, { integration_id, build_id: web.build_id }))
    })
  }
  return site?.public_key
}
