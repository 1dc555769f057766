import {
  applyContactErasing,
  contactChanged,
  contactErased,
  contactErasing,
  contactHidden,
  contactMerged,
  contactNoteDeleted,
  contactsPassedOn,
  contactTimelineAdded,
  getContact,
  tagMerged,
  visitorCameOnline,
  visitorLeft,
  visitorMoved,
} from '@ozvi/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useLive } from '#platform/calls/live.ts'
import { call } from '#platform/calls/wire.ts'

export const profileOf = (integration_id: string, contact_id: string) =>
  queryOptions({
    queryKey: ['contact', { integration_id, contact_id }],
    queryFn: () => call(getContact, { integration_id, contact_id }),
  })
/** A contact with details and page views, refetched on changes. */
export function useContactProfile(integration_id: string, contact_id: string) {
  const query = profileOf(integration_id, contact_id)
  const key = { integration_id }
  useLive(query, contactChanged, key, (profile, { id }) => (id === contact_id ? undefined : profile))
  useLive(query, contactHidden, key, (profile, { contact_id: id }) =>
    id === contact_id ? undefined : profile,
  )
  useLive(query, contactMerged, key, (profile, { source_id, target_id }) =>
    [source_id, target_id].includes(contact_id) ? undefined : profile,
  )
  useLive(query, contactTimelineAdded, key, (profile, { contact_id: of, item }) =>
    of === contact_id && item.kind === 'note' ? undefined : profile,
  )
  useLive(query, contactNoteDeleted, key, (profile, { contact_id: of }) =>
    of === contact_id ? undefined : profile,
  )
  useLive(query, contactErasing, key, applyContactErasing)
  useLive(query, contactErased, key, (profile, { contact_id: id }) =>
    // Nothing is left to load: the erasure is done.
    id === contact_id ? { ...profile, erasing: { done: 1, total: 1 } } : profile,
  )
  useLive(query, visitorCameOnline, key, (profile, { id, here_since, page }) =>
    id === contact_id ? { ...profile, here: { here_since, page } } : profile,
  )
  useLive(query, visitorMoved, key, (profile, { contact_id: id, page }) =>
    id === contact_id && profile.here ? { ...profile, here: { ...profile.here, page } } : profile,
  )
  useLive(query, visitorLeft, key, (profile, { contact_id: id }) =>
    id === contact_id ? { ...profile, here: null } : profile,
  )
  useLive(query, contactsPassedOn, key, (profile, { from_user_id }) =>
    profile.owner_id === from_user_id ? undefined : profile,
  )
  useLive(query, tagMerged, key, (profile, { id }) => (profile.tag_ids.includes(id) ? undefined : profile))
  return useQuery(query)
}
