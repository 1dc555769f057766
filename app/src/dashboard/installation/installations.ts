import { applyWidgetLoaded, listInstallations, widgetLoaded } from '@ozvi/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useLiveQuery } from '#platform/calls/use-live-query.ts'
import { call } from '#platform/calls/api-client.ts'

export const installationsQuery = (integration_id: string) =>
  queryOptions({
    queryKey: ['installations', { integration_id }],
    queryFn: () => call(listInstallations, { integration_id }),
  })
/** Where the widget was loaded, live; latest first. */
export function useInstallations(integration_id: string) {
  const query = installationsQuery(integration_id)
  useLiveQuery(query, widgetLoaded, { integration_id }, applyWidgetLoaded)
  return useQuery(query)
}
