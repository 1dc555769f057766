import { Problem } from '@ozvi/contract'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Context } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { describe } from '#platform/openapi/operations.ts'
import { acceptRawBodies, rawBodyOf } from '#platform/http/raw-body.ts'
import { syncSubscriptionJob } from './jobs.ts'
import * as store from './store.ts'
import { stripeOf } from './stripe-client.ts'

const body_bytes_max = 1_000_000
/** Older signatures are rejected, so that a recorded request can't be sent again later. */
const tolerance_s = 5 * 60

const operation = describe({
  path: '/api/stripe/webhook',
  method: 'post',
  operation_id: 'receiveStripeWebhook',
  tag: 'billing',
  summary: 'Receives events of Stripe. The signature is checked against the raw body.',
  access: 'signature',
  body: { 'application/json': { type: 'object' } },
  reply: { 'application/json': { type: 'object' } },
  otherErrors: { 400: 'The signature is missing or invalid, or the body isn’t an event.' },
  problems: ['page_not_found', 'too_large', 'unavailable'],
})

const id_chars_max = 255
/** The fields that are read from an event. Its signature is verified, its format otherwise isn't. */
const Event = z.object({
  id: z.string().check(z.regex(/^[\w-]+$/), z.maxLength(id_chars_max)),
  data: z.object({ object: z.unknown() }),
})
/** The customer that an event is about. */
function customerOf(object: unknown): string | undefined {
  if (typeof object !== 'object' || object === null) return undefined
  const own_id = 'object' in object && object.object === 'customer' && 'id' in object ? object.id : undefined
  const customer = own_id ?? ('customer' in object ? object.customer : undefined)
  return typeof customer === 'string' ? customer : undefined
}

/**
 * Only records the event and queues a job that reads the current state, so events can arrive in any order, and the
 * reply is fast.
 */
export function stripeWebhook(app: FastifyInstance, ctx: Context): void {
  void app.register(async (scope) => {
    acceptRawBodies(scope, body_bytes_max)
    scope.post(
      '/api/stripe/webhook',
      { config: { policy: 'signature', operations: [operation] } },
      async (request, reply) => {
        const { stripe } = ctx.config
        if (!stripe) throw new Problem('page_not_found')
        const signature = request.headers['stripe-signature']
        const { webhooks } = await stripeOf(ctx)
        const event = await webhooks
          .constructEventAsync(
            rawBodyOf(request),
            typeof signature === 'string' ? signature : '',
            stripe.webhook_secret,
            tolerance_s,
            undefined,
            ctx.now(),
          )
          .catch(() => undefined)
        if (event === undefined)
          return reply.code(400).send({ message: 'The signature is missing or invalid.' })
        const { data: read } = Event.safeParse(event)
        if (!read) return reply.code(400).send({ message: 'The body isn’t an event.' })
        const customer = customerOf(read.data.object)
        await ctx.transaction(async (tx) => {
          if (!(await store.insertEvent(tx, read.id, isoNow(ctx)))) return
          const integration_id = customer && (await store.findByCustomer(tx, customer))
          if (integration_id)
            await tx.enqueue(syncSubscriptionJob, { integration_id }, { singleton_key: integration_id })
        })
        return reply.send({ received: true })
      },
    )
  })
}
