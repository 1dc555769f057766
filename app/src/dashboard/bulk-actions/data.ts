import {
  applyBulkActionChanged,
  type BulkAction,
  bulkActionChanged,
  getBulkAction,
  undoBulkAction,
} from '@ozvi/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { useLiveQuery } from '#platform/calls/use-live-query.ts'
import { toastError } from '#platform/calls/toast-error.ts'
import { call } from '#platform/calls/api-client.ts'
import { offerUndo } from '#ui/toast.ts'

/** A running bulk action, with the name of its team or assignee. */
export interface BulkEntry {
  action: BulkAction
  name: string
  /** Removes it from the undo shortcut, which its toast gets. */
  withdraw?: (() => void) | undefined
}
const poll_ms = 2_000

const bulkActionQuery = (action: BulkAction) =>
  queryOptions({
    queryKey: ['bulk-action', { integration_id: action.integration_id, id: action.id }],
    queryFn: () => call(getBulkAction, { integration_id: action.integration_id, bulk_action_id: action.id }),
    initialData: action,
  })
/** The progress of a bulk action, live; also polled, because it continues while the connection is down. */
export function useBulkAction(action: BulkAction): BulkAction {
  const query = bulkActionQuery(action)
  useLiveQuery(query, bulkActionChanged, { integration_id: action.integration_id }, applyBulkActionChanged)
  // The answer to an undo is newer than the cached action, which is done and wouldn't be polled.
  const newest = (cached: BulkAction = action) => (cached.version < action.version ? action : cached)
  const { data } = useQuery({
    ...query,
    refetchInterval: ({ state }) =>
      ['running', 'undoing'].includes(newest(state.data).state) ? poll_ms : false,
  })
  return newest(data)
}

export const undoBulk = ({ integration_id, id }: BulkAction) =>
  call(undoBulkAction, { integration_id, bulk_action_id: id })

export const canUndo = ({ kind }: BulkAction['change']): boolean => kind !== 'erase' && kind !== 'delete'

/** Running bulk actions of a page, newest last. */
export function useBulks() {
  const t = useT()
  const [entries, setBulks] = useState<readonly BulkEntry[]>([])
  const upsert = useCallback(
    (id: string, entry?: BulkEntry) =>
      setBulks((entries) => [...entries.filter(({ action }) => action.id !== id), ...(entry ? [entry] : [])]),
    [],
  )
  /**
   * Shows a new bulk action. The undo shortcut works immediately, even before the server has answered: what
   * was changed by then is reverted, the rest is skipped.
   */
  const start = useCallback(
    (started: Promise<BulkAction>, change: BulkAction['change'], name = '') => {
      const undo = () =>
        void started.then(undoBulk).then(
          (action) => upsert(action.id, { action, name }),
          (error: unknown) => toastError(error, t),
        )
      const withdraw = canUndo(change) ? offerUndo(undo) : undefined
      started.then(
        (action) => upsert(action.id, { action, name, withdraw }),
        (error: unknown) => {
          withdraw?.()
          toastError(error, t)
        },
      )
    },
    [upsert, t],
  )
  return { entries, upsert, start }
}
export type StartBulk = ReturnType<typeof useBulks>['start']
