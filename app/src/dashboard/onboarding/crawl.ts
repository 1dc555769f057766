import {
  createWebsiteSource,
  type DataSource,
  listDataSources,
  Problem,
  syncDataSource,
  updateDataSource,
} from '@ozvi/contract'
import { queryClient } from '#platform/calls/query-client.ts'
import { call } from '#platform/calls/api-client.ts'

/** The defaults of the website form. */
const limits = { depth: 5, pages_max: 100 }
const isSame = (one: string | undefined, other: string) =>
  one !== undefined && URL.canParse(one) && URL.canParse(other) && new URL(one).href === new URL(other).href

/** A website nothing was read from, such as a mistyped URL. */
const isDud = ({ kind, status, indexed }: DataSource) =>
  kind === 'website' && status === 'failed' && indexed === 0

/** Replaces a failed URL. */
async function replace({ id, config }: DataSource, integration_id: string, start_url: string) {
  const source = { integration_id, source_id: id }
  await call(updateDataSource, { ...source, website: { ...limits, ...config, start_url } })
  await call(syncDataSource, source)
}

/**
 * Starts reading a website unless it already is a source, so that navigating between steps changes nothing. A
 * failed URL is replaced.
 *
 * @throws Problem with the error at the field `url`
 */
export async function readWebsite(integration_id: string, start_url: string): Promise<void> {
  const sources = await call(listDataSources, { integration_id })
  if (sources.some(({ config }) => isSame(config.start_url, start_url))) return
  const dud = sources.find(isDud)
  try {
    if (dud) await replace(dud, integration_id, start_url)
    else await call(createWebsiteSource, { integration_id, id: crypto.randomUUID(), start_url, ...limits })
  } catch (error) {
    const errors = error instanceof Problem ? error.errors : undefined
    const urlErrors = errors?.start_url ?? errors?.['website.start_url']
    if (!(error instanceof Problem) || !urlErrors) throw error
    throw new Problem(error.code, { url: urlErrors }, { message: error.message })
  }
  await queryClient.invalidateQueries({ queryKey: ['data-sources', { integration_id }] })
}
