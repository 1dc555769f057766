import {
  applyContactChanged,
  applyVisitorOnline,
  applyVisitorHidden,
  applyVisitorOffline,
  applyVisitorNavigated,
  contactChanged,
  contactHidden,
  visitorOnline,
  visitorOffline,
  visitorNavigated,
} from '@ozvi/contract'
import { useQuery } from '@tanstack/react-query'
import { useLiveQuery } from '#platform/calls/use-live-query.ts'
import { onlineVisitorsQuery } from './query.ts'

/** Online contacts, live: arrivals, departures, navigation, messages and changes. */
export function useOnlineVisitors(integration_id: string) {
  const query = onlineVisitorsQuery(integration_id)
  const key = { integration_id }
  useLiveQuery(query, visitorOnline, key, applyVisitorOnline)
  useLiveQuery(query, visitorNavigated, key, applyVisitorNavigated)
  useLiveQuery(query, visitorOffline, key, applyVisitorOffline)
  useLiveQuery(query, contactHidden, key, applyVisitorHidden)
  useLiveQuery(query, contactChanged, key, (online, changed) => {
    const items = applyContactChanged(online.items, changed)
    return items ? { ...online, items } : online
  })
  return useQuery(query)
}
