import { readWebsiteFacts, type WebsiteFacts } from '@ozvi/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { queryClient } from '#platform/calls/query-client.ts'
import { call } from '#platform/calls/api-client.ts'

const factsOf = (url: string) =>
  queryOptions({
    queryKey: ['website-facts', { url }],
    queryFn: () => call(readWebsiteFacts, { url }),
    staleTime: Infinity,
    // It is only a suggestion.
    retry: false,
  })

/** Facts of a website once loaded; undefined if it failed, or there is no address. */
export const useWebsiteFacts = (url: string): WebsiteFacts | undefined =>
  useQuery({ ...factsOf(url), enabled: URL.canParse(url) }).data

/** Loads the facts about a website; undefined on an error. */
export async function websiteFacts(url: string): Promise<WebsiteFacts | undefined> {
  if (!URL.canParse(url)) return undefined
  try {
    return await queryClient.ensureQueryData(factsOf(url))
  } catch {
    return undefined
  }
}
