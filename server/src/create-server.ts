import * as contract from '@ozvi/contract'
import { Problem, type Route } from '@ozvi/contract'
import type { FastifyInstance } from 'fastify'
import { accountJobs, accountRoutes, csrfRoute, sessionCookie } from '#features/accounts'
import { assistantJobs, assistantRoutes, type Library } from '#features/assistant'
import { auditLogExport, auditLogJobs, auditLogRoutes } from '#features/audit-log'
import { billingRoutes } from '#features/billing'
import { broadcastingRoutes } from '#features/broadcasting'
import { cannedReplyRoutes } from '#features/canned-replies'
import { clientRoutes, type WidgetBuild, widgetRoutes } from '#features/client'
import { bulkActionRoutes } from '#features/bulk-actions'
import { changeContactsJob, contactBulkJobs, contactBulkRoutes } from '#features/contacts/bulk'
import { contactDataExport, contactDataJobs, contactDataRoutes } from '#features/contacts/data'
import { contactImportErrors, contactImportJobs, contactImportRoutes } from '#features/contacts/imports'
import {
  contactExport,
  contactJobs,
  contactRoutes,
  type VisitorTimings,
  watchVisitors,
} from '#features/contacts'
import {
  changeManyJob,
  conversationJobs,
  conversationRoutes,
  unsubscribeFromEmails as stopContactMails,
  type ViewerTimings,
  watchMembers,
  watchViewers,
} from '#features/conversations'
import {
  dataSourceJobs,
  dataSourceRoutes,
  findStartPage,
  listCitableItems,
  snapshotPath,
  snapshotRoutes,
  textFragment,
} from '#features/data-sources'
import { assistantSettingsRoutes } from '#features/assistant-settings'
import { hoursRoutes } from '#features/hours'
import { fileJobs, fileReading, fileRoutes } from '#features/files'
import { installationRoutes } from '#features/installation'
import { confirmedMember, integrationJobs, integrationRoutes, member } from '#features/integrations'
import { logoJobs, logoReading, logoRoutes } from '#features/logos'
import { macroRoutes } from '#features/macros'
import {
  notificationJobs,
  notificationRoutes,
  oneClickUnsubscribe,
  unsubscribe,
} from '#features/notifications'
import { siteWorkspace } from '#features/site-workspace'
import { ruleRunJobs, ruleRunRoutes } from '#features/rule-runs'
import { ruleRoutes } from '#features/rules'
import { savedViewRoutes } from '#features/saved-views'
import { slaRoutes } from '#features/sla'
import { reportRoutes } from '#features/reports'
import { suggestionRoutes } from '#features/suggestions'
import { tagRoutes } from '#features/tags'
import { teamRoutes } from '#features/teams'
import { avatarReading, findInvitedAddress, userRoutes } from '#features/users'
import { createLoadShedder } from '#platform/http/load-shedding.ts'
import { createApp } from '#platform/http/app.ts'
import { createCsrf } from '#platform/http/csrf.ts'
import { createMount, type MountedRoute } from '#platform/http/mount.ts'
import { openApi, openApiOperation } from '#platform/http/openapi.ts'
import type { ServedRoute } from '#platform/http/operations.ts'
import { realtimeApiRoutes } from '#platform/http/realtime-api.ts'
import { imageRoutes } from '#platform/images/routes.ts'
import { iconRoutes } from '#platform/icons/routes.ts'
import { type System, systemRoutes } from '#platform/http/system.ts'
import { acceptUploads } from '#platform/http/upload.ts'
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

/** The sources index into the assistant; what it cites of them is handed to it here, so the arrow stays one way. */
const library: Library = { findStartPage, listCitableItems, snapshotPath, textFragment }

/** Exported name of each route, which is its operation id. */
const routeNames = new Map<Route, string>(
  Object.entries(contract).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'output' in value
      ? // Only `route()` makes objects with these three fields.
        [[value as unknown as Route, name] as const]
      : [],
  ),
)

/**
 * The whole server, ready to listen: every feature mounted, every job registered.
 *
 * @param built pages and widget as their builds left them; without them only calls are answered
 * @param tuning for tests, which do not wait as long
 */
