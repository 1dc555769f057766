import { can, effectiveAccess } from '@ozvi/contract'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, startTransition, Suspense, useMemo, useOptimistic, useRef, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { inWorkspace, prefetch, preload, type Queries } from '#platform/calls/page-queries.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { PageOutlet } from '#platform/page-outlet.tsx'
import { cn } from '#ui/cn.ts'
import { BulkList, useBulks } from '#dashboard/bulk-actions'
import { useIntegration } from '#dashboard/integrations'
import { savedViewsOf, useSavedViews } from '#dashboard/saved-views'
import { WatchVisitors } from '#dashboard/contacts/online'
import { useRowCursor } from '../list/row-cursor.ts'
import { ThreadSkeleton } from '../thread/thread-skeleton.tsx'
import { listSupportQueries } from '../data/data.ts'
import { conversationsIn, refetchRows } from '../data/lists.ts'
import { LiveInbox } from '../data/live-inbox.ts'
import { useOutbox } from '../outbox/use-outbox.ts'
import { parseCurrentList } from '../list/saved-views.ts'
import { useInboxAddresses } from './use-inbox-addresses.ts'
import { InboxContext } from './inbox-context.ts'
import { InboxHeader } from './inbox-header.tsx'
import { InboxPane } from './inbox-pane.tsx'
import { useIsHidden } from './panes.ts'
import { SkipLinks } from './skip-links.tsx'
import { useInboxCommands } from './use-inbox-commands.ts'

const SyncDrafts = lazy(async () => ({ default: (await import('../drafts/sync-drafts.tsx')).SyncDrafts }))
const WatchViewers = lazy(async () => ({
  default: (await import('../viewers/watch-viewers.tsx')).WatchViewers,
}))

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
  const navigate = useNavigate()
  const integration = useIntegration()
  const { id: selected } = useParams()
  const [search] = useSearchParams()
  const cache = useQueryClient()
  const views = useSavedViews(integration.id, 'conversations')
  const list = useMemo(() => parseCurrentList(search, views ?? []), [search, views])
  // The search field is shown before the navigation ends, so that no key that follows is a shortcut.
  const [searchText, setSearchText] = useOptimistic(search.get('search')?.trim() ?? null)
  const addresses = useInboxAddresses(integration.id, list, searchText)
  const { listPath, pathOf, savedPath } = addresses
  const outbox = useOutbox(integration.id)
  const canAnswer = can(integration, 'conversations.answer')
  const access = effectiveAccess(integration)
  const cursor = useRowCursor()
  const isListHidden = useIsHidden('list')
  const { entries: bulks, upsert: upsertBulk, start: startBulk } = useBulks()
  const hasOpened = useRef(false)
  const [pane, setPane] = useState<HTMLElement | null>(null)
  const showSearch = (text: string | null) =>
    startTransition(async () => {
      setSearchText(text)
      const replace = text !== null && searchText !== null
      await navigate({ search: addresses.withSearch(text) }, { replace })
    })
  function openSearch() {
    const field = document.querySelector<HTMLElement>('[data-inbox-search]')
    if (field) field.focus()
    else showSearch('')
  }
  useInboxCommands({ addresses, views: views ?? [], cursor, selected, onSearch: openSearch })
  return (
    <InboxContext
      value={{
        integration,
        ...list,
        setFilter: (filter) => void navigate({ search: addresses.withFilter(filter) }),
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
      <LiveInbox integration_id={integration.id} />
      <div className="relative flex h-full overflow-hidden small:window-height">
        {selected && <SkipLinks />}
        {/* A phone shows only the conversation, still as part of the inbox. */}
        {selected && <h1 className="sr-only md:hidden">{t('conversations.inbox')}</h1>}
        <section
          aria-label={t('conversations.inbox')}
          className={cn(
            'flex w-full shrink-0 flex-col border-line bg-page md:w-76 md:border-r xl:w-85',
            selected && 'max-md:invisible max-md:absolute max-md:inset-0 print:hidden',
            selected && isListHidden && searchText === null && 'md:hidden',
          )}
        >
          <InboxHeader
            onSearch={openSearch}
            onSelect={searchText === null && canAnswer ? cursor.choose : undefined}
          />
          {access !== 'all' && (
            <p className="border-b border-line px-4 py-1.5 text-sm text-muted">
              {t(`conversations.reach_${access}`)}
            </p>
          )}
          <InboxPane
            current={addresses.current}
            searchText={searchText}
            onSearch={showSearch}
            selected={selected}
            cursor={cursor}
          />
          {bulks.length > 0 && (
            <Suspense>
              <BulkList
                entries={bulks}
                upsert={upsertBulk}
                onMismatch={() => void refetchRows(cache, integration.id)}
                onIncomplete={(action, done, undo) =>
                  void import('../bulk/incomplete.tsx').then(({ openIncompleteDialog }) =>
                    openIncompleteDialog({ action, done, cache, cursor, start: startBulk, undo, t }),
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
