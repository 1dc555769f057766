import { conversationChanged } from '@ozvi/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { useIsHydrated } from '#platform/document/use-client-hints.tsx'
import { useEvent } from '#platform/calls/use-event.ts'
import { cn } from '#ui/cn.ts'
import { workspaceActivity } from '#dashboard/integrations'

/** Bundles bursts of changes: the count joins read cursors, which is slower than the counts of views. */
const settle_ms = 2_000

function useUnread(integration_id: string): number {
  const cache = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEvent(conversationChanged, { integration_id }, () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      void cache.invalidateQueries(workspaceActivity)
    }, settle_ms)
  })
  const { data } = useQuery(workspaceActivity)
  return data?.find((each) => each.integration_id === integration_id)?.unread ?? 0
}

/** The number of unread conversations next to the inbox; nothing if there are none. */
export function UnreadBadge({ integration_id, className }: { integration_id: string; className?: string }) {
  const t = useT()
  const formats = useFormats()
  const unread = useUnread(integration_id)
  // The count may change before the HTML is hydrated.
  const isHydrated = useIsHydrated()
  if (unread === 0 || !isHydrated) return null
  return (
    <span
      className={cn(
        'flex h-4.5 min-w-4.5 items-center justify-center rounded-full bg-primary px-1 text-xs font-medium text-on-primary forced-colors:outline',
        className,
      )}
    >
      <span aria-hidden>{unread > 99 ? '99+' : formats.number(unread)}</span>
      <span className="sr-only">{t('conversations.unread_count', { count: unread })}</span>
    </span>
  )
}
