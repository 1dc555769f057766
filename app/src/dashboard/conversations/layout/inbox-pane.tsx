import { lazy, Suspense } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useSavedViews } from '#dashboard/saved-views'
import { useTagsQuery } from '#dashboard/tags'
import { ConversationList } from '../list/conversation-list.tsx'
import { isFiltered, teamOf } from '../list/list-params.ts'
import { ListSkeleton } from '../list/list-skeleton.tsx'
import type { RowCursor } from '../list/row-cursor.ts'
import { useCounts } from '../data/data.ts'
import type { InboxAddresses } from './use-inbox-addresses.ts'
import { useInbox } from './inbox-context.ts'

const FilterChips = lazy(() =>
  import('../filters/filter-chips.tsx').then((module) => ({ default: module.FilterChips })),
)
const SearchPane = lazy(() =>
  import('../search/search-pane.tsx').then((module) => ({ default: module.SearchPane })),
)

/**
 * The current list, or the search in all views.
 *
 * @param searchText null while the list is shown
 */
export function InboxPane({
  addresses: { current, withSearch },
  searchText,
  selected,
  cursor,
}: {
  addresses: InboxAddresses
  searchText: string | null
  selected: string | undefined
  cursor: RowCursor
}) {
  const { integration, listParams, isChanged, saved } = useInbox()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const views = useSavedViews(integration.id, 'conversations')
  const counts = useCounts(integration.id)
  useTagsQuery(integration.id)
  if (searchText !== null) {
    return (
      <Suspense fallback={<ListSkeleton />}>
        <SearchPane
          selected={selected}
          cursor={cursor}
          search={searchText}
          onSearch={(next) => void navigate({ search: withSearch(next) }, { replace: true })}
          onClose={() => void navigate({ search: withSearch(null) })}
        />
      </Suspense>
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
