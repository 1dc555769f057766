import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  renewWebhookSecret,
  replayWebhookDelivery,
  testWebhook,
  updateWebhook,
  type WebhookEvent,
  webhooksChanged,
} from '@ozvi/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useInvalidateOn } from '#platform/calls/use-live-query.ts'
import { call } from '#platform/calls/api-client.ts'

export const webhooksOf = (integration_id: string) =>
  queryOptions({
    queryKey: ['webhooks', { integration_id }],
    queryFn: () => call(listWebhooks, { integration_id }),
  })
const deliveriesOf = (integration_id: string, webhook_id: string) =>
  queryOptions({
    queryKey: ['webhook-deliveries', { integration_id, webhook_id }],
    queryFn: () => call(listWebhookDeliveries, { integration_id, webhook_id }),
  })

/** The workspace's webhooks, live. */
export function useWebhooks(integration_id: string) {
  const query = webhooksOf(integration_id)
  useInvalidateOn(query, webhooksChanged, { integration_id })
  return useQuery(query)
}
/** The newest deliveries of a webhook, live. */
export function useDeliveries(integration_id: string, webhook_id: string) {
  const query = deliveriesOf(integration_id, webhook_id)
  useInvalidateOn(query, webhooksChanged, { integration_id })
  return useQuery(query)
}

/** Actions on webhooks, and the secret created on this page, which is shown once. */
export function useWebhookActions(integration_id: string) {
  const cache = useQueryClient()
  const [shown, setShown] = useState<{ id: string; url: string; secret: string } | null>(null)
  const refetch = async () => {
    await cache.invalidateQueries(webhooksOf(integration_id))
    await cache.invalidateQueries({ queryKey: ['webhook-deliveries', { integration_id }] })
  }
  return {
    shown,
    async create(url: string, events: WebhookEvent[]) {
      setShown(await call(createWebhook, { integration_id, url, events }))
      await refetch()
    },
    async update(webhook_id: string, changes: { url?: string; events?: WebhookEvent[]; is_on?: boolean }) {
      await call(updateWebhook, { integration_id, webhook_id, ...changes })
      await refetch()
    },
    async renew(webhook_id: string) {
      setShown(await call(renewWebhookSecret, { integration_id, webhook_id }))
      await refetch()
    },
    async remove(webhook_id: string) {
      await call(deleteWebhook, { integration_id, webhook_id })
      if (shown?.id === webhook_id) setShown(null)
      await refetch()
    },
    async test(webhook_id: string) {
      const delivery = await call(testWebhook, { integration_id, webhook_id })
      await refetch()
      return delivery
    },
    async replay(webhook_id: string, delivery_id: string) {
      await call(replayWebhookDelivery, { integration_id, webhook_id, delivery_id })
      await refetch()
    },
  }
}
export type WebhookActions = ReturnType<typeof useWebhookActions>
