import { can, type ConversationFilter, effectiveAccess, inboxViews, searchCharsMax } from '@ozvi/contract'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { inWorkspace, prefetch, preload, type Queries } from '#platform/calls/page-queries.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { usePath } from '#platform/document/page-link.tsx'
import { PageOutlet } from '#platform/page-outlet.tsx'
import { IconButton } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { BulkList, useBulks } from '#dashboard/bulk-actions'
import { runCommand, useCommands } from '#dashboard/commands'
import { useIntegration } from '#dashboard/integrations'
import { savedViewsOf, useSavedViews } from '#dashboard/saved-views'
import { useTagsQuery } from '#dashboard/tags'
import { WatchVisitors } from '#dashboard/contacts/online'
import { ConversationList } from '../list/conversation-list.tsx'
import { FilterButton } from '../list/filter-button.tsx'
import { InboxContext } from './inbox-context.ts'
import { ListSkeleton } from '../list/list-skeleton.tsx'
import { useRowCursor } from '../list/row-cursor.ts'
import { ThreadSkeleton } from '../thread/thread-skeleton.tsx'
import { listSupportQueries, conversationsIn, refetchRows, useCounts } from '../data/data.ts'
import { useOutbox } from '../outbox/use-outbox.ts'
import { togglePane, useIsHidden } from './panes.ts'
import { ViewMenu } from '../list/view-menu.tsx'
import { parseCurrentList } from '../list/saved-views.ts'
import { isFiltered, teamOf, toSearchParams } from '../list/list-params.ts'

const FilterChips = lazy(() =>
  import('../filters/filter-chips.tsx').then((module) => ({ default: module.FilterChips })),
)
const SyncDrafts = lazy(async () => ({ default: (await import('../drafts/sync-drafts.tsx')).SyncDrafts }))
const WatchViewers = lazy(async () => ({
  default: (await import('../viewers/watch-viewers.tsx')).WatchViewers,
}))
const SearchPane = lazy(() =>
  import('../search/search-pane.tsx').then((module) => ({ default: module.SearchPane })),
)

export const queries: Queries = inWorkspace(async ({ id }, { cache, url: { searchParams } }) => {
  const views = savedViewsOf(id, 'conversations')
  const beside = [views, ...listSupportQueries(id)]
  if (searchParams.has('search')) return beside
  const { listParams } = parseCurrentList(searchParams, await cache.ensureQueryData(views))
  return [...beside, conversationsIn(id, listParams)]
})
export const loader = preload(queries)
export const clientLoader = prefetch(queries)

/**
 * The list next to the open conversation. On a phone only one is visible; the list stays mounted, so that
 * going back finds it unchanged.
 */
