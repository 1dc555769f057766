import { getConversation, type InboxRow } from '@ozvi/contract'
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#platform/calls/api-client.ts'
import { entitiesOf, useEntities, useEntity } from '#platform/entities.ts'

/** Every loaded conversation, by id. Lists hold ids. */
export const rowsIn = (cache: QueryClient) => entitiesOf<InboxRow>(cache, 'conversations')
export const useRow = (id: string): InboxRow | undefined => useEntity(rowsIn(useQueryClient()), id)
export const useRows = (ids: readonly string[]): InboxRow[] => useEntities(rowsIn(useQueryClient()), ids)

/** Changes a stored row by what an event does to a list of rows. */
export const changeRow = (
  cache: QueryClient,
  id: string,
  apply: (rows: readonly InboxRow[]) => readonly InboxRow[],
): void => rowsIn(cache).change(id, (row) => apply([row])[0] ?? row)

export type RowKey = Pick<InboxRow, 'integration_id' | 'id'>
/** Reads one conversation without its messages. The result is its id: the row is stored with all others. */
export const conversationOf = (integration_id: string, conversation_id: string) =>
  queryOptions({
    queryKey: ['conversation', { integration_id, conversation_id }],
    queryFn: async ({ client }) => {
      const row = await call(getConversation, { integration_id, conversation_id })
      rowsIn(client).put([row])
      return row.id
    },
  })
/** One conversation; shown immediately if a list has its row. */
export function useConversation(integration_id: string, conversation_id: string) {
  const { error, isFetching, refetch } = useQuery(conversationOf(integration_id, conversation_id))
  return { row: useRow(conversation_id), error, isFetching, refetch }
}
