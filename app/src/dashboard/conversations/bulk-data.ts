import {
  applyBulkActChanged,
  type BulkAct,
  bulkActChanged,
  type BulkChange,
  type Conversation,
  getBulkAct,
  type InboxRow,
  startBulkAct,
  undoBulkAct,
  writeFilter,
} from '@ozvi/contract'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useLive } from '#platform/live.ts'
import { call } from '#platform/wire.ts'
import { showRow } from './actions.ts'
import { here, listsIn } from './data.ts'
import type { Wanted } from './wanted.ts'

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

/** What a row will look like, as far as that can be known before the server has said so. */
function guess(change: BulkChange, row: InboxRow): Partial<Conversation> {
  if (change.kind === 'status')
    return {
      status: change.status,
      snoozed_until: change.snoozed_until ?? null,
      ...(change.status === 'open' ? {} : { waiting_since: null }),
    }
  if (change.kind === 'assignee') return { assignee_id: change.assignee_id }
  if (change.kind === 'team') return { team_id: change.team_id }
  if (change.kind === 'priority') return { priority: change.priority }
  const kept = row.tag_ids.filter((id) => !change.remove.includes(id) && !change.add.includes(id))
  return { tag_ids: [...kept, ...change.add] }
}

export const readListsAgain = (cache: QueryClient, integration_id: string) =>
  cache.invalidateQueries({ queryKey: listsIn(integration_id) })

/** Shows a change of these rows at once, and asks for it: of them, or of the whole list they stand in. */
export async function startBulk(
  cache: QueryClient,
  user_id: string,
  integration_id: string,
  change: BulkChange,
  rows: readonly InboxRow[],
  whole: Wanted | undefined,
): Promise<BulkAct> {
  for (const row of rows) showRow(cache, integration_id, { ...row, ...guess(change, row) }, user_id)
  try {
    return await call(startBulkAct, {
      integration_id,
      id: crypto.randomUUID(),
      change,
      ...(whole
        ? { list: { view: whole.view, ...writeFilter(whole.filter), ...here() } }
        : { conversation_ids: rows.map(({ id }) => id) }),
    })
  } catch (error) {
    await readListsAgain(cache, integration_id)
    throw error
  }
}
export const undoBulk = ({ integration_id, id }: BulkAct) =>
  call(undoBulkAct, { integration_id, bulk_act_id: id })
