import { applyBulkActChanged, type BulkAct, bulkActChanged, getBulkAct, undoBulkAct } from '@ozvi/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { useLive } from '#platform/calls/live.ts'
import { sayFailure } from '#platform/calls/say-failure.ts'
import { call } from '#platform/calls/wire.ts'
import { offerUndo } from '#ui/toast.ts'

/** A running bulk action, with the name of its team or assignee. */
export interface Bulk {
  act: BulkAct
  name: string
  /** Removes it from the undo shortcut, which its toast gets. */
  withdraw?: (() => void) | undefined
}
const lookAgain_ms = 2_000

const actOf = (act: BulkAct) =>
  queryOptions({
    queryKey: ['bulk-act', { integration_id: act.integration_id, id: act.id }],
    queryFn: () => call(getBulkAct, { integration_id: act.integration_id, bulk_act_id: act.id }),
    initialData: act,
  })
/** The progress of a bulk action, live; also polled, because it continues while the connection is down. */
export function useBulkAct(act: BulkAct): BulkAct {
  const query = actOf(act)
  useLive(query, bulkActChanged, { integration_id: act.integration_id }, applyBulkActChanged)
  const { data } = useQuery({
    ...query,
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'running' || data?.state === 'undoing' ? lookAgain_ms : false,
  })
  return data.version < act.version ? act : data
}

export const undoBulk = ({ integration_id, id }: BulkAct) =>
  call(undoBulkAct, { integration_id, bulk_act_id: id })

export const canUndo = ({ kind }: BulkAct['change']): boolean => kind !== 'erase' && kind !== 'delete'

/** Running bulk actions of a page, newest last. */
export function useBulks() {
  const t = useT()
  const [bulks, setBulks] = useState<readonly Bulk[]>([])
  const put = useCallback(
    (id: string, bulk?: Bulk) =>
      setBulks((held) => [...held.filter(({ act }) => act.id !== id), ...(bulk ? [bulk] : [])]),
    [],
  )
  /**
   * Shows a new bulk action. The undo shortcut works immediately, even before the server has answered: what
   * was changed by then is reverted, the rest is skipped.
   */
  const begin = useCallback(
    (started: Promise<BulkAct>, change: BulkAct['change'], name = '') => {
      const undo = () =>
        void started.then(undoBulk).then(
          (act) => put(act.id, { act, name }),
          (error: unknown) => sayFailure(error, t),
        )
      const withdraw = canUndo(change) ? offerUndo(undo) : undefined
      started.then(
        (act) => put(act.id, { act, name, withdraw }),
        (error: unknown) => {
          withdraw?.()
          sayFailure(error, t)
        },
      )
    },
    [put, t],
  )
  return { bulks, put, begin }
}
export type BeginBulk = ReturnType<typeof useBulks>['begin']
