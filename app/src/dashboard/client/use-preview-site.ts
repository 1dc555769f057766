import { getDataSourceItem, type Integration, listDataSourceItems, logoPath } from '@ozvi/contract'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect } from 'react'
import { call } from '#platform/calls/api-client.ts'
import { isBusy, useDataSources } from '#dashboard/data-sources'
import { fillExamplePage, previewSite, startPageOf } from './preview-site.ts'

/** Pages whose titles are the navigation of the example page. */
const pagesMax = 20

async function readSite(integration_id: string, source_id: string) {
  const key = { integration_id, source_id }
  const { items } = await call(listDataSourceItems, { ...key, status: 'indexed', limit: pagesMax })
  const start = startPageOf(items)
  if (!start) return null
  const { text } = await call(getDataSourceItem, { ...key, item_id: start.id })
  return previewSite(start, items, text)
}

/**
 * Shows the workspace's website on the example page, as far as it was read. Until then it is a sample shop.
 *
 * @returns to be called when the frame has loaded a page
 */
export function usePreviewSite(
  frame: RefObject<HTMLIFrameElement | null>,
  { id: integration_id, name, logo_id }: Integration,
) {
  const { data: sources = [] } = useDataSources(integration_id)
  const source = sources.find(({ kind, indexed }) => kind === 'website' && indexed > 0)
  const { data: site } = useQuery({
    // Once with the first page, and again with those that are read by the end of each run.
    queryKey: [
      'preview-site',
      {
        integration_id,
        source_id: source?.id,
        isReading: source && isBusy(source),
        last_run_at: source?.last_run_at,
      },
    ],
    placeholderData: (before) => before,
    queryFn: () => readSite(integration_id, source?.id ?? ''),
    enabled: source !== undefined,
    // The first pages are enough.
    staleTime: Infinity,
  })
  const logo = logo_id ? logoPath(integration_id, logo_id) : null
  const fill = () => {
    const page = frame.current?.contentDocument
    if (site && page) fillExamplePage(page, name, logo, site)
  }
  // oxlint-disable-next-line react/exhaustive-deps -- `fill` reads these
  useEffect(fill, [site, name, logo])
  return fill
}
