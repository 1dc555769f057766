/** Webhook events, named as in the Pusher protocol. */
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

/** One event as receivers get it. */
export interface WebhookEvent {
  name: WebhookName
  channel: string
  /** Who joined or left; the sender of a client event, on presence channels. */
  user_id?: string
  /** Name of a client event. */
  event?: string
  /** What the client sent: its text, or else its JSON. */
  data?: string
  /** The connection a client event came from. */
  socket_id?: string
  subscription_count?: number
}

/** The content of one request: events in order, and the time of the first (epoch). */
export interface WebhookBatch {
  time_ms: number
  events: WebhookEvent[]
}
