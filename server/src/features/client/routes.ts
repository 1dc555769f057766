import { createHash } from 'node:crypto'
import * as contract from '@ozvi/contract'
import { Problem } from '@ozvi/contract'
import * as schemas from '@ozvi/contract/schemas'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { findAssistantSettings, startsWithTeam } from '#features/assistant-settings'
import { getSettings } from '#features/client-settings'
import { visitorOrNew } from '#features/contacts'
import { publicHours } from '#features/hours'
import { hasPlanFeature } from '#features/plans'
import type { Context } from '#platform/context/context.ts'
import { hasEntityTag } from '#platform/http/entity-tag.ts'
import type { On } from '#platform/http/mount.ts'
import type { Limit } from '#platform/http/rate-limits.ts'
import { describe, type Operation } from '#platform/openapi/operations.ts'
import { cacheForever, serveFolder } from '#platform/web/assets.ts'
import { frameHtml, framePolicy, type FrameQuery, isPreview, type WidgetBuild } from './frame.ts'
import * as service from './service.ts'
import { listTeamFaces } from './team-faces.ts'

const visitorLimit: Limit = { name: 'visitor-create', points: 30, per_s: 60, is_shared: true }
const widgetConfig = describe({
  path: '/widget/{public_key}.json',
  operation_id: 'getWidgetConfig',
  tag: 'widget',
  access: 'public',
  reply: { 'application/json': { type: 'object' } },
  statuses: [200, 304],
  problems: ['page_not_found', 'not_found', 'rate_limited', 'unavailable'],
})
const widgetFrame = describe({
  path: '/widget/frame/{public_key}',
  operation_id: 'getWidgetFrame',
  tag: 'widget',
  summary: 'The page of the chat panel.',
  access: 'public',
  query: z.object({
    locale: z.optional(z.string()),
    theme: z.optional(z.string()),
    preview: z.optional(z.string()),
  }),
  reply: { 'text/html': { type: 'string' } },
  problems: ['not_found', 'rate_limited', 'unavailable'],
})
const config = (operation: Operation) =>
  ({ policy: 'public', slot: 'kept', operations: [operation] }) as const

export function clientRoutes(on: On) {
  on(contract.openVisitorSession, schemas.openVisitorSession, visitorOrNew, service.openVisitorSession, {
    limits: [{ limit: visitorLimit }],
  })
}

/**
 * The requests of a customer's page: the loader, its configuration, the panel's frame. Cookies are neither
 * read nor set.
 */
export function widgetRoutes(app: FastifyInstance, ctx: Context, build: WidgetBuild): void {
  const loader = {
    root: build.loader_dir,
    names: ['widget.js', 'widget-title.js', 'widget-triggers.js'],
    prefix: '/',
    is_cross_origin: true,
  }
  serveFolder(app, { ...loader, cache: 'public, max-age=300, stale-while-revalidate=86400' })
  serveFolder(app, { root: build.panel_dir, prefix: '/widget/panel/', cache: cacheForever })

  app.get<{ Params: { file: string } }>(
    '/widget/:file',
    { config: config(widgetConfig) },
    async (request, reply) => {
      const key = /^(pk_\w+)\.json$/.exec(request.params.file)?.[1]
      if (!key) throw new Problem('page_not_found')
      const site = await service.findSite(ctx, key)
      service.recordWidgetSeen(ctx, site, request.headers.origin)
      const answer = await service.widgetConfig(ctx, site, await getSettings(ctx.db, site.id))
      // A loader from before the field was renamed can be cached for a day.
      const body = JSON.stringify({ ...answer, colour: answer.color })
      const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 16)}"`
      reply
        .header('access-control-allow-origin', '*')
        .header('cross-origin-resource-policy', 'cross-origin')
        // Cached, but revalidated: saved settings appear on the next page.
        .header('cache-control', 'public, no-cache')
        .header('etag', etag)
      if (hasEntityTag(request, etag)) return reply.code(304).send()
      return reply.type('application/json; charset=utf-8').send(body)
    },
  )
  app.get<{ Params: { public_key: string }; Querystring: FrameQuery }>(
    '/widget/frame/:public_key',
    { config: config(widgetFrame) },
    async (request, reply) => {
      const site = await service.findSite(ctx, request.params.public_key)
      const hours = await publicHours(ctx, site.id)
      const settings = await getSettings(ctx.db, site.id)
      const { name } = await findAssistantSettings(ctx.db, site.id)
      const assistant = {
        name,
        starts_with_team: await startsWithTeam(ctx, ctx.db, { integration_id: site.id }),
      }
      // The preview of the settings can turn them on.
      const showsTeam = site.has_team && (settings.behavior.shows_team || isPreview(request.query))
      const team = showsTeam ? await listTeamFaces(ctx, site.id) : []
      const has_badge = !(await hasPlanFeature(ctx, ctx.db, site.id, 'remove_badge'))
      const data = { site, settings, hours, assistant, team, has_badge }
      const { html, nonce } = frameHtml(build, data, request.query)
      return reply
        .header('content-type', 'text/html; charset=utf-8')
        .header('content-security-policy', framePolicy(ctx, site, nonce, request.query))
        .header('cache-control', 'no-store')
        .send(html)
    },
  )
}
