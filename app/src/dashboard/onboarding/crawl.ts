import { createWebsiteSource, listDataSources, Problem } from '@ozvi/contract'
import { queryClient } from '#platform/query-client.ts'
import { call } from '#platform/wire.ts'

/** As the form for websites offers them. */
const limits = { depth: 5, pages_max: 100 }
const isSame = (one: string | undefined, other: string) =>
  one !== undefined && URL.canParse(one) && URL.canParse(other) && new URL(one).href === new URL(other).href

/**
 * Has a website read, unless it is a source already: going back and forth through the steps changes nothing.
 *
 * @throws Problem with the refusal at the field `url`.
 */
export async function readWebsite(integration_id: string, start_url: string): Promise<void> {
  const sources = await call(listDataSources, { integration_id })
  if (sources.some(({ config }) => isSame(config.start_url, start_url))) return
  try {
    await call(createWebsiteSource, { integration_id, id: crypto.randomUUID(), start_url, ...limits })
  } catch (error) {
    const said = error instanceof Problem ? error.errors?.start_url : undefined
    if (!(error instanceof Problem) || !said) throw error
    throw new Problem(error.code, { url: said }, { message: error.message })
  }
  await queryClient.invalidateQueries({ queryKey: ['data-sources', { integration_id }] })
}
