import { hubspotWebhookPath, Problem } from '@ozvi/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '#platform/context/context.ts'
import { describe } from '#platform/openapi/operations.ts'
import { acceptRawBodies, rawBodyOf } from '#platform/http/raw-body.ts'
import { Events, queueAnnouncements } from './announcements.ts'
import { isSigned } from './signature.ts'

const body_bytes_max = 1_000_000

const operation = describe({
  path: hubspotWebhookPath,
  method: 'post',
  operation_id: 'receiveHubspotWebhook',
  tag: 'hubspot',
  summary: 'Receives events of HubSpot. Version 3 of its signature is checked against the raw body.',
  access: 'signature',
  body: { 'application/json': { type: 'array', items: { type: 'object' } } },
  reply: { 'application/json': { type: 'object' } },
  otherErrors: { 400: 'The signature is missing or invalid, or the body isn’t a list of events.' },
  problems: ['page_not_found', 'too_large', 'unavailable'],
})

const headerOf = ({ headers }: FastifyRequest, name: string) => {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}

/** @returns undefined if it isn't a list of events */
function eventsOf(body: Buffer): unknown[] | undefined {
  try {
    return Events.safeParse(JSON.parse(body.toString())).data
  } catch {
    return undefined
  }
}

/** Only queues the records that the events are about, so the reply is fast. */
export function hubspotWebhook(app: FastifyInstance, ctx: Context): void {
  void app.register(async (scope) => {
    acceptRawBodies(scope, body_bytes_max)
    scope.post(
      hubspotWebhookPath,
      { config: { policy: 'signature', operations: [operation] } },
      async (request, reply) => {
        const { hubspot, app_url } = ctx.config
        if (!hubspot) throw new Problem('page_not_found')
        const body = rawBodyOf(request)
        const signed = {
          url: `${app_url}${hubspotWebhookPath}`,
          body,
          signature: headerOf(request, 'x-hubspot-signature-v3'),
          timestamp: headerOf(request, 'x-hubspot-request-timestamp'),
        }
        if (!isSigned(signed, hubspot.client_secret, ctx.now()))
          return reply.code(400).send({ message: 'The signature is missing or invalid.' })
        const events = eventsOf(body)
        if (!events) return reply.code(400).send({ message: 'The body isn’t a list of events.' })
        await queueAnnouncements(ctx, events)
        return reply.send({ received: true })
      },
    )
  })
}
