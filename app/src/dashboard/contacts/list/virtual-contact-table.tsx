import { type CSSProperties, type ReactElement, type ReactNode, type Ref, useRef } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import { useT } from '#platform/i18n/provider.tsx'
import { useDensity } from '#platform/theme/density.ts'
import { useIsPrinting } from '#platform/theme/use-is-printing.ts'
import { cn } from '#ui/cn.ts'
import { useFrozenOrder } from './frozen-order.ts'
import { rowHeights_px } from './contact-row-frame.tsx'
import { PositionedRow } from './positioned.tsx'
import { NewRowsBanner } from './new-rows-banner.tsx'

/** A virtual table, or cards on a phone. */
export function VirtualContactTable<R extends { id: string }>({
  label,
  rows,
  rowCount,
  columns,
  heads,
  waitingLabel,
  renderRow,
  virtualizer,
  onScroll,
  style,
  children,
}: {
  label: string
  rows: readonly R[]
  /** Number of rows including the header; -1 while unknown. */
  rowCount: number
  /** The grid columns of the header and the rows, on tablets and wider screens. */
  columns: string
  heads: ReactNode
  /** Label of rows waiting above hovered ones. */
  waitingLabel: (count: number) => string
  renderRow: (row: R, rowIndex: number) => ReactElement
  virtualizer?: Ref<VirtualizerHandle>
  onScroll?: () => void
  /** Widths of the columns; a table wider than its pane scrolls sideways. */
  style?: CSSProperties
  /** Below the last row. */
  children?: ReactNode
}) {
  const { visible, waiting, handlers, release } = useFrozenOrder(rows)
  const t = useT()
  const density = useDensity()
  const isPrinting = useIsPrinting()
  const total = rowCount - 1
  const scroller = useRef<HTMLDivElement>(null)
  return (
    <div
      role="table"
      aria-label={label}
      aria-rowcount={rowCount}
      className="relative flex min-h-0 flex-1 flex-col small:window-height"
      {...(style ? { style } : {})}
    >
      <NewRowsBanner
        label={waiting > 0 && waitingLabel(waiting)}
        onShow={() => {
          release()
          scroller.current?.scrollTo({ top: 0 })
        }}
      />
      <div
        role="presentation"
        className={cn('flex min-h-0 flex-1 flex-col', style && 'md:overflow-x-auto md:overflow-y-hidden')}
      >
        <div role="rowgroup" className="shrink-0 md:min-w-(--table) max-md:sr-only">
          <div role="row" aria-rowindex={1} className={cn(columns, 'h-9 border-b border-line px-6')}>
            {heads}
          </div>
        </div>
        <div
          ref={scroller}
          role="rowgroup"
          data-virtual-list
          className="min-h-0 flex-1 overflow-y-auto overscroll-contain low:overscroll-auto max-md:py-1.5 md:min-w-(--table)"
          {...handlers}
        >
          <Virtualizer
            {...(virtualizer ? { ref: virtualizer } : {})}
            data={visible}
            item={PositionedRow}
            itemSize={rowHeights_px[density]}
            keepMounted={isPrinting ? visible.map((_, index) => index) : []}
            {...(onScroll ? { onScroll } : {})}
          >
            {(row, index) => renderRow(row, index + 2)}
          </Virtualizer>
          {total > visible.length && (
            <p role="presentation" className="hidden px-6 py-3 text-sm text-muted print:block">
              {t('contacts.printed', { count: visible.length, total })}
            </p>
          )}
          {children}
        </div>
      </div>
    </div>
  )
}
