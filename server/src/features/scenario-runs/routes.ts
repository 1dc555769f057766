import * as contract from '@ozvi/contract'
import * as schemas from '@ozvi/contract/schemas'
import { isId, Problem } from '@ozvi/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { writingVisitor } from '#features/contacts'
import { findByPublicKey, member } from '#features/integrations'
import type { Context } from '#platform/context/context.ts'
import type { On } from '#platform/http/mount.ts'
import { describe } from '#platform/openapi/operations.ts'
import { ipPrefix } from '#platform/http/rate-limits.ts'
import { readBubble, startVisitorScenario } from './page-triggers.ts'
import * as service from './service.ts'

const answer = member('conversations.answer')

const isPublicKey = (key: string) => /^pk_[A-Za-z0-9]{10,40}$/.test(key)
const pageCharsMax = 2_000
const startLimit = { name: 'visitor-scenario', points: 10, per_s: 60 }
/** Keyed by bearer token, so visitors who share a network don't share the limit. */
const perVisitor = ({ headers, ip }: FastifyRequest) => headers.authorization ?? ipPrefix(ip)

export function scenarioRunRoutes(on: On) {
  on(contract.startVisitorScenario, schemas.startVisitorScenario, writingVisitor, startVisitorScenario, {
    limits: [{ limit: startLimit, key: perVisitor }],
  })
  on(
    contract.listScenarioRuns,
    schemas.listScenarioRuns,
    member('conversations.see'),
    service.listScenarioRuns,
  )
  on(
    contract.getScenarioNumbers,
    schemas.getScenarioNumbers,
    member('conversations.see'),
    service.getScenarioNumbers,
  )
  on(contract.getScenarioRun, schemas.getScenarioRun, member('conversations.see'), service.getScenarioRun)
  on(contract.startScenarioRun, schemas.startScenarioRun, answer, service.startScenarioRun)
  on(contract.resumeScenarioRun, schemas.resumeScenarioRun, answer, service.resumeScenarioRun)
  on(contract.endScenarioRun, schemas.endScenarioRun, answer, service.endScenarioRun)
}

const bubbleQuery = z.object({ locale: z.optional(z.string()), page: z.optional(z.string()) })
const scenarioBubble = describe({
  path: '/widget/{public_key}/scenario/{scenario_id}.json',
  operation_id: 'getScenarioBubble',
  tag: 'widget',
  summary: 'How a scenario that starts on a page begins. Without cookies; 204 if it doesn’t start.',
  access: 'public',
  query: bubbleQuery,
  reply: { 'application/json': { type: 'object' } },
  statuses: [200, 204],
  problems: ['not_found', 'rate_limited', 'unavailable'],
})

/** Asked for by the loader when a trigger applies, before anything is stored. */
export function bubbleRoute(app: FastifyInstance, ctx: Context): void {
  app.get<{
    Params: { public_key: string; file: string }
    Querystring: z.output<typeof bubbleQuery>
  }>(
    '/widget/:public_key/scenario/:file',
    { config: { policy: 'public', slot: 'kept', operations: [scenarioBubble] } },
    async ({ params, query }, reply) => {
      reply
        .header('access-control-allow-origin', '*')
        .header('cross-origin-resource-policy', 'cross-origin')
        // It depends on opening hours and on what is published.
        .header('cache-control', 'no-store')
      const scenario_id = params.file.replace(/\.json$/, '')
      const site = isPublicKey(params.public_key)
        ? await findByPublicKey(ctx.db, params.public_key)
        : undefined
      if (!site || !isId(scenario_id)) throw new Problem('not_found')
      const locale = site.locales.find((offered) => offered === query.locale) ?? site.locale
      const page = String(query.page ?? '').slice(0, pageCharsMax)
      const bubble = await readBubble(ctx, { integration_id: site.id, scenario_id, locale, page })
      return bubble ? reply.type('application/json; charset=utf-8').send(bubble) : reply.code(204).send()
    },
  )
}
