import {
  applyTagChanged,
  applyTagDeleted,
  countTags,
  createTag,
  deleteTag,
  listTags,
  mergeTag,
  restoreTag,
  type Tag,
  tagChanged,
  type TagColour,
  tagDeleted,
  tagMerged,
  updateTag,
} from '@ozvi/contract'
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLive, useReadAgain } from '#platform/calls/live.ts'
import { call } from '#platform/calls/wire.ts'

export const tagsOf = (integration_id: string) =>
  queryOptions({
    queryKey: ['tags', { integration_id }],
    queryFn: () => call(listTags, { integration_id }),
  })
/** Tags of the workspace by name, live; empty until loaded. */
export function useTagsQuery(integration_id: string) {
  const query = tagsOf(integration_id)
  useLive(query, tagChanged, { integration_id }, applyTagChanged)
  useLive(query, tagDeleted, { integration_id }, applyTagDeleted)
  useLive(query, tagMerged, { integration_id }, applyTagDeleted)
  return useQuery(query)
}
const none: Tag[] = []
/** The cached tags; the hook that lists them keeps them up to date. */
export const useTags = (integration_id: string): Tag[] => useQuery(tagsOf(integration_id)).data ?? none

const countsOf = (integration_id: string) =>
  queryOptions({
    queryKey: ['tag-counts', { integration_id }],
    queryFn: () => call(countTags, { integration_id }),
  })
/** Number of conversations with each tag. */
export function useTagCounts(integration_id: string): Record<string, number> | undefined {
  const query = countsOf(integration_id)
  useReadAgain(query, tagMerged, { integration_id })
  return useQuery({ ...query, staleTime: 0 }).data
}

const change = (cache: QueryClient, integration_id: string, next: (held: Tag[]) => Tag[]) =>
  cache.setQueryData(tagsOf(integration_id).queryKey, (held) => held && next(held))

/** Actions on tags; each shows the server's answer immediately. */
export function useTagActions(integration_id: string) {
  const cache = useQueryClient()
  return useMemo(() => {
    const keep = (tag: Tag) => {
      change(cache, integration_id, (held) => applyTagChanged(held, tag))
      return tag
    }
    const drop = (id: string) => change(cache, integration_id, (held) => applyTagDeleted(held, { id }))
    return {
      create: async (name: string, colour?: TagColour) =>
        keep(await call(createTag, { integration_id, name, ...(colour ? { colour } : {}) })),
      update: async (tag_id: string, changes: { name?: string; colour?: TagColour }) =>
        keep(await call(updateTag, { integration_id, tag_id, ...changes })),
      remove: async (tag_id: string) => {
        await call(deleteTag, { integration_id, tag_id })
        drop(tag_id)
      },
      restore: async (tag_id: string) => keep(await call(restoreTag, { integration_id, tag_id })),
      merge: async (tag_id: string, into_id: string) => {
        await call(mergeTag, { integration_id, tag_id, into_id })
        drop(tag_id)
      },
    }
  }, [cache, integration_id])
}
export type TagActions = ReturnType<typeof useTagActions>
