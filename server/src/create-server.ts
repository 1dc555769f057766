import { Problem } from '@ozvi/contract'
import type { FastifyInstance } from 'fastify'
import { sessionCookie } from '#features/accounts'
import { apiTexts } from '#features/api-access'
import type { WidgetBuild } from '#features/client'
import { siteWorkspace } from '#features/site-workspace'
import { allFeatures, type FeatureOptions } from './features/all.ts'
import { install } from '#platform/feature.ts'
import { createLoadShedder } from '#platform/http/load-shedding.ts'
import { createApp } from '#platform/http/app.ts'
import { createCsrf } from '#platform/http/csrf.ts'
import { createMount, type MountedRoute } from '#platform/http/mount.ts'
import { openApi, openApiOperation } from '#platform/openapi/openapi.ts'
import type { ServedRoute } from '#platform/openapi/operations.ts'
import { limitPublicReads } from '#platform/http/public-limit.ts'
import { realtimeApiRoutes } from '#platform/http/realtime-api.ts'
import { imageRoutes } from '#platform/images/routes.ts'
import { iconRoutes } from '#platform/icons/routes.ts'
import { type System, systemRoutes } from '#platform/http/system.ts'
import { acceptUploads } from '#platform/http/upload.ts'
import { rejectWrongMethods } from '#platform/http/wrong-methods.ts'
import { mailboxRoutes } from '#platform/mail/index.ts'
import type { Opened } from '#platform/context/open-context.ts'
import { openWebhooks } from '#platform/realtime/webhooks/index.ts'
import { servePages, type Web } from '#platform/web/pages.ts'

export interface BuiltServer {
  app: FastifyInstance
  system: System
  /** Everything the contract's routes were mounted as: for tests that go over all of them. */
  mounted: MountedRoute[]
  /** Every route of the HTTP server. */
  served: ServedRoute[]
}

/**
 * The whole server, ready to listen: every feature mounted, every job registered.
 *
 * @param built pages and widget as their builds left them; without them only calls are answered
 * @param tuning for tests, which do not wait as long
 */
export async function createServer(
  { ctx, bus, jobs, realtime, mailbox }: Opened,
  built: { web?: Web | undefined; widget?: WidgetBuild | undefined } = {},
  tuning: Pick<FeatureOptions, 'visitors' | 'viewers' | 'model'> = {},
): Promise<BuiltServer> {
  const { config } = ctx
  const app = await createApp(config, ctx.log)
  const served: ServedRoute[] = []
  app.addHook('onRoute', ({ method, url, config }) => {
    for (const each of [method].flat())
      // Fastify adds a HEAD to every GET.
      if (each !== 'HEAD') served.push({ method: each, url, operations: config?.operations ?? [] })
  })
  rejectWrongMethods(app, served)
  const loadShedder = createLoadShedder(app, config.load, ctx.log)
  limitPublicReads(app, ctx)
  await acceptUploads(app)
  const csrf = createCsrf({
    key: ctx.secrets.derive('csrf'),
    origin: config.app_url,
    is_production: config.is_production,
    now: ctx.now,
  })
  const mount = createMount(app, ctx, csrf, loadShedder)
  const webhooks = await openWebhooks(ctx, jobs, realtime)
  app.addHook('onClose', async () => webhooks?.stop())
  const system = systemRoutes(app, ctx, realtime, { loadShedder, bus, webhooks })
  for (const feature of allFeatures({ ...tuning, widget: built.widget }))
    install(feature, { app, ctx, mount, jobs, realtime, csrf })
  realtimeApiRoutes(app, realtime, webhooks)
  iconRoutes(app)
  if (!config.is_production && !config.smtp_url) mailboxRoutes(app, mailbox, config)
  let document: object | undefined
  app.get('/api/openapi.json', { config: { policy: 'public', operations: [openApiOperation] } }, async () => {
    // Every route is mounted before the first request.
    document ??= openApi(
      mount.mounted,
      apiTexts(),
      served.flatMap(({ operations }) => operations),
      config.app_url,
    )
    return document
  })
  const { web, widget } = built
  imageRoutes(app, ctx, web?.picture_dirs ?? [])
  if (web) {
    await servePages(app, ctx, web, {
      has_session: (request) => sessionCookie(config, request) !== '',
      widget_key: widget && (await siteWorkspace(app, jobs, ctx, web)),
    })
  } else {
    app.setNotFoundHandler(async () => {
      throw new Problem('page_not_found')
    })
  }
  return { app, system, mounted: mount.mounted, served }
}
