import { type BulkChange, type InboxView, can } from '@ozvi/contract'
import { useQueryClient } from '@tanstack/react-query'
import {
  lazy,
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useIsHydrated } from '#platform/document/use-client-hints.tsx'
import { useNavigate } from 'react-router'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import { type Density, useDensity } from '#platform/theme/density.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { LoadError } from '#ui/load-error.tsx'
import { useSelection } from '#dashboard/bulk-actions'
import { useCommands } from '#dashboard/commands'
import { useFrozenRows } from './frozen-rows.ts'
import { rowHeights_px, ConversationRow } from './conversation-row.tsx'
import { entriesOf, useConversations } from '../data/lists.ts'
import { rowsIn, useRow } from '../data/rows.ts'
import { useInbox } from '../layout/inbox-context.ts'
import { FocusedRow } from './focused-row.tsx'
import { ListSkeleton } from './list-skeleton.tsx'
import { useConversationActions } from '../data/actions.ts'
import { snoozeTimes } from '../snooze/snooze-times.ts'
import { useSwipe } from './use-swipe.ts'
import { useFocusedRow } from './use-focused-row.ts'
import { useFocusNext } from './use-focus-next.ts'
import { useRowTransition } from './use-row-transition.ts'
import { usePrefetchThread } from './prefetch-thread.ts'
import type { RowCursor } from './row-cursor.ts'
import { UnreadBanner } from '../thread/unread-banner.tsx'

/** Loaded if the list is empty. */
const ListEmpty = lazy(() => import('./list-empty.tsx').then((module) => ({ default: module.ListEmpty })))
const BulkBar = lazy(() => import('../bulk/bulk-bar.tsx').then((module) => ({ default: module.BulkBar })))

/** Load the next page when this many rows remain. */
const prefetchBelow = 10
/** Rows in the server's HTML, where the screen size is unknown. */
const ssrRows = 14
const never = () => () => {}
/** Number of rows that fit on the screen. They are rendered before the list is measured. */
function useFirstRows(density: Density): number {
  const rows = useSyncExternalStore(
    never,
    () => Math.ceil(innerHeight / rowHeights_px[density]),
    () => ssrRows,
  )
  // More rows follow in a transition after hydration.
  return useDeferredValue(rows)
}

