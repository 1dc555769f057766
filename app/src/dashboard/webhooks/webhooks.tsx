import type { Webhook } from '@ozvi/contract'
import { useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { CopyField } from '#ui/copy-field.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { PlanNotice, useHasFeature } from '#dashboard/billing'
import { useWebhookActions, useWebhooks } from './data.ts'
import { WebhookCard } from './webhook-card.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'

/** Addresses that the workspace's events are sent to, with their deliveries. */
export function Webhooks({ integration_id }: { integration_id: string }) {
  const t = useT()
  const query = useWebhooks(integration_id)
  const webhooks = query.data
  const actions = useWebhookActions(integration_id)
  const [edited, setEdited] = useState<Webhook | 'new' | null>(null)
  const isInPlan = useHasFeature(integration_id, 'webhooks')
  const create = isInPlan && (
    <Button size="sm" icon="plus" onClick={() => setEdited('new')}>
      {t('webhooks.new')}
    </Button>
  )
  return (
    <section className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-4">
        <h2 className="text-md font-semibold">
          {t('webhooks.title')}{' '}
          {webhooks && <span className="font-normal text-muted">{webhooks.length}</span>}
        </h2>
        {webhooks && webhooks.length > 0 && create}
      </div>
      <PlanNotice feature="webhooks">
        {webhooks && webhooks.length > 0 && t('webhooks.not_in_plan')}
      </PlanNotice>
      {actions.shown && (
        <Alert tone="warning" title={t('webhooks.once')}>
          <p className="mt-1">{t('webhooks.once_text')}</p>
          <CopyField label={t('webhooks.secret')} value={actions.shown.secret} className="mt-3 text-ink" />
        </Alert>
      )}
      {!webhooks && (
        <LoadFallback title={t('webhooks.failed')} query={query}>
          <Skeleton className="h-28 rounded-card" />
        </LoadFallback>
      )}
      {webhooks?.length === 0 && (
        <Card>
          <EmptyState icon="send" title={t('webhooks.none')} action={create}>
            {t('webhooks.none_text')}
          </EmptyState>
        </Card>
      )}
      {webhooks?.map((webhook) => (
        <WebhookCard
          key={webhook.id}
          webhook={webhook}
          actions={actions}
          isInPlan={isInPlan}
          onEdit={() => setEdited(webhook)}
        />
      ))}
      {edited && (
        <WebhookDialog
          webhook={edited === 'new' ? null : edited}
          actions={actions}
          onClose={() => setEdited(null)}
        />
      )}
    </section>
  )
}
