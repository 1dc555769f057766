import {
  type BulkAct,
  type BulkChange,
  type Conversation,
  type FieldChanges,
  type InboxRow,
  startBulkAct,
  writeFilter,
} from '@ozvi/contract'
import type { QueryClient } from '@tanstack/react-query'
import { here } from '#platform/time/here.ts'
import { call } from '#platform/calls/wire.ts'
import { showRow } from '../data/actions.ts'
import { listsHeld, listsIn } from '../data/data.ts'
import { withoutRow } from '../list/rows.ts'
import type { Wanted } from '../list/wanted.ts'

/** The optimistic state of a row. */
function guess(change: Exclude<BulkChange, { kind: 'delete' }>, row: InboxRow): Partial<Conversation> {
  if (change.kind === 'status')
    return {
      status: change.status,
      snoozed_until: change.snoozed_until ?? null,
      ...(change.status === 'open' ? {} : { waiting_since: null }),
    }
  if (change.kind === 'assignee') return { assignee_id: change.assignee_id }
  if (change.kind === 'team') return { team_id: change.team_id }
  if (change.kind === 'priority') return { priority: change.priority }
  if (change.kind === 'macro' || change.kind === 'block') return {}
  const kept = row.tag_ids.filter((id) => !change.remove.includes(id) && !change.add.includes(id))
  return { tag_ids: [...kept, ...change.add] }
}

const readListsAgain = (cache: QueryClient, integration_id: string) =>
  cache.invalidateQueries({ queryKey: listsIn(integration_id) })

/** Resolves the remaining conversations of a bulk action, with values for empty required fields. */
export const startLeft = ({ integration_id, id }: BulkAct, fields: FieldChanges): Promise<BulkAct> =>
  call(startBulkAct, {
    integration_id,
    id: crypto.randomUUID(),
    change: { kind: 'status', status: 'resolved', fields },
    left_by: id,
  })

/** Applies a change to rows optimistically and starts it: for these rows, or for the whole list. */
export async function startBulk(
  cache: QueryClient,
  user_id: string,
  integration_id: string,
  change: BulkChange,
  rows: readonly InboxRow[],
  whole: Wanted | undefined,
): Promise<BulkAct> {
  for (const row of rows) {
    if (change.kind !== 'delete') showRow(cache, integration_id, { ...row, ...guess(change, row) }, user_id)
    else
      for (const { key, data } of listsHeld(cache, integration_id))
        cache.setQueryData(key, withoutRow(data, { conversation_id: row.id }))
  }
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
