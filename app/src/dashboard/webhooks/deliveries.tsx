import type { WebhookDelivery } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { toastError } from '#platform/calls/toast-error.ts'
import { Badge } from '#ui/badge.tsx'
import { BaseDate } from '#ui/base-date.tsx'
import { Button } from '#ui/button.tsx'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.ts'
import { useDeliveries, type WebhookActions } from './data.ts'
import { indentJson } from './indent-json.ts'

interface DeliveriesProps {
  integration_id: string
  webhook_id: string
  actions: WebhookActions
}
/** The newest deliveries of a webhook, with request and response. */
export function Deliveries({ integration_id, webhook_id, actions }: DeliveriesProps) {
  const t = useT()
  const query = useDeliveries(integration_id, webhook_id)
  const { data } = query
  if (!data)
    return (
      <LoadFallback title={t('webhooks.log_failed')} query={query}>
        <Skeleton className="h-24 rounded-control" />
      </LoadFallback>
    )
  if (data.items.length === 0) return <p className="text-sm text-muted">{t('webhooks.log_none')}</p>
  return (
    <ul className="divide-y divide-line rounded-control border border-line" aria-label={t('webhooks.log')}>
      {data.items.map((delivery) => (
        <li key={delivery.id}>
          <Delivery
            delivery={delivery}
            onReplay={() =>
              actions.replay(webhook_id, delivery.id).then(
                () => toast.success(t('webhooks.replayed')),
                (failure: unknown) => toastError(failure, t),
              )
            }
          />
        </li>
      ))}
    </ul>
  )
}

const tones = { delivered: 'success', waiting: 'neutral', failed: 'danger' } as const

function Delivery({ delivery, onReplay }: { delivery: WebhookDelivery; onReplay: () => Promise<unknown> }) {
  const t = useT()
  const { event, state, status, problem, attempts, took_ms, body, answer, created_at, next_try_at } = delivery
  const isRetried = state === 'waiting' && attempts > 0
  return (
    <details>
      <summary className="flex cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 text-sm hover:bg-inset">
        <code className="font-mono">{event}</code>
        <Badge tone={isRetried ? 'warning' : tones[state]}>
          {isRetried ? t('webhooks.retrying') : t(`webhooks.state_${state}`)}
        </Badge>
        {(status ?? problem) !== null && <span className="text-muted">{status ?? problem}</span>}
        <span className="ml-auto text-muted">
          <BaseDate time={created_at} format="ago" />
        </span>
      </summary>
      <div className="flex flex-col gap-3 px-3 pb-3">
        <p className="text-sm text-muted">
          {t('webhooks.attempts', { count: attempts })}
          {took_ms !== null && ` · ${t('webhooks.took', { ms: took_ms })}`}
          {next_try_at && (
            <>
              {' · '}
              {t('webhooks.next_try')} <BaseDate time={next_try_at} />
            </>
          )}
        </p>
        <Excerpt label={t('webhooks.request')} text={body} />
        {answer && <Excerpt label={t('webhooks.response')} text={answer} />}
        {event !== 'test' && (
          <Button size="sm" icon="refresh" className="self-start" onClick={() => void onReplay()}>
            {t('webhooks.replay')}
          </Button>
        )}
      </div>
    </details>
  )
}

const Excerpt = ({ label, text }: { label: string; text: string }) => (
  <div>
    <p className="text-sm font-medium">{label}</p>
    <pre
      tabIndex={0}
      aria-label={label}
      className="mt-1 max-h-48 overflow-auto rounded-control bg-subtle p-2 font-mono text-sm break-all whitespace-pre-wrap"
    >
      {indentJson(text)}
    </pre>
  </div>
)
