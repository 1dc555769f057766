import { type InboxRow, markSeen } from '@ozvi/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { logWarning } from '#platform/log.ts'
import { call } from '#platform/calls/api-client.ts'
import { workspaceActivity } from '#dashboard/integrations'
import { rowsIn } from './rows.ts'

const onVisibility = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
const useVisible = () =>
  useSyncExternalStore(
    onVisibility,
    () => document.visibilityState === 'visible',
    () => false,
  )

/** Marks an open conversation on a visible page as seen. */
export function useMarkSeen(integration_id: string, { id, seen_seq, last_seq }: InboxRow) {
  const cache = useQueryClient()
  const isVisible = useVisible()
  useEffect(() => {
    if (!isVisible || seen_seq >= last_seq) return
    const show = () =>
      rowsIn(cache).change(id, (row) => (row.seen_seq < last_seq ? { ...row, seen_seq: last_seq } : row))
    show()
    call(markSeen, { integration_id, conversation_id: id, seq: last_seq }).then(
      () => {
        // The conversation is read at the same time, and that response may be older.
        show()
        return cache.invalidateQueries(workspaceActivity)
      },
      (error: unknown) => logWarning(`Couldn’t mark the messages as seen: ${String(error)}`),
    )
  }, [cache, isVisible, integration_id, id, seen_seq, last_seq])
}
