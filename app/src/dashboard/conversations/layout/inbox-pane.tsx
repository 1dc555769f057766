import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { useSavedViews } from '#dashboard/saved-views'
import { useTagsQuery } from '#dashboard/tags'
import { ConversationList } from '../list/conversation-list.tsx'
import { isFiltered, teamOf } from '../list/list-params.ts'
import { ListSkeleton } from '../list/list-skeleton.tsx'
import type { RowCursor } from '../list/row-cursor.ts'
import { useCounts } from '../data/data.ts'
import { SearchBox } from '../search/search-box.tsx'
import { useInbox } from './inbox-context.ts'

const FilterChips = lazy(() =>
  import('../filters/filter-chips.tsx').then((module) => ({ default: module.FilterChips })),
)
const SearchResults = lazy(() =>
  import('../search/search-results.tsx').then((module) => ({ default: module.SearchResults })),
)

/**
 * The current list, or the search in all views.
 *
 * @param searchText null while the list is shown
 */
export function InboxPane({
  current,
  searchText,
  onSearch,
  selected,
  cursor,
}: {
  /** Changes with the list or its search. */
  current: string
  searchText: string | null
  onSearch: (text: string | null) => void
  selected: string | undefined
  cursor: RowCursor
}) {
  const { integration, listParams, isChanged, saved } = useInbox()
  const [params] = useSearchParams()
  const views = useSavedViews(integration.id, 'conversations')
  const counts = useCounts(integration.id)
  useTagsQuery(integration.id)
  if (searchText !== null) {
    // Not lazy: letters typed while the field loads would be lost or run shortcuts.
    return (
      <>
        <SearchBox search={searchText} onSearch={onSearch} onDown={() => cursor.move(1, undefined)} />
        <Suspense fallback={<ListSkeleton />}>
          <SearchResults selected={selected} cursor={cursor} search={searchText} />
        </Suspense>
      </>
    )
  }
  const namesView = params.has('saved')
  /** The URL names a view that is someone else's, or was deleted. */
  const isViewAbsent = namesView && views !== undefined && !saved
  const hasChips = (isFiltered(listParams) && !teamOf(listParams)) || isChanged || isViewAbsent
  return (
    <>
      {hasChips && (
        <Suspense fallback={<div className="h-11 shrink-0 border-b border-line" />}>
          <FilterChips isViewAbsent={isViewAbsent} />
        </Suspense>
      )}
      {namesView && !views ? (
        <ListSkeleton />
      ) : (
        <ConversationList
          key={`${integration.id} ${current}`}
          selected={selected}
          cursor={cursor}
          counts={counts}
        />
      )}
    </>
  )
}
