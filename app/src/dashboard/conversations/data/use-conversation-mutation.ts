import type { Conversation, InboxRow } from '@ozvi/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { areFieldsMissing } from './missing-fields.ts'
import { refetchRows } from './lists.ts'
import { applyChange, guessRow } from './row-changes.ts'

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

/** Changes a conversation. Shows immediately; on an error this change is reverted and the row loaded again. */
export function useConversationMutation() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ row: { integration_id, id }, send }: Change) =>
      send({ integration_id, conversation_id: id }),
    onMutate: ({ row, optimistic }) => guessRow(cache, row, optimistic),
    onSuccess(answer, _, undo) {
      // The answer first, so that the row doesn't flash.
      applyChange(cache, answer)
      undo()
    },
    onError(error, { row: { integration_id } }, undo) {
      undo?.()
      const read = refetchRows(cache, integration_id)
      // The dialog for missing fields shows the loaded values.
      return areFieldsMissing(error) ? read : undefined
    },
  })
}
export type ChangeConversation = ReturnType<typeof useConversationMutation>['mutateAsync']
