import { type Conversation, conversationHidden } from '@ozvi/contract'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEvent } from '#platform/calls/use-event.ts'

/** Conversations the member can no longer see: the version of the change, by id. */
const revoked = new WeakMap<QueryClient, Map<string, number>>()

/** Whether cached data of a conversation is older than the loss of access: a response may arrive late. */
export const isRevoked = (
  cache: QueryClient,
  { id, version }: Pick<Conversation, 'id' | 'version'>,
): boolean => version <= (revoked.get(cache)?.get(id) ?? 0)

/** Must be mounted before anything that calls `isRevoked`. */
export function useRevocations(integration_id: string) {
  const cache = useQueryClient()
  useEvent(conversationHidden, { integration_id }, ({ conversation_id, version }) => {
    const versions = revoked.get(cache) ?? new Map<string, number>()
    revoked.set(cache, versions.set(conversation_id, version))
  })
}
