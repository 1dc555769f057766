import { type Conversation, conversationHidden } from '@ozvi/contract'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useHear } from '#platform/calls/hear.ts'

/** Of conversations that the reader was told not to see: since which version, by id. */
const hidden = new WeakMap<QueryClient, Map<string, number>>()

/** Whether what is known of a conversation is from before it left the reader's reach: an answer may come late. */
export const isHidden = (
  cache: QueryClient,
  { id, version }: Pick<Conversation, 'id' | 'version'>,
): boolean => version <= (hidden.get(cache)?.get(id) ?? 0)

/** To stand before whatever asks `isHidden`. */
export function useHidden(integration_id: string) {
  const cache = useQueryClient()
  useHear(conversationHidden, { integration_id }, ({ conversation_id, version }) => {
    const known = hidden.get(cache) ?? new Map<string, number>()
    hidden.set(cache, known.set(conversation_id, version))
  })
}
