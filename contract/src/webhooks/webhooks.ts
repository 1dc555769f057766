import { defineEvent, defineRoute } from '../api.ts'
import { workspaceChannel } from '../channels.ts'
import type * as schema from './webhooks.schema.ts'

export type { Webhook, WebhookDelivery, WebhookEvent } from './webhooks.schema.ts'

export const webhookEvents = [
  'conversation.created',
  'conversation.assigned',
  'conversation.status_changed',
  'conversation.handed_over',
  'conversation.rated',
  'message.created',
  'contact.created',
  'contact.updated',
] as const
export const webhooksMax = 10

const path = '/api/integration/:integration_id/webhook'
const one = `${path}/:webhook_id` as const
export const listWebhooks = defineRoute<typeof schema.listWebhooks>()('GET', path)
/**
 * Creates a webhook.
 * @throws Problem `plan_limit` · `invalid_input` on `url`: not https, or not open to outgoing requests; the workspace
 *   has `webhooksMax` addresses
 */
export const createWebhook = defineRoute<typeof schema.createWebhook>()('POST', path)
/** Updates a webhook. Turning on a paused webhook resumes it from its oldest pending delivery. */
export const updateWebhook = defineRoute<typeof schema.updateWebhook>()('PUT', one)
export const deleteWebhook = defineRoute<typeof schema.deleteWebhook>()('DELETE', one)
/** Creates a new secret. The previous secret also signs deliveries for 24 hours. */
export const renewWebhookSecret = defineRoute<typeof schema.renewWebhookSecret>()('POST', `${one}/secret`)
/** Sends a test event immediately, without retries. */
export const testWebhook = defineRoute<typeof schema.testWebhook>()('POST', `${one}/test`)
/** Lists deliveries, newest first. They are kept for 7 days. */
export const listWebhookDeliveries = defineRoute<typeof schema.listWebhookDeliveries>()(
  'GET',
  `${one}/delivery`,
)
/** Queues the same event again with the same body. */
export const replayWebhookDelivery = defineRoute<typeof schema.replayWebhookDelivery>()(
  'POST',
  `${one}/delivery/:delivery_id/replay`,
)
/** An address or its log has changed. */
export const webhooksChanged = defineEvent<typeof schema.webhooksChanged>()(
  'WebhooksChanged',
  workspaceChannel,
)
