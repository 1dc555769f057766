import {
  applyContactErasing,
  contactChanged,
  contactErased,
  contactErasing,
  contactHidden,
  contactMerged,
  contactNoteDeleted,
  contactsReassigned,
  contactTimelineAdded,
  getContact,
  tagMerged,
  visitorOnline,
  visitorOffline,
  visitorNavigated,
} from '@ozvi/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useLiveQuery } from '#platform/calls/use-live-query.ts'
import { call } from '#platform/calls/api-client.ts'

export const profileOf = (integration_id: string, contact_id: string) =>
  queryOptions({
    queryKey: ['contact', { integration_id, contact_id }],
    queryFn: () => call(getContact, { integration_id, contact_id }),
  })
/** A contact with details and page views, refetched on changes. */
export function useContactProfile(integration_id: string, contact_id: string) {
  const query = profileOf(integration_id, contact_id)
  const key = { integration_id }
  useLiveQuery(query, contactChanged, key, (profile, { id }) => (id === contact_id ? undefined : profile))
  useLiveQuery(query, contactHidden, key, (profile, { contact_id: id }) =>
    id === contact_id ? undefined : profile,
  )
  useLiveQuery(query, contactMerged, key, (profile, { source_id, target_id }) =>
    [source_id, target_id].includes(contact_id) ? undefined : profile,
  )
  useLiveQuery(query, contactTimelineAdded, key, (profile, { contact_id: id, item }) =>
    id === contact_id && item.kind === 'note' ? undefined : profile,
  )
  useLiveQuery(query, contactNoteDeleted, key, (profile, { contact_id: id }) =>
    id === contact_id ? undefined : profile,
  )
  useLiveQuery(query, contactErasing, key, applyContactErasing)
  useLiveQuery(query, contactErased, key, (profile, { contact_id: id }) =>
    // Nothing is left to load: the erasure is done.
    id === contact_id ? { ...profile, erasing: { done: 1, total: 1 } } : profile,
  )
  useLiveQuery(query, visitorOnline, key, (profile, { id, online_since, page }) =>
    id === contact_id ? { ...profile, online: { online_since, page } } : profile,
  )
  useLiveQuery(query, visitorNavigated, key, (profile, { contact_id: id, page }) =>
    id === contact_id && profile.online ? { ...profile, online: { ...profile.online, page } } : profile,
  )
  useLiveQuery(query, visitorOffline, key, (profile, { contact_id: id }) =>
    id === contact_id ? { ...profile, online: null } : profile,
  )
  useLiveQuery(query, contactsReassigned, key, (profile, { from_user_id }) =>
    profile.owner_id === from_user_id ? undefined : profile,
  )
  useLiveQuery(query, tagMerged, key, (profile, { id }) =>
    profile.tag_ids.includes(id) ? undefined : profile,
  )
  return useQuery(query)
}
