import type { Context } from '#platform/context/context.ts'
import type { Feature } from '#platform/feature.ts'
import { createHubspotClient, type HubspotClient } from './client.ts'
import { automaticJob, revokeJob, syncJob } from './jobs.ts'
import { hubspotCallback, hubspotRoutes } from './routes.ts'
import { revokeTokens } from './service.ts'
import { runSync } from './sync/sync.ts'
import { startAutomatic } from './sync/sync-service.ts'
import { hubspotWebhook } from './webhook.ts'

export {
  type Destination,
  destinationOf,
  isForHubspot,
  queueConversation,
} from './conversations/conversation-queue.ts'

export { type HubspotStepResult, runHubspotStep, type RunHubspotStep } from './steps.ts'

/** The client of a server, opened with the first request. */
export function hubspotClient() {
  let client: HubspotClient | undefined
  return {
    find: ({ config }: Context) => config.hubspot && (client ??= createHubspotClient(config.hubspot)),
    close: () => client?.close(),
  }
}

export function hubspot({ find, close }: ReturnType<typeof hubspotClient>): Feature {
  return {
    name: 'hubspot',
    routes: hubspotRoutes(find),
    http: ({ app, ctx }) => {
      hubspotCallback(app)
      hubspotWebhook(app, ctx)
    },
    jobs: (jobs, ctx) => {
      jobs.register(revokeJob, async () => {
        const client = find(ctx)
        if (client) await revokeTokens(ctx, client)
      })
      jobs.register(syncJob, async ({ integration_id }, run) => {
        const client = find(ctx)
        if (client) await runSync(ctx, client, integration_id, run)
      })
      jobs.register(automaticJob, async () => {
        if (ctx.config.hubspot) await startAutomatic(ctx)
      })
      jobs.schedule(automaticJob, '*/10 * * * *', {})
      // Tokens of deleted workspaces.
      jobs.schedule(revokeJob, '*/10 * * * *', {})
    },
    watchers: [() => ({ close })],
  }
}
