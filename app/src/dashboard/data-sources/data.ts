import {
  type AnswerImport,
  applyDataSourceChanged,
  applyDataSourceDeleted,
  confirmDataSource,
  createApiSource,
  createPushKey,
  createQuestionSource,
  createTextSource,
  createWebsiteSource,
  type DataSource,
  dataSourceChanged,
  dataSourceDeleted,
  type DataSourceItem,
  deleteDataSource,
  getDataSource,
  getDataSourceItem,
  importSavedAnswers,
  type Input,
  type ItemStatus,
  itemStatuses,
  listDataSourceItems,
  listDataSources,
  pagesMax,
  stopDataSource,
  syncDataSource,
  updateDataSource,
  updateDataSourceItem,
  uploadFileSource,
} from '@ozvi/contract'
import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLiveQuery } from '#platform/calls/use-live-query.ts'
import { call } from '#platform/calls/api-client.ts'
import { sendForm } from '#platform/calls/send-form.ts'
import { changeAll, changeData, storeNewer } from '#platform/calls/cached-data.ts'
import { showItemInTree } from './folder-data.ts'

export const sourcesOf = (integration_id: string) =>
  queryOptions({
    queryKey: ['data-sources', { integration_id }],
    queryFn: () => call(listDataSources, { integration_id }),
  })
/** All data sources of the workspace, live. */
export function useDataSources(integration_id: string) {
  const query = sourcesOf(integration_id)
  useLiveQuery(query, dataSourceChanged, { integration_id }, applyDataSourceChanged)
  useLiveQuery(query, dataSourceDeleted, { integration_id }, applyDataSourceDeleted)
  return useQuery(query)
}

export const sourceOf = (integration_id: string, source_id: string) =>
  queryOptions({
    queryKey: ['data-source', { integration_id, source_id }],
    queryFn: () => call(getDataSource, { integration_id, source_id }),
  })
export function useDataSource(integration_id: string, source_id: string) {
  const query = sourceOf(integration_id, source_id)
  useLiveQuery(query, dataSourceChanged, { integration_id }, (source, changed) =>
    changed.id === source.id ? (applyDataSourceChanged([source], changed)[0] ?? source) : source,
  )
  return useQuery(query)
}

/** The page limit that includes every page found on a website. */
export const pagesToRead = ({ found, config }: DataSource) =>
  Math.min(pagesMax, Math.max(found, config.pages_max ?? 0))

