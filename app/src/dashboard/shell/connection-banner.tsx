import { useSyncExternalStore } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { useOnline } from '#platform/calls/use-online.ts'
import { onRealtimeState, type RealtimeState, realtimeState } from '#platform/realtime/realtime.ts'
import { StatusBar } from '#ui/status-bar.tsx'
import { useDelayed } from '#ui/use-delayed.ts'

/** A shorter interruption would only flicker. */
export const showAfter_ms = 3000

const messages = {
  connecting: 'shell.realtime_connecting',
  unavailable: 'shell.realtime_unavailable',
  failed: 'shell.realtime_failed',
  disconnected: 'shell.realtime_disconnected',
} as const

/** A banner below the top edge while offline or disconnected. Never a toast. */
export function ConnectionBanner() {
  const t = useT()
  const isOnline = useOnline()
  const state = useSyncExternalStore<RealtimeState>(onRealtimeState, realtimeState, () => 'initialized')
  const isDown = state !== 'connected' && state !== 'initialized'
  const isShown = useDelayed(isDown, showAfter_ms)
  if (!isOnline) {
    return (
      <StatusBar tone="warning" icon="wifi-off">
        {t('shell.offline')}
      </StatusBar>
    )
  }
  return (
    <StatusBar icon="refresh" tone={state === 'failed' ? 'warning' : 'neutral'}>
      {isShown && state !== 'connected' && state !== 'initialized' && t(messages[state])}
    </StatusBar>
  )
}