export function ConversationList({
  selected,
  cursor,
  counts,
}: {
  selected: string | undefined
  cursor: RowCursor
  counts: Record<InboxView, number> | undefined
}) {
  const t = useT()
  const { integration, listParams, listPath, pathOf } = useInbox()
  const { data, error, isPending, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useConversations(integration.id, listParams)
  const cache = useQueryClient()
  const rows = useMemo(() => (data ? entriesOf(data) : []), [data])
  const { visible, removedIds, waiting, handlers, catchUp } = useFrozenRows(rows)
  const open = visible.findIndex(({ id }) => id === selected)
  const prefetchHandlers = usePrefetchThread(integration.id, open < 0 ? undefined : visible[open + 1]?.id)
  const selection = useSelection(visible)
  const toggle = useRef(selection.toggle)
  useLayoutEffect(() => {
    toggle.current = selection.toggle
  })
  const onToggle = useCallback((id: string, isRange: boolean) => toggle.current(id, isRange), [])
  const canAnswer = can(integration, 'conversations.answer')
  const pick = (step: 1 | -1) => {
    const from = cursor.focused()
    const to = cursor.move(step, selected)
    selection.add(...[from, to].flatMap((id) => id ?? []))
  }
  useCommands(
    canAnswer && visible.length > 0
      ? {
          select: () => {
            const id = cursor.focused() ?? selected
            if (id) selection.toggle(id)
          },
          select_next: () => pick(1),
          select_previous: () => pick(-1),
          select_all: selection.all,
        }
      : {},
  )
  const navigate = useNavigate()
  /** Toggles unread. An open conversation counts as read. */
  async function toggleReadAt() {
    const id = cursor.focused() ?? selected
    const row = visible.some((each) => each.id === id) && rowsIn(cache).get(id ?? '')
    if (!row) return
    if (row.id === selected) await navigate(listPath)
    const { toggleRead } = await import('../data/toggle-read.ts')
    await toggleRead(cache, row, row.id === selected, t)
  }
  useCommands(visible.length > 0 ? { unread: () => void toggleReadAt() } : {})
  const focusedId = useFocusedRow(cursor)
  useFocusNext(visible, focusedId, cursor)
  // An open conversation has its own commands.
  const focused = useRow(visible.find(({ id }) => id === focusedId && id !== selected)?.id ?? '')
  /**
   * Rows stay selected for the next change. If they leave the list, the focus moves to the next row, and
   * selecting the whole list ends: later rows were never meant.
   */
  function onChanged({ kind }: BulkChange) {
    if (kind !== 'status' && kind !== 'delete') return
    const last = visible.findLastIndex(({ id }) => selection.ids.includes(id))
    const unselectedRows = (list: typeof visible) => list.filter(({ id }) => !selection.ids.includes(id))
    const next = unselectedRows(visible.slice(last))[0] ?? unselectedRows(visible).at(-1)
    if (selection.isAll) selection.clear()
    if (next) cursor.focus(next.id)
  }
  const density = useDensity()
  const [isHydrated] = useState(useIsHydrated())
  const first = useFirstRows(density)
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useRef<VirtualizerHandle>(null)
  useRowTransition(scroller, visible, rowHeights_px[density])
  useLayoutEffect(() =>
    cursor.hold({
      ids: visible.map(({ id }) => id),
      reveal: (index) => virtualizer.current?.scrollToIndex(index, { align: 'nearest' }),
      choose: () => (selection.isActive ? selection.clear() : selection.open()),
      selection: selection.only,
    }),
  )
  const actions = useConversationActions(integration.id)
  useSwipe(scroller, canAnswer && data !== undefined && !selection.isActive, (id, swipe) => {
    const row = rowsIn(cache).get(id)
    const tomorrow = snoozeTimes(Date.now()).find(({ name }) => name === 'tomorrow')
    if (row && swipe === 'resolve') void actions.setStatus(row, 'resolved')
    else if (row && tomorrow) void actions.snooze(row, tomorrow.until)
  })
  const readOn = () => {
    const handle = virtualizer.current
    if (!handle || !hasNextPage || isFetchingNextPage) return
    const last = handle.findItemIndex(handle.scrollOffset + handle.viewportSize)
    if (last + prefetchBelow >= visible.length) void fetchNextPage()
  }
  // A list that doesn't fill the pane never scrolls.
  // oxlint-disable-next-line react/exhaustive-deps -- once per loaded page
  useEffect(readOn, [visible.length, hasNextPage])
  if (isPending) return <ListSkeleton />
  if (!data) {
    return (
      <div className="p-4">
        <LoadError
          title={t('conversations.list_failed')}
          error={error}
          isFetching={isFetching}
          refetch={refetch}
        />
      </div>
    )
  }
  const list = (
    <div className="relative min-h-0 flex-1">
      <UnreadBanner />
      {waiting > 0 && (
        <div className="pointer-events-none absolute inset-x-0 top-2 z-10 flex justify-center">
          <button
            type="button"
            onClick={() => {
              catchUp()
              scroller.current?.scrollTo({ top: 0 })
            }}
            className="pointer-events-auto h-8 animate-popover rounded-full bg-primary px-3 text-sm font-medium text-on-primary shadow-popover hover:bg-primary-hover touch:h-11"
          >
            {t('conversations.updates', { count: waiting })}
          </button>
        </div>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hears the keys of the rows in it */}
      <div
        ref={scroller}
        className="h-full overflow-y-auto overscroll-contain"
        {...handlers}
        {...prefetchHandlers}
        onKeyDown={({ key }) => {
          if (key === 'ArrowDown') cursor.move(1, selected)
          else if (key === 'ArrowUp') cursor.move(-1, selected)
        }}
      >
        {visible.length === 0 ? (
          <Suspense>
            <ListEmpty counts={counts} />
          </Suspense>
        ) : (
          <Virtualizer
            ref={virtualizer}
            data={visible}
            as="ul"
            item="li"
            itemSize={rowHeights_px[density]}
            {...(isHydrated ? {} : { ssrCount: Math.min(visible.length, ssrRows) })}
            onScroll={readOn}
            keepMounted={visible.flatMap(({ id }, index) => (index < first || id === selected ? index : []))}
          >
            {({ id }) => (
              <ConversationRow
                key={id}
                integration_id={integration.id}
                id={id}
                to={pathOf(id)}
                isSelected={id === selected}
                isTicked={selection.ids.includes(id)}
                isTicking={selection.isActive}
                onToggle={canAnswer ? onToggle : undefined}
                isGone={removedIds.has(id)}
              />
            )}
          </Virtualizer>
        )}
      </div>
    </div>
  )
  return (
    <>
      {list}
      {focused && selection.ids.length === 0 && (
        <FocusedRow key={focused.id} row={focused} cursor={cursor} open={selected} />
      )}
      {selection.ids.length > 0 && (
        <Suspense>
          <BulkBar ids={selection.ids} selection={selection} onDone={onChanged} />
        </Suspense>
      )}
    </>
  )
}
