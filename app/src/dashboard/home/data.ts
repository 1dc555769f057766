import { conversationChanged, countConversations, dataSourceChanged, listDataSources } from '@ozvi/contract'
import { queryOptions, useSuspenseQueries } from '@tanstack/react-query'
import { useReadAgain } from '#platform/live.ts'
import { call } from '#platform/wire.ts'
import { usersQuery } from '#dashboard/users'

const countsQuery = (integration_id: string) =>
  queryOptions({
    queryKey: ['conversation-counts', { integration_id }],
    queryFn: () => call(countConversations, { integration_id }),
  })
const sourcesQuery = (integration_id: string) =>
  queryOptions({
    queryKey: ['data-sources', { integration_id }],
    queryFn: () => call(listDataSources, { integration_id }),
  })

/** What the dashboard shows of a workspace, kept current. */
export function useOverview(integration_id: string) {
  useReadAgain(countsQuery(integration_id), conversationChanged, { integration_id })
  useReadAgain(sourcesQuery(integration_id), dataSourceChanged, { integration_id })
  const [counts, sources, team] = useSuspenseQueries({
    queries: [countsQuery(integration_id), sourcesQuery(integration_id), usersQuery(integration_id)],
  })
  return { counts: counts.data, sources: sources.data, team: team.data }
}
