import { type Conversation, conversationHidden } from '@ozvi/contract'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useHear } from '#platform/calls/hear.ts'

/** Conversations the member can no longer see: the version of the change, by id. */
const hidden = new WeakMap<QueryClient, Map<string, number>>()

/** Whether cached data of a conversation is older than the loss of access: a response may arrive late. */
export const isHidden = (
  cache: QueryClient,
  { id, version }: Pick<Conversation, 'id' | 'version'>,
): boolean => version <= (hidden.get(cache)?.get(id) ?? 0)

/** Must be mounted before anything that calls `isHidden`. */
export function useHidden(integration_id: string) {
  const cache = useQueryClient()
  useHear(conversationHidden, { integration_id }, ({ conversation_id, version }) => {
    const known = hidden.get(cache) ?? new Map<string, number>()
    hidden.set(cache, known.set(conversation_id, version))
  })
}
