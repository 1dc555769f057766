import {
  applyContactChanged,
  applyVisitorCameOnline,
  applyVisitorHidden,
  applyVisitorLeft,
  applyVisitorMoved,
  contactChanged,
  contactHidden,
  visitorCameOnline,
  visitorLeft,
  visitorMoved,
} from '@ozvi/contract'
import { useQuery } from '@tanstack/react-query'
import { useLive } from '#platform/calls/live.ts'
import { onlineVisitorsQuery } from './query.ts'

/** Online contacts, live: arrivals, departures, navigation, messages and changes. */
export function useOnlineVisitors(integration_id: string) {
  const query = onlineVisitorsQuery(integration_id)
  const key = { integration_id }
  useLive(query, visitorCameOnline, key, applyVisitorCameOnline)
  useLive(query, visitorMoved, key, applyVisitorMoved)
  useLive(query, visitorLeft, key, applyVisitorLeft)
  useLive(query, contactHidden, key, applyVisitorHidden)
  useLive(query, contactChanged, key, (here, changed) => {
    const items = applyContactChanged(here.items, changed)
    return items ? { ...here, items } : here
  })
  return useQuery(query)
}