export async function createServer(
  { ctx, bus, jobs, realtime, mailbox }: Opened,
  built: { web?: Web | undefined; widget?: WidgetBuild | undefined } = {},
  tuning: { visitors?: VisitorTimings; viewers?: ViewerTimings | undefined } = {},
): Promise<BuiltServer> {
  const { config } = ctx
  const app = await createApp(config, ctx.log)
  const served: ServedRoute[] = []
  app.addHook('onRoute', ({ method, url, config }) => {
    for (const each of [method].flat())
      // Fastify adds a HEAD to every GET.
      if (each !== 'HEAD') served.push({ method: each, url, operations: config?.operations ?? [] })
  })
  const admission = createLoadShedder(app, config.load, ctx.log)
  await acceptUploads(app)
  const csrf = createCsrf({
    key: ctx.secrets.derive('csrf'),
    origin: config.app_url,
    is_production: config.is_production,
    now: ctx.now,
  })
  const mount = createMount(app, ctx, csrf, admission)
  const webhooks = await openWebhooks(ctx, jobs, realtime)
  app.addHook('onClose', async () => webhooks?.stop())
  const system = systemRoutes(app, ctx, realtime, { admission, bus, webhooks })
  csrfRoute(app, ctx, csrf)
  const features = [
    accountRoutes(findInvitedAddress),
    integrationRoutes,
    logoRoutes,
    installationRoutes,
    userRoutes,
    teamRoutes,
    auditLogRoutes(member, confirmedMember),
    contactRoutes,
    contactDataRoutes,
    contactBulkRoutes,
    bulkActionRoutes({ conversations: changeManyJob, contacts: changeContactsJob }),
    contactImportRoutes,
    tagRoutes,
    fileRoutes,
    cannedReplyRoutes,
    macroRoutes,
    suggestionRoutes,
    conversationRoutes,
    savedViewRoutes,
    clientRoutes,
    hoursRoutes,
    slaRoutes,
    ruleRoutes,
    ruleRunRoutes,
    billingRoutes,
    reportRoutes,
    notificationRoutes,
    dataSourceRoutes,
    assistantRoutes(library),
    assistantSettingsRoutes,
  ]
  for (const routes of features) routes(mount.on)
  broadcastingRoutes(app, ctx, realtime, mount)
  const downloads = [contactExport, contactDataExport, contactImportErrors, auditLogExport(confirmedMember)]
  for (const each of downloads) each.mount(app, ctx, mount)
  fileReading(app, ctx, mount)
  avatarReading(app, ctx)
  logoReading(app, ctx)
  oneClickUnsubscribe(app, ctx, '/api/notification-mails/one-click', unsubscribe)
  oneClickUnsubscribe(app, ctx, '/api/contact-mails/one-click', stopContactMails)
  const visitors = watchVisitors(ctx, realtime, tuning.visitors)
  app.addHook('onClose', () => visitors.close())
  const members = watchMembers(ctx, realtime)
  app.addHook('onClose', () => members.close())
  const viewers = watchViewers(ctx, realtime, tuning.viewers)
  app.addHook('onClose', () => viewers.close())
  realtimeApiRoutes(app, realtime, webhooks)
  snapshotRoutes(app, ctx)
  iconRoutes(app)
  if (!config.is_production && !config.smtp_url) mailboxRoutes(app, mailbox, config)
  for (const register of [
    accountJobs,
    integrationJobs,
    logoJobs,
    auditLogJobs,
    fileJobs,
    conversationJobs,
    ruleRunJobs,
    notificationJobs,
    dataSourceJobs,
    contactJobs,
    contactDataJobs,
    contactBulkJobs,
    contactImportJobs,
    assistantJobs(library),
  ])
    register(jobs, ctx)
  app.get('/api/openapi.json', { config: { policy: 'public', operations: [openApiOperation] } }, async () =>
    openApi(
      mount.mounted,
      routeNames,
      served.flatMap(({ operations }) => operations),
      config.app_url,
    ),
  )
  const { web, widget } = built
  imageRoutes(app, ctx, web?.picture_dirs ?? [])
  if (widget) widgetRoutes(app, ctx, widget)
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
