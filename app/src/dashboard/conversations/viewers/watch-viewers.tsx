import {
  applyViewerChanged,
  conversationChanged,
  conversationHidden,
  listViewers,
  type Viewer,
  viewerChanged,
  teammateTypingChanged,
} from '@ozvi/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useEvent } from '#platform/calls/use-event.ts'
import { useLiveQuery } from '#platform/calls/use-live-query.ts'
import { useUser } from '#platform/session/session.tsx'
import { call } from '#platform/calls/api-client.ts'
import { useTypingMarks } from '../composer/typing-marks.ts'
import { setViewers } from './viewer-avatars.tsx'
import { Viewers } from './viewers.tsx'

/** Interval of a full refresh, in case an event was lost. */
const poll_ms = 60_000
const viewersIn = (integration_id: string) =>
  queryOptions({
    queryKey: ['viewers', { integration_id }],
    queryFn: () => call(listViewers, { integration_id }),
    refetchInterval: poll_ms,
  })

interface Props {
  integration_id: string
  /** Whether conversations can become visible without an earlier event. */
  isLimited: boolean
}
/** Keeps `ViewerAvatars` up to date while mounted. */
export function WatchViewers({ integration_id, isLimited }: Props) {
  const { id: user_id } = useUser()
  const viewers = useViewers(integration_id, isLimited)
  const {
    marks: writers,
    end,
    renew,
  } = useTypingMarks<Viewer, Viewer>(({ conversation_id, user_id }) => conversation_id + user_id)
  useEvent(teammateTypingChanged, { integration_id }, ({ conversation_id, user_id, is_writing }) =>
    (is_writing ? renew : end)({ conversation_id, user_id }),
  )
  useEffect(() => {
    const writing = writers.map(({ until_ms: _, ...writer }) => ({ ...writer, is_writing: true as const }))
    const otherViewers = [...writing, ...viewers].filter((viewer) => viewer.user_id !== user_id)
    setViewers(otherViewers, Viewers)
  }, [viewers, writers, user_id])
  useEffect(() => () => setViewers([]), [])
  return null
}

const nobody: Viewer[] = []
function useViewers(integration_id: string, isLimited: boolean): Viewer[] {
  const query = viewersIn(integration_id)
  const cache = useQueryClient()
  const knownIds = useRef(new Set<string>())
  useLiveQuery(query, viewerChanged, { integration_id }, applyViewerChanged)
  useLiveQuery(query, conversationHidden, { integration_id }, (viewers, hidden) => {
    knownIds.current.delete(hidden.conversation_id)
    return viewers.filter(({ conversation_id }) => conversation_id !== hidden.conversation_id)
  })
  // A conversation that becomes visible to a member with partial access: earlier viewer events went to
  // others.
  useEvent(conversationChanged, { integration_id }, ({ id }) => {
    if (!isLimited || knownIds.current.has(id)) return
    knownIds.current.add(id)
    void cache.invalidateQueries({ ...query, exact: true })
  })
  const { data = nobody } = useQuery(query)
  return data
}
