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
export interface WebhookEvent {
  name: WebhookName
  channel: string
  /** Who came or went; who sent a client event, on presence channels. */
  user_id?: string
  /** Name of a client event. */
  event?: string
  /** What the client sent: its text, or else its JSON. */
  data?: string
  /** The connection a client event came from. */
  socket_id?: string
  subscription_count?: number
}

/** What one request tells: events in their order, and when the first of them happened (epoch). */
export interface WebhookBatch {
  time_ms: number
  events: WebhookEvent[]
}
