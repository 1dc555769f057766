import type { Hubspot } from '@ozvi/contract'
import { errorText, useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { Alert } from '#ui/alert.tsx'
import { Badge } from '#ui/badge.tsx'
import { BaseDate } from '#ui/base-date.tsx'
import { Button } from '#ui/button.tsx'
import { Section } from '#ui/card.tsx'
import { confirm } from '#ui/confirm.ts'
import { toast } from '#ui/toast.ts'
import { useHubspotActions } from './data.ts'

const tones = { disconnected: 'neutral', connected: 'success', reconnect_needed: 'warning' } as const

/** The state of the connection, and its start and end. */
export function ConnectionSection({
  hubspot,
  isAllowed,
  isInPlan,
}: {
  hubspot: Hubspot
  isAllowed: boolean
  isInPlan: boolean
}) {
  const t = useT()
  const { authorize, disconnect } = useHubspotActions(hubspot.integration_id)
  const { run, isBusy, problem } = useAsyncAction(authorize)
  async function end() {
    const isDone = await confirm({
      title: t('hubspot.disconnect_title'),
      description: t('hubspot.disconnect_text'),
      confirmLabel: t('hubspot.disconnect'),
      action: disconnect,
    })
    if (isDone) toast.success(t('hubspot.disconnected'))
  }
  const isConnected = hubspot.status !== 'disconnected'
  return (
    <Section title={t('hubspot.connection')} description={t('hubspot.connection_text')}>
      <div className="flex flex-col items-start gap-4">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-base">
          <Badge tone={tones[hubspot.status]}>{t(`hubspot.status_${hubspot.status}`)}</Badge>
          {hubspot.account && <span className="font-medium">{hubspot.account}</span>}
          {hubspot.connected_at && hubspot.connected_by && (
            <span className="text-muted">
              {t('hubspot.connected_by', { name: hubspot.connected_by })}{' '}
              <BaseDate time={hubspot.connected_at} />
            </span>
          )}
        </div>
        {hubspot.status === 'reconnect_needed' && (
          <Alert tone="warning" title={t('hubspot.reconnect_text')} className="w-full" />
        )}
        {hubspot.retry_at && (
          <Alert title={t('hubspot.rate_limited')} className="w-full">
            <BaseDate time={hubspot.retry_at} />
          </Alert>
        )}
        {isAllowed && (
          <div className="flex flex-wrap gap-2">
            {isInPlan && hubspot.status !== 'connected' && (
              <Button variant="primary" isBusy={isBusy} onClick={() => void run()}>
                {t(isConnected ? 'hubspot.reconnect' : 'hubspot.connect')}
              </Button>
            )}
            {isConnected && <Button onClick={() => void end()}>{t('hubspot.disconnect')}</Button>}
          </div>
        )}
        {problem && <Alert tone="danger" title={errorText(problem)} className="w-full" />}
      </div>
    </Section>
  )
}
