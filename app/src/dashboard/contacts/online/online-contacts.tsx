import { useT } from '#platform/i18n/provider.tsx'
import { cn } from '#ui/cn.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadError } from '#ui/load-error.tsx'
import type { useOnlineVisitors } from '#dashboard/contacts/online'
import { ListSkeleton } from '../list/list-skeleton.tsx'
import { onlineColumns, OnlineRow } from './online-row.tsx'
import { VirtualContactTable } from '../list/virtual-contact-table.tsx'

const head = 'text-sm font-medium text-muted'

/** Contacts with an open chat page, latest arrival first, live. */
export function OnlineContacts({
  integration_id,
  online: { data, error, isFetching, refetch },
}: {
  integration_id: string
  online: ReturnType<typeof useOnlineVisitors>
}) {
  const t = useT()
  return (
    <>
      <p role="status" className="sr-only">
        {data && t('contacts.online_count', { count: data.total })}
      </p>
      <div className="mt-3 shrink-0 border-b border-line" />
      {!data && !error && <ListSkeleton />}
      {!data && error && (
        <div className="p-4 md:px-6">
          <LoadError
            title={t('contacts.online_failed')}
            error={error}
            isFetching={isFetching}
            refetch={refetch}
          />
        </div>
      )}
      {data?.total === 0 && (
        <EmptyState icon="users" title={t('contacts.no_visitors')} className="my-auto">
          {t('contacts.no_visitors_text')}
        </EmptyState>
      )}
      {data && data.total > 0 && (
        <VirtualContactTable
          label={t('contacts.view_online')}
          rows={data.items}
          rowCount={data.items.length + 1}
          columns={onlineColumns}
          waitingLabel={(count) => t('contacts.online_waiting', { count })}
          renderRow={(row, rowIndex) => (
            <OnlineRow key={row.id} row={row} integration_id={integration_id} rowIndex={rowIndex} />
          )}
          heads={
            <>
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
            </>
          }
        >
          {data.total > data.items.length && (
            <p className="px-6 py-4 text-center text-sm text-muted">
              {t('contacts.online_more', { count: data.items.length, total: data.total })}
            </p>
          )}
        </VirtualContactTable>
      )}
    </>
  )
}
