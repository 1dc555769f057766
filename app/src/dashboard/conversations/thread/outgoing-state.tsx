import { useEffect, useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import type { Outgoing } from '../outbox/outbox.ts'

/** Whether a message is being sent, or what it waits for. */
export function OutgoingState({ entry, onRetry }: { entry: Outgoing; onRetry: () => void }) {
  const t = useT()
  const { state, delay } = entry
  return (
    <p className="flex flex-wrap items-center justify-end gap-x-1 text-xs text-muted">
      <Icon name="clock" size={14} />
      {state === 'sending' ? (
        t('conversations.sending')
      ) : delay?.cause === 'rate_limit' ? (
        <RateLimit until_ms={delay.until_ms} />
      ) : (
        t(`conversations.waiting_${delay?.cause ?? 'turn'}`)
      )}
      {state === 'waiting' && delay?.cause === 'server' && delay.until_ms === 0 && (
        <Button variant="quiet" size="sm" onClick={onRetry}>
          {t('ui.retry')}
        </Button>
      )}
    </p>
  )
}

/** A countdown to the next attempt. Screen readers don't announce the seconds. */
function RateLimit({ until_ms }: { until_ms: number }) {
  const t = useT()
  const [now_ms, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(1, Math.ceil((until_ms - now_ms) / 1000))
  return <span aria-live="off">{t('conversations.waiting_rate_limit', { n: seconds })}</span>
}
