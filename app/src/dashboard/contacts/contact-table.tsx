import type { ContactSort } from '@ozvi/contract'
import { useEffect, useRef } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import { useT } from '#platform/i18n/provider.tsx'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { Icon } from '#ui/icon.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { ListedContact, useContacts } from './contact-list.ts'
import { columns, ContactRow, rowHeight_px } from './contact-row.tsx'
import { useHeldOrder } from './held-order.ts'
import { Placed } from './placed.tsx'
import { WaitingRows } from './waiting-rows.tsx'

/** Rows before the end of what is read when the next page is asked for. */
const reachAhead = 15

interface Props {
  rows: readonly ListedContact[]
  /** How many there are, read or not. */
  total: number | undefined
  integration_id: string
  sort: ContactSort
  onSort: (sort: ContactSort) => void
  list: Pick<
    ReturnType<typeof useContacts>,
    'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
  >
}
/** A table where there is room, cards where there is none; only what is in sight is drawn. */
export function ContactTable({ rows, total, integration_id, sort, onSort, list }: Props) {
  const t = useT()
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  const { shown, waiting, handlers, release } = useHeldOrder(rows)
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useRef<VirtualizerHandle>(null)
  const readOn = () => {
    const handle = virtualizer.current
    if (!handle || !hasNextPage || isFetchingNextPage || isFetchNextPageError) return
    const last = handle.findItemIndex(handle.scrollOffset + handle.viewportSize)
    if (last + reachAhead >= shown.length) void fetchNextPage()
  }
  // A list that does not fill the pane never scrolls.
  // oxlint-disable-next-line react/exhaustive-deps -- once for each page that has come
  useEffect(readOn, [shown.length, hasNextPage])
  return (
    <div
      role="table"
      aria-label={t('contacts.title')}
      aria-rowcount={total === undefined ? -1 : total + 1}
      className="relative flex min-h-0 flex-1 flex-col"
    >
      <div role="rowgroup" className="shrink-0 max-md:sr-only">
        <div role="row" aria-rowindex={1} className={cn(columns, 'h-9 border-b border-line px-6')}>
          <Head title={t('contacts.person')} by="name" sort={sort} onSort={onSort} />
          <Head title={t('contacts.kind')} />
          <Head title={t('contacts.last_seen')} by="last_seen" sort={sort} onSort={onSort} />
          <Head
            title={t('contacts.first_seen')}
            by="first_seen"
            sort={sort}
            onSort={onSort}
            className="max-lg:hidden"
          />
          <Head title={t('contacts.conversations')} className="text-right" />
        </div>
      </div>
      <WaitingRows
        label={waiting > 0 && t('contacts.waiting', { count: waiting })}
        onShow={() => {
          release()
          scroller.current?.scrollTo({ top: 0 })
        }}
      />
      <div
        ref={scroller}
        role="rowgroup"
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain max-md:py-1.5"
        {...handlers}
      >
        <Virtualizer ref={virtualizer} data={shown} item={Placed} itemSize={rowHeight_px} onScroll={readOn}>
          {(row, place) => (
            <ContactRow key={row.id} row={row} integration_id={integration_id} rowIndex={place + 2} />
          )}
        </Virtualizer>
        {isFetchingNextPage && (
          <div role="presentation" className="px-6 py-4">
            <Skeleton className="h-8" />
          </div>
        )}
        {isFetchNextPageError && (
          <p role="alert" className="flex items-center justify-center gap-3 px-6 py-4 text-danger">
            {t('contacts.more_failed')}
            <Button size="sm" icon="refresh" onClick={() => void fetchNextPage()}>
              {t('ui.retry')}
            </Button>
          </p>
        )}
      </div>
    </div>
  )
}

function Head({
  title,
  by,
  sort,
  onSort,
  className,
}: {
  title: string
  by?: ContactSort
  sort?: ContactSort
  onSort?: (sort: ContactSort) => void
  className?: string
}) {
  const isSorted = by !== undefined && by === sort
  return (
    <span
      role="columnheader"
      {...(by ? { 'aria-sort': !isSorted ? 'none' : by === 'name' ? 'ascending' : 'descending' } : {})}
      className={cn('text-sm font-medium text-muted', className)}
    >
      {by ? (
        <button
          type="button"
          onClick={() => onSort?.(by)}
          className={cn(
            '-mx-1.5 inline-flex min-h-6 items-center gap-1 rounded-control px-1.5 hover:text-ink',
            isSorted && 'text-ink',
          )}
        >
          {title}
          <Icon
            name="arrow-down"
            size={14}
            className={cn(!isSorted && 'invisible', by === 'name' && 'rotate-180')}
          />
        </button>
      ) : (
        title
      )}
    </span>
  )
}
