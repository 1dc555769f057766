import {
  type ContactFilterParams,
  type ContactKind,
  type ContactSort,
  contactSorts,
  parseContactFilter,
  type SavedView,
  serializeContactFilter,
} from '@ozvi/contract'
import { useQueryParams } from '#platform/document/use-query-params.ts'
import { useSearchText } from '#ui/use-search-text.ts'
import type { ListParams } from './contact-list.ts'

/** A URL names a segment, alone or with parameters that replace the segment's. */
const filterNames = ['search', 'kind', 'rules', 'match'] as const

/** The list parameters in a URL. */
export function listParamsOf(params: URLSearchParams, segments: readonly SavedView[] | undefined) {
  const segment = segments?.find(({ id }) => id === params.get('segment'))
  const hasOwnFilter = !segment || params.has('rules')
  const filter = parseContactFilter(hasOwnFilter ? Object.fromEntries(params) : segment.filter)
  const listParams: ListParams = {
    ...filter,
    sort: contactSorts.find((sort) => sort === params.get('sort')) ?? 'last_seen',
  }
  return { segment, filter, listParams }
}

/**
 * The list parameters in the URL, so that they can be shared. Typed text is added when typing pauses.
 *
 * @param segments undefined while loading
 */
export function useListParams(segments: readonly SavedView[] | undefined) {
  const [params, updateParams] = useQueryParams()
  const { segment, filter, listParams } = listParamsOf(params, segments)
  const filterTexts = serializeContactFilter(filter)
  const isChanged =
    segment !== undefined &&
    filterNames.some(
      (name) => filterTexts[name] !== serializeContactFilter(parseContactFilter(segment.filter))[name],
    )
  const typed = useSearchText(filter.search, () => applyFilter({}))
  /** Pending text is included, so that it doesn't overwrite this change later. */
  function applyFilter(changes: Partial<ContactFilterParams>) {
    const texts = serializeContactFilter({ ...filter, search: typed.markApplied(), ...changes })
    updateParams({
      ...Object.fromEntries(filterNames.map((name) => [name, texts[name] ?? null])),
      // With a segment, an empty filter must be explicit.
      ...(segment ? { rules: texts['rules'] ?? '' } : {}),
    })
  }
  return {
    listParams,
    filterTexts,
    /** The selected segment, also if modified. */
    segment,
    /** The list differs from the segment. */
    isChanged,
    /** The segment in the URL hasn't been loaded yet. */
    isPending: params.has('segment') && segments === undefined,
    /** Query string of all contacts, or of a segment; keeps the sort order. */
    searchOf: (id: string | null) => {
      const next = new URLSearchParams({
        ...(id && { segment: id }),
        ...(params.has('sort') && { sort: listParams.sort }),
      }).toString()
      return next && `?${next}`
    },
    openSegment: (id: string) =>
      updateParams({ segment: id, ...Object.fromEntries(filterNames.map((name) => [name, null])) }),
    /** Whether contacts online now are shown instead of all. */
    isOnlineView: params.get('view') === 'online',
    setOnlineView: (isOnline: boolean) => updateParams({ view: isOnline ? 'online' : null }),
    text: typed.text,
    setText: typed.setText,
    setKind: (kind: ContactKind | null) => applyFilter({ kind: kind ?? undefined }),
    setRules: (next: Pick<ContactFilterParams, 'rules' | 'match'>) => applyFilter(next),
    setSort: (sort: ContactSort) => updateParams({ sort: sort === 'last_seen' ? null : sort }),
    clear: () => {
      typed.clear()
      updateParams({ segment: null, ...Object.fromEntries(filterNames.map((name) => [name, null])) })
    },
  }
}
