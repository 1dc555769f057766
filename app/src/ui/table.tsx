import type { ReactNode } from 'react'
import { cn } from './cn.ts'
import { targetRow } from './row-target.ts'

export interface Column<R> {
  key: string
  header: ReactNode
  cell: (row: R) => ReactNode
  /** Numbers are aligned to the right. */
  align?: 'start' | 'end'
  /** In the card on a phone, on one line with other such columns. */
  isInline?: boolean
  /** Left out in narrow layouts, such as on a phone. */
  isExtra?: boolean
  /** The header is for screen readers only, as for a column of buttons. */
  isHeaderHidden?: boolean
}
/** Rows of data. On a phone each row is a card. */
export function Table<R>({
  caption,
  columns,
  rows,
  rowKey,
  isOpenable,
  className,
}: {
  caption: string
  columns: readonly Column<R>[]
  rows: readonly R[]
  rowKey: (row: R) => string
  /** Rows with a link or button that covers them (`rowTarget`). */
  isOpenable?: (row: R) => boolean
  className?: string
}) {
  const shape = (column: Column<R>) =>
    cn(
      'px-4 py-3 @max-3xl:sm:not-first:pl-2 @max-3xl:sm:not-last:pr-2 compact:py-1.5 max-sm:px-0 max-sm:py-0.5',
      column.align === 'end' && 'sm:text-right',
      column.isExtra && '@max-2xl:hidden',
      column.isInline
        ? 'max-sm:inline-block max-sm:[&:not(:empty):has(~[data-inline]:not(:empty))]:after:mx-1.5 max-sm:[&:not(:empty):has(~[data-inline]:not(:empty))]:after:text-muted max-sm:[&:not(:empty):has(~[data-inline]:not(:empty))]:after:content-["·"]'
        : 'max-sm:block',
    )
  return (
    <div className="@container">
      <table className={cn('w-full border-collapse text-left text-base max-sm:block', className)}>
        <caption className="sr-only">{caption}</caption>
        <thead className="max-sm:sr-only">
          <tr className="border-b border-line text-sm text-muted">
            {columns.map((column) => (
              <th key={column.key} scope="col" className={cn(shape(column), 'py-2 font-medium')}>
                {column.isHeaderHidden ? <span className="sr-only">{column.header}</span> : column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              className={cn(
                'border-b border-line last:border-0 max-sm:relative max-sm:block max-sm:p-4',
                isOpenable?.(row) && targetRow,
              )}
            >
              {columns.map((column) => (
                <td key={column.key} data-inline={column.isInline ? '' : undefined} className={shape(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
