import {
  applyViewerChanged,
  conversationChanged,
  conversationHidden,
  listViewers,
  type Viewer,
  viewerChanged,
  writerChanged,
} from '@ozvi/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useHear } from '#platform/calls/hear.ts'
import { useLive } from '#platform/calls/live.ts'
import { useUser } from '#platform/session/session.tsx'
import { call } from '#platform/calls/wire.ts'
import { useTypingMarks } from '../composer/marks.ts'
import { holdViewers } from './viewers-at.tsx'
import { Viewers } from './viewers.tsx'

/** Interval of a full refresh, in case an event was lost. */
const askAgain_ms = 60_000
const viewersIn = (integration_id: string) =>
  queryOptions({
    queryKey: ['viewers', { integration_id }],
    queryFn: () => call(listViewers, { integration_id }),
    refetchInterval: askAgain_ms,
  })

interface Props {
  integration_id: string
  /** Whether conversations can become visible without an earlier event. */
  isLimited: boolean
}
/** Keeps `ViewersAt` up to date while mounted. */
export function WatchViewers({ integration_id, isLimited }: Props) {
  const { id: user_id } = useUser()
  const viewers = useViewers(integration_id, isLimited)
  const {
    marks: writers,
    end,
    renew,
  } = useTypingMarks<Viewer, Viewer>(({ conversation_id, user_id }) => conversation_id + user_id)
  useHear(writerChanged, { integration_id }, ({ conversation_id, user_id, is_writing }) =>
    (is_writing ? renew : end)({ conversation_id, user_id }),
  )
  useEffect(() => {
    const writing = writers.map(({ until_ms: _, ...writer }) => ({ ...writer, is_writing: true as const }))
    const others = [...writing, ...viewers].filter((viewer) => viewer.user_id !== user_id)
    holdViewers(others, Viewers)
  }, [viewers, writers, user_id])
  useEffect(() => () => holdViewers([]), [])
  return null
}

const nobody: Viewer[] = []
function useViewers(integration_id: string, isLimited: boolean): Viewer[] {
  const query = viewersIn(integration_id)
  const cache = useQueryClient()
  const known = useRef(new Set<string>())
  useLive(query, viewerChanged, { integration_id }, applyViewerChanged)
  useLive(query, conversationHidden, { integration_id }, (viewers, hidden) => {
    known.current.delete(hidden.conversation_id)
    return viewers.filter(({ conversation_id }) => conversation_id !== hidden.conversation_id)
  })
  // A conversation that becomes visible to a member with partial access: earlier viewer events went to
  // others.
  useHear(conversationChanged, { integration_id }, ({ id }) => {
    if (!isLimited || known.current.has(id)) return
    known.current.add(id)
    void cache.invalidateQueries({ ...query, exact: true })
  })
  const { data = nobody } = useQuery(query)
  return data
}
