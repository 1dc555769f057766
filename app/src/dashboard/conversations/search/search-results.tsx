import type { SearchHit } from '@ozvi/contract'
import { useLayoutEffect } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadError } from '#ui/load-error.tsx'
import { useInbox } from '../layout/inbox-context.ts'
import { ListSkeleton } from '../list/list-skeleton.tsx'
import type { RowCursor } from '../list/row-cursor.ts'
import { SearchHitRow } from './search-hit-row.tsx'
import { useSearch } from './search-data.ts'

/** Searches for numbers, and words with more than one letter. */
const hasWords = (search: string) => /\d|[\p{L}\p{N}]{2}/u.test(search)

/** Every conversation with the words, and where they occur. */
export function SearchResults({
  selected,
  cursor,
  search,
}: {
  selected: string | undefined
  cursor: RowCursor
  search: string
}) {
  const { integration } = useInbox()
  const results = useSearch(integration.id, search)
  const hits = search === '' ? [] : (results.data?.pages.flatMap(({ items }) => items) ?? [])
  useLayoutEffect(() =>
    cursor.hold({
      ids: hits.map(({ conversation: { id } }) => id),
      reveal: () => undefined,
    }),
  )
  return (
    <>
      <ResultCount search={search} results={results} count={hits.length} />
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles the keys of its rows */}
      <div
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain low:overscroll-auto"
        onKeyDown={({ key }) => {
          if (key === 'ArrowDown') cursor.move(1, selected)
          else if (key === 'ArrowUp') cursor.move(-1, selected)
        }}
      >
        <Results search={search} results={results} hits={hits} selected={selected} />
      </div>
    </>
  )
}

type SearchQuery = ReturnType<typeof useSearch>

/** Announces the number of results to screen readers. */
function ResultCount({ search, results, count }: { search: string; results: SearchQuery; count: number }) {
  const t = useT()
  const { data, isPlaceholderData, hasNextPage } = results
  const isReady = search !== '' && data && !isPlaceholderData
  const text =
    count === 0
      ? t('search.search_nothing')
      : t(hasNextPage ? 'search.found_more' : 'search.found', { count })
  return (
    <p role="status" className="sr-only">
      {isReady ? text : ''}
    </p>
  )
}

interface ResultsProps {
  search: string
  results: SearchQuery
  hits: readonly SearchHit[]
  selected: string | undefined
}
function Results({ search, results, hits, selected }: ResultsProps) {
  const t = useT()
  const { data, error, isFetching, refetch, isPlaceholderData } = results
  if (search === '')
    return (
      <EmptyState icon="search" title={t('search.search_empty')}>
        {t('search.search_empty_text')}
      </EmptyState>
    )
  if (error)
    return (
      <div className="p-4">
        <LoadError
          title={t('search.search_failed')}
          error={error}
          isFetching={isFetching}
          refetch={refetch}
        />
      </div>
    )
  if (!data || (isPlaceholderData && hits.length === 0)) return <ListSkeleton />
  if (hits.length === 0)
    return (
      <EmptyState icon="search" title={t('search.search_nothing')}>
        {hasWords(search) ? t('search.search_nothing_text', { search }) : t('search.search_wordless')}
      </EmptyState>
    )
  return <HitList results={results} hits={hits} selected={selected} />
}

function HitList({ results, hits, selected }: Omit<ResultsProps, 'search'>) {
  const t = useT()
  const { data, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage } = results
  const corrected = data?.pages[0]?.corrected ?? []
  return (
    <>
      {corrected.length > 0 && (
        <p className="border-b border-line bg-subtle px-4 py-2 text-sm text-muted">
          {corrected.map(({ word, to }) => (
            <span key={word} className="block">
              {t('search.corrected', { word, to: to.join(', ') })}
            </span>
          ))}
        </p>
      )}
      <ul aria-label={t('search.results')} aria-busy={isPlaceholderData}>
        {hits.map((hit) => (
          <li key={hit.conversation.id}>
            <SearchHitRow hit={hit} isSelected={hit.conversation.id === selected} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <div className="flex justify-center p-3">
          <Button size="sm" variant="quiet" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('search.more')}
          </Button>
        </div>
      )}
    </>
  )
}
