import { type ContactSort, contactSorts, isBuiltInColumn } from '@ozvi/contract'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { VirtualizerHandle } from 'virtua'
import { useT } from '#platform/i18n/provider.tsx'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { Icon } from '#ui/icon.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Selection } from '#dashboard/bulk-actions'
import { useCommands } from '#dashboard/commands'
import type { Preview } from '#dashboard/contacts/preview'
import type { ListedContact, useContacts } from './contact-list.ts'
import type { ColumnContext } from './column-cell.tsx'
import { type ColumnName, widthsOf } from './columns.ts'
import { columnsGrid, ContactRow } from './contact-row.tsx'
import { columnTitle } from '../names.ts'
import { VirtualContactTable } from './virtual-contact-table.tsx'

/** Load the next page when this many rows remain. */
const prefetchBelow = 15

interface Props {
  rows: readonly ListedContact[]
  /** Total number, loaded or not. */
  total: number | undefined
  integration_id: string
  sort: ContactSort
  onSort: (sort: ContactSort) => void
  columns: readonly ColumnName[]
  columnContext: ColumnContext
  /** If the member can change contacts. */
  selection: Selection | undefined
  preview: Preview
  list: Pick<
    ReturnType<typeof useContacts>,
    'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
  >
}
/** The list; more is loaded near its end. */
export function ContactTable({
  rows,
  total,
  integration_id,
  sort,
  onSort,
  columns,
  columnContext,
  selection,
  preview,
  list,
}: Props) {
  const t = useT()
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  const virtualizer = useRef<VirtualizerHandle>(null)
  const shown_id = preview.contact_id
  /** Moves to the next or previous row, together with the preview. */
  function step(by: 1 | -1) {
    const focused = document.activeElement?.closest('[data-row]')?.getAttribute('data-row')
    const from = rows.findIndex(({ id }) => id === (shown_id ?? focused))
    const index = from === -1 ? 0 : from + by
    const row = rows[index]
    if (!row) return
    if (shown_id) preview.show(row.id)
    virtualizer.current?.scrollToIndex(index, { align: 'nearest' })
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-row="${row.id}"] a`)?.focus())
  }
  const stepping = useEffectEvent((event: KeyboardEvent) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : undefined
    const isHere = document.activeElement === document.body || document.activeElement?.closest('[data-row]')
    if (!by || !shown_id || !isHere || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey)
      return
    event.preventDefault()
    step(by)
  })
  useEffect(() => {
    addEventListener('keydown', stepping)
    return () => removeEventListener('keydown', stepping)
  }, [])
  const loadMore = () => {
    const handle = virtualizer.current
    if (!handle || !hasNextPage || isFetchingNextPage || isFetchNextPageError) return
    const last = handle.findItemIndex(handle.scrollOffset + handle.viewportSize)
    if (last + prefetchBelow >= rows.length) void fetchNextPage()
  }
  useCommands({ next: () => step(1), previous: () => step(-1), ...(shown_id && { back: preview.close }) })
  // A list that doesn't fill the pane never scrolls.
  // oxlint-disable-next-line react/exhaustive-deps -- once per loaded page
  useEffect(loadMore, [rows.length, hasNextPage])
  return (
    <VirtualContactTable
      label={t('contacts.title')}
      rows={rows}
      rowCount={total === undefined ? -1 : total + 1}
      columns={columnsGrid}
      style={widthsOf(columns)}
      waitingLabel={(count) => t('contacts.waiting', { count })}
      renderRow={(row, rowIndex) => (
        <ContactRow
          key={row.id}
          row={row}
          integration_id={integration_id}
          rowIndex={rowIndex}
          columns={columns}
          columnContext={columnContext}
          preview={
            preview.isRoomy ? { isOn: row.id === shown_id, show: () => preview.show(row.id) } : undefined
          }
          selection={
            selection && {
              isOn: selection.ids.includes(row.id),
              isActive: selection.isActive,
              onToggle: (isRange) => selection.toggle(row.id, isRange),
            }
          }
        />
      )}
      virtualizer={virtualizer}
      onScroll={loadMore}
      heads={
        <>
          <ColumnHeader title={t('contacts.person')} by="name" sort={sort} onSort={onSort} />
          {columns.map((name) => {
            const by = contactSorts.find((one) => one === name)
            return (
              <ColumnHeader
                key={name}
                title={
                  isBuiltInColumn(name)
                    ? columnTitle(name, t)
                    : (columnContext.fields.find(({ id }) => id === name)?.name ?? '')
                }
                {...(by ? { by, sort, onSort } : {})}
                {...(name === 'conversations' ? { className: 'text-right' } : {})}
              />
            )
          })}
        </>
      }
    >
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
    </VirtualContactTable>
  )
}

function ColumnHeader({
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
  const direction = by === 'name' ? 'ascending' : 'descending'
  return (
    <span
      role="columnheader"
      {...(by ? { 'aria-sort': isSorted ? direction : 'none' } : {})}
      className={cn('min-w-0 truncate text-sm font-medium text-muted', className)}
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
