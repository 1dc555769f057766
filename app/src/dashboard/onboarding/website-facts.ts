import { readWebsiteFacts, type WebsiteFacts } from '@ozvi/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { queryClient } from '#platform/calls/query-client.ts'
import { call } from '#platform/calls/wire.ts'

const factsOf = (url: string) =>
  queryOptions({
    queryKey: ['website-facts', { url }],
    queryFn: () => call(readWebsiteFacts, { url }),
    staleTime: Infinity,
    // Whatever it would say is only proposed.
    retry: false,
  })

/** What a website says of itself, once it has been read; undefined where it could not be, or there is no address. */
export const useWebsiteFacts = (url: string): WebsiteFacts | undefined =>
  useQuery({ ...factsOf(url), enabled: URL.canParse(url) }).data

/** The same, waited for: nothing depends on it, so no failure is one. */
export async function websiteFacts(url: string): Promise<WebsiteFacts | undefined> {
  if (!URL.canParse(url)) return undefined
  try {
    return await queryClient.ensureQueryData(factsOf(url))
  } catch {
    return undefined
  }
}
