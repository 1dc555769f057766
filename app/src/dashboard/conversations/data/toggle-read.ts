import { type InboxRow, markSeen, markUnread } from '@ozvi/contract'
import { MutationObserver, type QueryClient } from '@tanstack/react-query'
import type { Translate } from '#platform/i18n/translator.ts'
import { toastError } from '#platform/calls/toast-error.ts'
import { call } from '#platform/calls/api-client.ts'
import { workspaceActivity } from '#dashboard/integrations'
import { rowsIn } from './rows.ts'

/** @param wasOpen an open conversation counts as read, whatever the row says */
export function toggleRead(cache: QueryClient, row: InboxRow, wasOpen: boolean, t: Translate): Promise<void> {
  const { integration_id, id: conversation_id, seen_seq, last_seq } = row
  const isUnread = seen_seq < last_seq && !wasOpen
  /** Sets the member's read cursor, also backwards. */
  const showRead = (seen_seq: number) =>
    rowsIn(cache).change(conversation_id, (row) => ({ ...row, seen_seq }))
  // Without a hook, because the list loads this only when it is used.
  const toggling = new MutationObserver(cache, {
    mutationFn: () =>
      isUnread
        ? call(markSeen, { integration_id, conversation_id, seq: last_seq })
        : call(markUnread, { integration_id, conversation_id }),
    onMutate: () => showRead(isUnread ? last_seq : last_seq - 1),
    onSuccess(answer) {
      if (answer) showRead(answer.seen_seq)
      return cache.invalidateQueries(workspaceActivity)
    },
    onError(error) {
      showRead(seen_seq)
      toastError(error, t)
    },
  })
  return toggling.mutate().then(
    () => undefined,
    () => undefined,
  )
}
