import { applyBulkActChanged, type BulkAct, bulkActChanged, getBulkAct, undoBulkAct } from '@ozvi/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useLive } from '#platform/live.ts'
import { call } from '#platform/wire.ts'

/** An act that is under way, and what its words name: a person, a team. */
export interface Bulk {
  act: BulkAct
  name: string
}
const lookAgain_ms = 2_000

const actOf = (act: BulkAct) =>
  queryOptions({
    queryKey: ['bulk-act', { integration_id: act.integration_id, id: act.id }],
    queryFn: () => call(getBulkAct, { integration_id: act.integration_id, bulk_act_id: act.id }),
    initialData: act,
  })
/** How far an act has come, live; looked up as well, since it goes on while the line is down. */
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
