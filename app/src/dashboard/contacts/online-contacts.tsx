import { useRef } from 'react'
import { Virtualizer } from 'virtua'
import { useT } from '#platform/i18n/provider.tsx'
import { cn } from '#ui/cn.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ReadFailure } from '#ui/read-failure.tsx'
import type { useOnlineVisitors } from '#dashboard/visitors'
import { rowHeight_px } from './contact-row.tsx'
import { useHeldOrder } from './held-order.ts'
import { ListSkeleton } from './list-skeleton.tsx'
import { onlineColumns, OnlineRow } from './online-row.tsx'
import { Placed } from './placed.tsx'
import { WaitingRows } from './waiting-rows.tsx'

const head = 'text-sm font-medium text-muted'

/** Who has a page with the chat open, latest arrival first, live. */
export function OnlineContacts({
  integration_id,
  online: { data, error, isFetching, refetch },
}: {
  integration_id: string
  online: ReturnType<typeof useOnlineVisitors>
}) {
  const t = useT()
  const { shown, waiting, handlers, release } = useHeldOrder(data?.items ?? [])
  const scroller = useRef<HTMLDivElement>(null)
  return (
    <>
      <p role="status" className="sr-only">
        {data && t('contacts.online_count', { count: data.total })}
      </p>
      <div className="mt-3 shrink-0 border-b border-line" />
      {!data && !error && <ListSkeleton />}
      {!data && error && (
        <div className="p-4 md:px-6">
          <ReadFailure
            title={t('contacts.online_failed')}
            error={error}
            isFetching={isFetching}
            refetch={refetch}
          />
        </div>
      )}
      {data?.total === 0 && (
        <EmptyState icon="users" title={t('contacts.nobody')} className="my-auto">
          {t('contacts.nobody_text')}
        </EmptyState>
      )}
      {data && data.total > 0 && (
        <div
          role="table"
          aria-label={t('contacts.view_online')}
          aria-rowcount={data.items.length + 1}
          className="relative flex min-h-0 flex-1 flex-col"
        >
          <div role="rowgroup" className="shrink-0 max-md:sr-only">
            <div role="row" aria-rowindex={1} className={cn(onlineColumns, 'h-9 border-b border-line px-6')}>
              <span role="columnheader" className={head}>
                {t('contacts.person')}
              </span>
              <span role="columnheader" className={head}>
                {t('contacts.page')}
              </span>
              <span role="columnheader" className={head}>
                {t('contacts.on_page')}
              </span>
              <span role="columnheader" className={cn(head, 'max-lg:hidden')}>
                {t('contacts.on_site')}
              </span>
              <span role="columnheader" className={cn(head, 'max-lg:hidden')}>
                {t('contacts.language')}
              </span>
            </div>
          </div>
          <WaitingRows
            label={waiting > 0 && t('contacts.online_waiting', { count: waiting })}
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
            <Virtualizer data={shown} item={Placed} itemSize={rowHeight_px}>
              {(row, place) => (
                <OnlineRow key={row.id} row={row} integration_id={integration_id} rowIndex={place + 2} />
              )}
            </Virtualizer>
            {data.total > data.items.length && (
              <p className="px-6 py-4 text-center text-sm text-muted">
                {t('contacts.online_more', { count: data.items.length, total: data.total })}
              </p>
            )}
          </div>
        </div>
      )}
    </>
  )
}
