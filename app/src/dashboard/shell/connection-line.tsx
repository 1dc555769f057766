import { useEffect, useState, useSyncExternalStore } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { useOnline } from '#platform/calls/online.ts'
import { onRealtimeState, type RealtimeState, realtimeState } from '#platform/realtime/realtime.ts'
import { StatusLine } from '#ui/status-line.tsx'

/** A shorter interruption would only flicker. */
export const patience_ms = 3000

const words = {
  connecting: 'shell.realtime_connecting',
  unavailable: 'shell.realtime_unavailable',
  failed: 'shell.realtime_failed',
  disconnected: 'shell.realtime_disconnected',
} as const

/** True once `isTrue` has been true for a while. */
function useLasting(isTrue: boolean): boolean {
  const [isLasting, setLasting] = useState(false)
  useEffect(() => {
    if (!isTrue) return setLasting(false)
    const timer = setTimeout(() => setLasting(true), patience_ms)
    return () => clearTimeout(timer)
  }, [isTrue])
  return isTrue && isLasting
}

/** A banner below the top edge while offline or disconnected. Never a toast. */
export function ConnectionLine() {
  const t = useT()
  const isOnline = useOnline()
  const state = useSyncExternalStore<RealtimeState>(onRealtimeState, realtimeState, () => 'initialized')
  const isDown = state !== 'connected' && state !== 'initialized'
  const isShown = useLasting(isDown)
  if (!isOnline) {
    return (
      <StatusLine tone="warning" icon="wifi-off">
        {t('shell.offline')}
      </StatusLine>
    )
  }
  return (
    <StatusLine icon="refresh" tone={state === 'failed' ? 'warning' : 'neutral'}>
      {isShown && state !== 'connected' && state !== 'initialized' && t(words[state])}
    </StatusLine>
  )
}
