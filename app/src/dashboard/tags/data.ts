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
  type TagColor,
  tagDeleted,
  tagMerged,
  updateTag,
} from '@ozvi/contract'
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLiveQuery, useInvalidateOn } from '#platform/calls/use-live-query.ts'
import { call } from '#platform/calls/api-client.ts'
import { changeData } from '#platform/calls/cached-data.ts'

export const tagsOf = (integration_id: string) =>
  queryOptions({
    queryKey: ['tags', { integration_id }],
    queryFn: () => call(listTags, { integration_id }),
  })
/** Tags of the workspace by name, live; empty until loaded. */
export function useTagsQuery(integration_id: string) {
  const query = tagsOf(integration_id)
  useLiveQuery(query, tagChanged, { integration_id }, applyTagChanged)
  useLiveQuery(query, tagDeleted, { integration_id }, applyTagDeleted)
  useLiveQuery(query, tagMerged, { integration_id }, applyTagDeleted)
  return useQuery(query)
}
const none: Tag[] = []
/** The cached tags; the hook that lists them keeps them up to date. */
export const useTags = (integration_id: string): Tag[] => useQuery(tagsOf(integration_id)).data ?? none

export const countsOf = (integration_id: string) =>
  queryOptions({
    queryKey: ['tag-counts', { integration_id }],
    queryFn: () => call(countTags, { integration_id }),
  })
/** Number of conversations with each tag. */
export function useTagCounts(integration_id: string): Record<string, number> | undefined {
  const query = countsOf(integration_id)
  useInvalidateOn(query, tagMerged, { integration_id })
  return useQuery({ ...query, staleTime: 0 }).data
}

const change = (cache: QueryClient, integration_id: string, next: (cached: Tag[]) => Tag[]) =>
  changeData(cache, tagsOf(integration_id), next)

/** Actions on tags; each shows the server's answer immediately. */
export function useTagActions(integration_id: string) {
  const cache = useQueryClient()
  return useMemo(() => {
    const upsert = (tag: Tag) => {
      change(cache, integration_id, (cached) => applyTagChanged(cached, tag))
      return tag
    }
    const drop = (id: string) => change(cache, integration_id, (cached) => applyTagDeleted(cached, { id }))
    return {
      create: async (name: string, color?: TagColor) =>
        upsert(await call(createTag, { integration_id, name, ...(color ? { color } : {}) })),
      update: async (tag_id: string, changes: { name?: string; color?: TagColor }) =>
        upsert(await call(updateTag, { integration_id, tag_id, ...changes })),
      remove: async (tag_id: string) => {
        await call(deleteTag, { integration_id, tag_id })
        drop(tag_id)
      },
      restore: async (tag_id: string) => upsert(await call(restoreTag, { integration_id, tag_id })),
      merge: async (tag_id: string, into_id: string) => {
        await call(mergeTag, { integration_id, tag_id, into_id })
        drop(tag_id)
      },
    }
  }, [cache, integration_id])
}
export type TagActions = ReturnType<typeof useTagActions>
