import * as contract from '@ozvi/contract'
import { hubspotCallbackPath } from '@ozvi/contract'
import * as schemas from '@ozvi/contract/schemas'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { member } from '#features/integrations'
import { describe, guardProblems } from '#platform/openapi/operations.ts'
import type { On } from '#platform/http/mount.ts'
import * as properties from './properties/properties-service.ts'
import * as service from './service.ts'
import { updateHubspotSettings } from './settings-service.ts'
import * as syncs from './sync/sync-service.ts'

const manage = member('settings.manage')

export const hubspotRoutes = (find: service.FindClient) => (on: On) => {
  on(contract.getHubspot, schemas.getHubspot, member('workspace.see'), service.getHubspot)
  on(contract.authorizeHubspot, schemas.authorizeHubspot, manage, service.authorizeHubspot(find))
  on(contract.connectHubspot, schemas.connectHubspot, manage, service.connectHubspot(find))
  on(contract.disconnectHubspot, schemas.disconnectHubspot, manage, service.disconnectHubspot)
  // Steps of scenarios set properties.
  on(
    contract.listHubspotProperties,
    schemas.listHubspotProperties,
    member('rules.manage'),
    properties.listHubspotProperties(find),
  )
  on(
    contract.listChosenHubspotProperties,
    schemas.listChosenHubspotProperties,
    member('workspace.see'),
    properties.listChosenHubspotProperties,
  )
  on(
    contract.updateHubspotProperties,
    schemas.updateHubspotProperties,
    manage,
    properties.updateHubspotProperties(find),
  )
  on(contract.updateHubspotMapping, schemas.updateHubspotMapping, manage, syncs.updateHubspotMapping(find))
  on(contract.updateHubspotSettings, schemas.updateHubspotSettings, manage, updateHubspotSettings)
  on(contract.tryHubspotSync, schemas.tryHubspotSync, manage, syncs.startSync('dry_run'))
  on(contract.startHubspotSync, schemas.startHubspotSync, manage, syncs.startSync('sync'))
  on(contract.cancelHubspotSync, schemas.cancelHubspotSync, manage, syncs.cancelHubspotSync)
  on(contract.listHubspotChanges, schemas.listHubspotChanges, manage, syncs.listHubspotChanges)
  on(contract.undoHubspotChange, schemas.undoHubspotChange, manage, syncs.undoHubspotChange(find))
}

const Callback = z.object({
  state: z.string().check(z.regex(/^[0-9a-f-]{36}\.[\w-]{32}$/)),
  code: z.optional(z.string().check(z.maxLength(500))),
  error: z.optional(z.string().check(z.maxLength(100))),
})

const callbackOperation = describe({
  path: hubspotCallbackPath,
  operation_id: 'returnFromHubspot',
  tag: 'hubspot',
  summary: 'Where HubSpot returns the browser: redirects to the settings page.',
  access: 'public',
  query: z.object({ state: z.string(), code: z.optional(z.string()), error: z.optional(z.string()) }),
  statuses: [302],
  problems: guardProblems({ guard: 'public', credential: 'none', isRead: true }),
})

/** HubSpot returns the browser here. Nothing is stored: the settings page sends the code with a POST. */
export function hubspotCallback(app: FastifyInstance): void {
  app.get(
    hubspotCallbackPath,
    { config: { policy: 'public', operations: [callbackOperation] } },
    (request, reply) => {
      const parsed = Callback.safeParse(request.query)
      reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
      if (!parsed.success) return reply.redirect('/app')
      const { state, code, error } = parsed.data
      const params = new URLSearchParams(
        code ? { code, state } : { error: error === 'access_denied' ? 'denied' : 'failed' },
      )
      return reply.redirect(`/app/i/${state.slice(0, 36)}/settings/hubspot?${params.toString()}`)
    },
  )
}
