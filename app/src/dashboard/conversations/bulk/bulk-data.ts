import {
  type BulkAction,
  type BulkChange,
  type Conversation,
  type FieldChanges,
  type InboxRow,
  startBulkAction,
  serializeFilter,
} from '@ozvi/contract'
import { MutationObserver, type QueryClient } from '@tanstack/react-query'
import { browserTimeZone } from '#platform/time/browser-time-zone.ts'
import { call } from '#platform/calls/api-client.ts'
import { refetchRows } from '../data/lists.ts'
import { showChange } from '../data/row-changes.ts'
import type { ListParams } from '../list/list-params.ts'

/** The optimistic state of a row. */
function predictRow(change: Exclude<BulkChange, { kind: 'delete' }>, row: InboxRow): Partial<Conversation> {
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
  const remaining = row.tag_ids.filter((id) => !change.remove.includes(id) && !change.add.includes(id))
  return { tag_ids: [...remaining, ...change.add] }
}

/** Resolves the remaining conversations of a bulk action, with values for empty required fields. */
export const startIncomplete = (
  { integration_id, id }: BulkAction,
  fields: FieldChanges,
): Promise<BulkAction> =>
  call(startBulkAction, {
    integration_id,
    id: crypto.randomUUID(),
    change: { kind: 'status', status: 'resolved', fields },
    left_by: id,
  })

/** Applies a change to rows optimistically and starts it: for these rows, or for the whole list. */
export function startBulk(
  cache: QueryClient,
  integration_id: string,
  change: BulkChange,
  rows: readonly InboxRow[],
  list: ListParams | undefined,
): Promise<BulkAction> {
  // Without a hook, because it is loaded only when it is used.
  const starting = new MutationObserver(cache, {
    mutationFn: () =>
      call(startBulkAction, {
        integration_id,
        id: crypto.randomUUID(),
        change,
        ...(list
          ? { list: { view: list.view, ...serializeFilter(list.filter), ...browserTimeZone() } }
          : { conversation_ids: rows.map(({ id }) => id) }),
      }),
    onMutate() {
      for (const row of rows)
        showChange(cache, row, change.kind === 'delete' ? 'delete' : predictRow(change, row))
    },
    onError: () => refetchRows(cache, integration_id),
  })
  return starting.mutate()
}
