import * as z from 'zod/mini'

/** What webhooks tell of, by the names the Pusher protocol gives it. */
export const webhook_names = [
  'channel_occupied',
  'channel_vacated',
  'member_added',
  'member_removed',
  'client_event',
  'cache_miss',
  'subscription_count',
] as const
export type WebhookName = (typeof webhook_names)[number]

/** One event as receivers read it. */
export const WebhookEvent = z.object({
  name: z.enum(webhook_names),
  channel: z.string(),
  /** Who came or went; who sent a client event, on presence channels. */
  user_id: z.optional(z.string()),
  /** Name of a client event. */
  event: z.optional(z.string()),
  /** What the client sent: its text, or else its JSON. */
  data: z.optional(z.string()),
  /** The connection a client event came from. */
  socket_id: z.optional(z.string()),
  subscription_count: z.optional(z.number()),
})
export type WebhookEvent = z.infer<typeof WebhookEvent>

/** What one request tells: events in their order, and when the first of them happened (epoch). */
export const WebhookBatch = z.object({ time_ms: z.number(), events: z.array(WebhookEvent) })
export type WebhookBatch = z.infer<typeof WebhookBatch>