export const differences = ['added', 'changed', 'removed'] as const
export type ItemFilter = ItemStatus | (typeof differences)[number] | 'all'
const filterOf = (filter: ItemFilter) => {
  const difference = differences.find((each) => each === filter)
  if (difference) return { difference }
  const status = itemStatuses.find((each) => each === filter)
  return status ? { status } : {}
}
const itemsOf = (integration_id: string, source_id: string, filter: ItemFilter, search: string) =>
  infiniteQueryOptions({
    queryKey: ['data-source-items', { integration_id, source_id }, filter, search] as const,
    queryFn: ({ pageParam }) =>
      call(listDataSourceItems, {
        integration_id,
        source_id,
        ...filterOf(filter),
        ...(search ? { search } : {}),
        ...(pageParam ? { cursor: pageParam } : {}),
      }),
    // The first page has no cursor; the type of cursors is inferred from here.
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
/** Items of a source, refetched when the source changes. */
export function useItems(integration_id: string, source_id: string, filter: ItemFilter, search: string) {
  const query = itemsOf(integration_id, source_id, filter, search)
  useLiveQuery(query, dataSourceChanged, { integration_id }, (data, changed) =>
    changed.id === source_id ? undefined : data,
  )
  return useInfiniteQuery(query)
}
export const itemOf = (integration_id: string, source_id: string, item_id: string) =>
  queryOptions({
    queryKey: ['data-source-item', { integration_id, source_id, item_id }],
    queryFn: () => call(getDataSourceItem, { integration_id, source_id, item_id }),
  })
export const useItem = (integration_id: string, source_id: string, item_id: string) =>
  useQuery(itemOf(integration_id, source_id, item_id))

export type WebsiteFields = Omit<Input<typeof createWebsiteSource>, 'integration_id' | 'id'>
export type TextFields = Omit<Input<typeof createTextSource>, 'integration_id' | 'id'>
export type QuestionFields = Omit<Input<typeof createQuestionSource>, 'integration_id' | 'id'>
type Changes = Omit<Input<typeof updateDataSource>, 'integration_id' | 'source_id'>

/** Shows an item's switch in every place that lists the item. */
function showItemSwitch(
  cache: QueryClient,
  integration_id: string,
  item: DataSourceItem,
  is_enabled: boolean,
) {
  const { id, source_id } = item
  const key = { integration_id, source_id }
  changeData(cache, itemOf(integration_id, source_id, id), (cached) => ({ ...cached, is_enabled }))
  showItemInTree(cache, key, item, is_enabled)
  changeAll<{ pages: { items: DataSourceItem[] }[] }>(cache, ['data-source-items', key], (data) => ({
    ...data,
    pages: data.pages.map((page) => ({
      ...page,
      items: page.items.map((one) => (one.id === id ? { ...one, is_enabled } : one)),
    })),
  }))
}

const sendAnswers = (integration_id: string, file: File, isTrial: boolean) =>
  sendForm(importSavedAnswers, { integration_id }, { is_trial: String(isTrial), file })
const sendFile = (integration_id: string, id: string, file: File) =>
  sendForm(uploadFileSource, { integration_id }, { id, file })

/** Actions on data sources; each shows the server's answer immediately, with or without an event. */
export function useSourceActions(integration_id: string) {
  const cache = useQueryClient()
  return useMemo(() => {
    function upsert(source: DataSource): DataSource {
      changeData(cache, sourcesOf(integration_id), (list) => applyDataSourceChanged(list, source))
      storeNewer(cache, sourceOf(integration_id, source.id), source)
      return source
    }
    const ids = (source_id: string) => ({ integration_id, source_id })
    const newIds = () => ({ integration_id, id: crypto.randomUUID() })
    return {
      addWebsite: async (fields: WebsiteFields) =>
        upsert(await call(createWebsiteSource, { ...newIds(), ...fields })),
      addApi: async (name: string) => upsert(await call(createApiSource, { ...newIds(), name })),
      /** @returns the key, which is shown once */
      async newPushKey(source_id: string): Promise<string> {
        const { source, key } = await call(createPushKey, ids(source_id))
        upsert(source)
        return key
      },
      addText: async (fields: TextFields) => upsert(await call(createTextSource, { ...newIds(), ...fields })),
      addQuestion: async (fields: QuestionFields) =>
        upsert(await call(createQuestionSource, { ...newIds(), ...fields })),
      /** @param isTrial returns the changes without saving them */
      async importAnswers(file: File, isTrial: boolean): Promise<AnswerImport> {
        const result = await sendAnswers(integration_id, file, isTrial)
        if (!isTrial) await cache.invalidateQueries({ queryKey: sourcesOf(integration_id).queryKey })
        return result
      },
      /** @param id the same for every attempt, so that it can be retried */
      addFile: async (id: string, file: File) => upsert(await sendFile(integration_id, id, file)),
      change: async (source_id: string, changes: Changes) =>
        upsert(await call(updateDataSource, { ...ids(source_id), ...changes })),
      sync: async (source_id: string) => upsert(await call(syncDataSource, ids(source_id))),
      confirm: async (source_id: string) => upsert(await call(confirmDataSource, ids(source_id))),
      /** Raises the page limit of a website to the number of pages found, and syncs it. */
      async readAll(source: DataSource) {
        const { id, config } = source
        const { start_url = '', depth, include, exclude } = config
        const website = {
          start_url,
          ...(depth === undefined ? {} : { depth }),
          ...(include && { include }),
          ...(exclude && { exclude }),
          pages_max: pagesToRead(source),
        }
        await call(updateDataSource, { ...ids(id), website })
        upsert(await call(syncDataSource, ids(id)))
      },
      stop: async (source_id: string) => upsert(await call(stopDataSource, ids(source_id))),
      async remove(source_id: string) {
        await call(deleteDataSource, ids(source_id))
        // Items are deleted in batches; an event reports the end.
        changeData(cache, sourcesOf(integration_id), (list) =>
          list.map((source) =>
            source.id === source_id ? { ...source, status: 'deleting' as const } : source,
          ),
        )
      },
      /** Shown immediately; reverted on an error. */
      async enableItem(item: DataSourceItem, is_enabled: boolean) {
        showItemSwitch(cache, integration_id, item, is_enabled)
        try {
          await call(updateDataSourceItem, { ...ids(item.source_id), item_id: item.id, is_enabled })
        } catch (error) {
          showItemSwitch(cache, integration_id, item, !is_enabled)
          throw error
        }
      },
    }
  }, [cache, integration_id])
}
export type SourceActions = ReturnType<typeof useSourceActions>
