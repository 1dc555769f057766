import type { Conversation, InboxRow } from '@ozvi/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useUser } from '#platform/session/session.tsx'
import { cachedRow, conversationOf, listsIn } from './data.ts'
import { areFieldsMissing } from './missing-fields.ts'
import { applyServerState, showRow } from './optimistic-rows.ts'

interface ConversationKey {
  integration_id: string
  conversation_id: string
}
interface Change {
  row: InboxRow
  /** What the row shows until the server has answered. */
  optimistic: Partial<Conversation>
  send: (key: ConversationKey) => Promise<Conversation>
}

const pick = <T extends object>(values: T, names: readonly string[]): Partial<T> =>
  // Only names of these values are kept.
  Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name))) as Partial<T>

/** Changes a conversation. Shows immediately; on an error this change is reverted and the row loaded again. */
export function useConversationMutation() {
  const cache = useQueryClient()
  const { id: user_id } = useUser()
  return useMutation({
    mutationFn: ({ row: { integration_id, id }, send }: Change) =>
      send({ integration_id, conversation_id: id }),
    onMutate({ row, optimistic }) {
      // The cached row may be newer than the caller's.
      const previous = cachedRow(cache, row.integration_id, row.id) ?? row
      showRow(cache, row.integration_id, { ...previous, ...optimistic }, user_id)
      return previous
    },
    onSuccess: (answer) => applyServerState(cache, answer.integration_id, answer, user_id),
    onError(error, { row, optimistic }, previous = row) {
      const { integration_id } = row
      // Without a connection it can't be loaded again. Changes made or received in the meantime are kept.
      const now = cachedRow(cache, integration_id, row.id) ?? previous
      if (now.version === previous.version)
        showRow(cache, integration_id, { ...now, ...pick(previous, Object.keys(optimistic)) }, user_id)
      const read = Promise.all([
        cache.invalidateQueries({ queryKey: listsIn(integration_id) }),
        cache.invalidateQueries(conversationOf(integration_id, row.id)),
      ])
      // The dialog for missing fields shows the loaded values.
      return areFieldsMissing(error) ? read : undefined
    },
  })
}
export type ChangeConversation = ReturnType<typeof useConversationMutation>['mutateAsync']