// The router requires a default export.
export default function InboxLayout() {
  const t = useT()
  const to = usePath()
  const navigate = useNavigate()
  const integration = useIntegration()
  const { id: selected } = useParams()
  const [search] = useSearchParams()
  const cache = useQueryClient()
  const views = useSavedViews(integration.id, 'conversations')
  const { listParams, saved, isChanged } = useMemo(
    () => parseCurrentList(search, views ?? []),
    [search, views],
  )
  /** The URL names a view that is someone else's, or was deleted. */
  const isViewAbsent = search.has('saved') && views !== undefined && !saved
  const counts = useCounts(integration.id)
  useTagsQuery(integration.id)
  const outbox = useOutbox(integration.id)
  const canAnswer = can(integration, 'conversations.answer')
  const access = effectiveAccess(integration)
  const cursor = useRowCursor()
  const isListHidden = useIsHidden('list')
  const { entries: bulks, upsert: upsertBulk, start: startBulk } = useBulks()
  const hasOpened = useRef(false)
  const [pane, setPane] = useState<HTMLElement | null>(null)
  /** The search in all views; null while the list is shown. */
  const searchText = search.get('search')?.trim() ?? null
  const addressFor = (filter: ConversationFilter, more: Record<string, string> = {}) => {
    if (!saved) return toSearchParams({ ...listParams, filter }, more)
    const isUnchanged = !isChanged && filter === listParams.filter
    const list = isUnchanged ? { view: 'all' as const, filter: {} } : { ...listParams, filter }
    return toSearchParams(list, {
      ...(isUnchanged ? {} : { view: listParams.view }),
      saved: saved.id,
      ...more,
    })
  }
  const addressOf = (searchText: string | null) =>
    addressFor(listParams.filter, searchText === null ? {} : { search: searchText.slice(0, searchCharsMax) })
  const suffix = addressOf(searchText)
  const listPath = to('app-i-integrationId-conversation', { integrationId: integration.id }) + suffix
  const pathOf = (id: string, seq?: number) =>
    to('app-i-integrationId-conversation-id', { integrationId: integration.id, id }) +
    suffix +
    (seq === undefined ? '' : `${suffix ? '&' : '?'}at=${seq}`)
  const basePath = to('app-i-integrationId-conversation', { integrationId: integration.id })
  const savedPath = (id: string) => `${basePath}?saved=${id}`
  const openSearch = () => {
    const field = document.querySelector<HTMLElement>('[data-inbox-search]')
    if (field) field.focus()
    else void navigate({ search: addressOf('') })
  }
  useCommands(
    {
      next: () => cursor.move(1, selected),
      previous: () => cursor.move(-1, selected),
      search: openSearch,
      toggle_list: selected ? () => togglePane('list') : undefined,
      back: selected
        ? () => {
            void navigate(listPath)
            cursor.focus(selected)
          }
        : undefined,
    },
    [
      ...inboxViews.map((view) => ({
        key: `view:${view}`,
        name: t(`conversations.view_${view}`),
        path: basePath + toSearchParams({ view, filter: {} }),
      })),
      ...(views ?? []).map(({ id, name }) => ({ key: `view:${id}`, name, path: savedPath(id) })),
    ].map(({ key, name, path }) => ({
      group: 'list' as const,
      key,
      label: t('search.view_open', { name }),
      run: () => void navigate(path),
    })),
  )
  return (
    <InboxContext
      value={{
        integration,
        listParams,
        setFilter: (filter) => void navigate({ search: addressFor(filter) }),
        saved,
        isChanged,
        savedPath,
        listPath,
        pathOf,
        outbox,
        onBulk: startBulk,
        hasOpened,
        pane,
        nextAfter(id) {
          const next = cursor.after(id)
          return () => void navigate(next ? pathOf(next) : listPath)
        },
      }}
    >
      <div className="relative flex h-full overflow-hidden">
        {selected && <SkipLinks />}
        {/* A phone shows only the conversation, still as part of the inbox. */}
        {selected && <h1 className="sr-only md:hidden">{t('conversations.inbox')}</h1>}
        <section
          aria-label={t('conversations.inbox')}
          className={cn(
            'flex w-full shrink-0 flex-col border-line bg-page md:w-76 md:border-r xl:w-85',
            selected && 'max-md:invisible max-md:absolute max-md:inset-0',
            selected && isListHidden && 'md:hidden',
          )}
        >
          <div className="flex h-12 shrink-0 items-center justify-between gap-2 border-b border-line px-4 touch:h-13">
            <ViewMenu />
            <div className="-mr-1.5 flex items-center">
              <IconButton
                icon="search"
                size="sm"
                label={t('search.search')}
                data-command="search"
                onClick={openSearch}
              />
              <FilterButton />
              {searchText === null && canAnswer && (
                <IconButton
                  icon="circle-check"
                  label={t('bulk-actions.several')}
                  size="sm"
                  className="hidden touch:inline-flex"
                  onClick={cursor.choose}
                />
              )}
              {canAnswer && (
                <IconButton
                  icon="pencil"
                  label={t('commands.new_conversation')}
                  data-command="new_conversation"
                  size="sm"
                  onClick={() => runCommand('new_conversation')}
                />
              )}
            </div>
          </div>
          {access !== 'all' && (
            <p className="border-b border-line px-4 py-1.5 text-sm text-muted">
              {t(`conversations.reach_${access}`)}
            </p>
          )}
          {searchText === null ? (
            <>
              {((isFiltered(listParams) && !teamOf(listParams)) || isChanged || isViewAbsent) && (
                <Suspense fallback={<div className="h-11 shrink-0 border-b border-line" />}>
                  <FilterChips isViewAbsent={isViewAbsent} />
                </Suspense>
              )}
              {search.has('saved') && !views ? (
                <ListSkeleton />
              ) : (
                <ConversationList
                  key={`${integration.id} ${suffix}`}
                  selected={selected}
                  cursor={cursor}
                  counts={counts}
                />
              )}
            </>
          ) : (
            <Suspense fallback={<ListSkeleton />}>
              <SearchPane
                selected={selected}
                cursor={cursor}
                search={searchText}
                onSearch={(next) => void navigate({ search: addressOf(next) }, { replace: true })}
                onClose={() => void navigate({ search: addressOf(null) })}
              />
            </Suspense>
          )}
          {bulks.length > 0 && (
            <Suspense>
              <BulkList
                entries={bulks}
                upsert={upsertBulk}
                onMismatch={() => void refetchRows(cache, integration.id)}
                onIncomplete={(action, done, undo) =>
                  void import('../bulk/incomplete.tsx').then(({ openIncompleteDialog: completeThem }) =>
                    completeThem({ action, done, cache, cursor, start: startBulk, undo, t }),
                  )
                }
              />
            </Suspense>
          )}
        </section>
        <div
          ref={setPane}
          className={cn(
            'relative min-w-0 flex-1 md:has-data-bulk:[&>:not([data-bulk])]:invisible',
            !selected && 'max-md:hidden',
          )}
        >
          <PageOutlet
            keyOf={({ page }) => page.name}
            skeleton={(isImmediate) => <ThreadSkeleton isImmediate={isImmediate} />}
          />
        </div>
      </div>
      <WatchVisitors integration_id={integration.id} />
      <Suspense>
        <WatchViewers integration_id={integration.id} isLimited={access !== 'all'} />
      </Suspense>
      {canAnswer && (
        <Suspense>
          <SyncDrafts integration_id={integration.id} />
        </Suspense>
      )}
    </InboxContext>
  )
}

/** Skips the list for keyboard users. */
function SkipLinks() {
  const t = useT()
  const className =
    'sr-only rounded-control bg-ink px-3 py-2 text-page focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-20'
  return (
    <>
      <a href="#conversation-title" className={className}>
        {t('conversations.skip_to_messages')}
      </a>
      <a href="#composer" className={className}>
        {t('conversations.skip_to_reply')}
      </a>
    </>
  )
}
