import * as z from 'zod/mini'
import { Nothing, queryInt, schemas } from '../api.schema.ts'
import { HttpUrl, Id, Time } from '../fields.schema.ts'
import { webhookEvents } from './webhooks.ts'

export const WebhookEvent = z.enum(webhookEvents)
export type WebhookEvent = z.infer<typeof WebhookEvent>
const Events = z.array(WebhookEvent).check(z.minLength(1), z.maxLength(webhookEvents.length))

/** An address of the workspace, without its secret. */
export const Webhook = z.object({
  id: Id,
  integration_id: Id,
  url: z.string(),
  events: z.array(WebhookEvent),
  is_on: z.boolean(),
  /** `paused`: the server paused it after a day of failures. */
  state: z.enum(['off', 'delivering', 'failing', 'paused']),
  failing_since: z.nullable(Time),
  /** Why the last request failed: a status or a network error. */
  problem: z.nullable(z.string()),
  /** Number of pending deliveries. */
  waiting: z.int(),
  /** Until when the previous secret also signs deliveries; null if there is none. */
  previous_secret_until: z.nullable(Time),
  created_at: Time,
})
export type Webhook = z.infer<typeof Webhook>
/** A webhook with its secret, which is returned only once. */
const WithSecret = z.extend(Webhook, { secret: z.string() })

export const WebhookDelivery = z.object({
  id: Id,
  event: z.union([WebhookEvent, z.literal('test')]),
  state: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.int(),
  /** Body of the request. */
  body: z.string(),
  /** HTTP status of the last response; null if there was none. */
  status: z.nullable(z.int()),
  /** Why the last request failed; null if it succeeded. */
  problem: z.nullable(z.string()),
  /** The beginning of the last response body. */
  answer: z.nullable(z.string()),
  /** Duration of the last request. */
  took_ms: z.nullable(z.int()),
  created_at: Time,
  /** When the last request was sent. */
  sent_at: z.nullable(Time),
  next_try_at: z.nullable(Time),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

const changing = ['not_found', 'forbidden', 'invalid_input', 'confirm_identity'] as const
export const listWebhooks = schemas({ output: z.array(Webhook), problems: ['not_found', 'forbidden'] })
export const createWebhook = schemas({
  input: z.object({ url: HttpUrl, events: Events }),
  output: WithSecret,
  problems: [...changing, 'plan_limit'],
})
export const updateWebhook = schemas({
  input: z.object({
    url: z.optional(HttpUrl),
    events: z.optional(Events),
    is_on: z.optional(z.boolean()),
  }),
  output: Webhook,
  problems: [...changing, 'plan_limit'],
})
export const deleteWebhook = schemas({
  output: Nothing,
  problems: ['not_found', 'forbidden', 'confirm_identity'],
})
export const renewWebhookSecret = schemas({ output: WithSecret, problems: [...changing] })
export const testWebhook = schemas({
  output: WebhookDelivery,
  problems: ['not_found', 'forbidden', 'rate_limited'],
})
export const listWebhookDeliveries = schemas({
  input: z.object({
    /** The `next` value of the previous page. */
    cursor: z.optional(z.string().check(z.maxLength(40))),
    limit: queryInt(1, 100, 25),
  }),
  output: z.object({ items: z.array(WebhookDelivery), next: z.nullable(z.string()) }),
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const replayWebhookDelivery = schemas({
  output: WebhookDelivery,
  problems: ['not_found', 'forbidden', 'rate_limited'],
})
export const webhooksChanged = z.object({ integration_id: Id })
