import { type Integration, can, type CustomField } from '@ozvi/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useMemo } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { IconButton } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { LoadError } from '#ui/load-error.tsx'
import { contactName } from '#dashboard/contact-names'
import { BulkList, useBulks, useSelection } from '#dashboard/bulk-actions'
import { useCommands } from '#dashboard/commands'
import { ContactPreview, usePreview } from '#dashboard/contacts/preview'
import { useTags } from '#dashboard/tags'
import { usersQuery } from '#dashboard/users'
import type { useColumns } from './columns.ts'
import { contactsOf, type useContactCounts, useContacts } from './contact-list.ts'
import { ContactTable } from './contact-table.tsx'
import { FilterBar } from './filter-bar.tsx'
import { ListControls } from './list-controls.tsx'
import { ListEmpty } from './list-empty.tsx'
import { ListSkeleton } from './list-skeleton.tsx'
import { SegmentMenu, SegmentNav, type SegmentNavProps } from './segment-nav.tsx'
import type { useListParams } from './use-list-params.ts'

const ContactBulkBar = lazy(() =>
  import('./contact-bulk-bar.tsx').then((module) => ({ default: module.ContactBulkBar })),
)

const noFields: CustomField[] = []
/** All contacts, searched and sorted. */
export function AllContacts({
  integration,
  listState,
  counts,
  nav,
  fields = noFields,
  columns,
  setColumns,
}: {
  integration: Integration
  listState: ReturnType<typeof useListParams>
  counts: ReturnType<typeof useContactCounts>
  nav: SegmentNavProps
  fields: readonly CustomField[] | undefined
} & ReturnType<typeof useColumns>) {
  const t = useT()
  const { listParams } = listState
  const tags = useTags(integration.id)
  const { data: team } = useQuery(usersQuery(integration.id))
  const columnContext = { fields, tags, members: team?.users ?? [] }
  const list = useContacts(integration.id, listParams, !listState.isPending)
  const { data, error, isFetching, refetch } = list
  const rows = useMemo(() => (data ? contactsOf(data) : []), [data])
  const selection = useSelection(rows)
  const canChange = can(integration, 'conversations.answer')
  const { entries: bulks, upsert: upsertBulk, start: startBulk } = useBulks()
  const preview = usePreview(integration.id)
  const cache = useQueryClient()
  const listKey = JSON.stringify([integration.id, listState.filterTexts, listParams.sort])
  // The selection belongs to another list.
  // oxlint-disable-next-line react/exhaustive-deps -- the key stands for the list
  useEffect(() => selection.clear(), [listKey])
  useSelectionCommands(selection, canChange && rows.length > 0)
  const isFiltered = Object.keys(listState.filterTexts).length > 0
  const foundCount = listParams.kind ? counts?.[listParams.kind] : counts?.all
  return (
    <div className="flex min-h-0 flex-1">
      <SegmentNav {...nav} className={preview.contact_id !== null && 'max-2xl:hidden'} />
      <div className="flex min-w-0 flex-1 flex-col">
        <ListControls
          listState={listState}
          counts={counts}
          columnContext={columnContext}
          columns={columns}
          setColumns={setColumns}
        >
          {canChange && rows.length > 0 && !selection.isActive && (
            <span className="md:hidden">
              <IconButton icon="list" size="sm" label={t('bulk-actions.several')} onClick={selection.open} />
            </span>
          )}
          {nav.segments.length > 0 && (
            <span className={cn('max-md:hidden', preview.contact_id ? '2xl:hidden' : 'lg:hidden')}>
              <SegmentMenu {...nav} />
            </span>
          )}
        </ListControls>
        {(listParams.rules.length > 0 || listState.isChanged) && (
          <FilterBar columnContext={columnContext} listState={listState} />
        )}
        <p role="status" className="sr-only">
          {isFiltered && foundCount !== undefined && t('contacts.found', { count: foundCount })}
        </p>
        {!data && <ListPlaceholder {...{ error, isFetching, refetch }} />}
        {data && rows.length === 0 && (
          <ListEmpty integration={integration} isFiltered={isFiltered} onClear={listState.clear} />
        )}
        {rows.length > 0 && (
          <ContactTable
            key={listKey}
            rows={rows}
            total={foundCount}
            integration_id={integration.id}
            sort={listParams.sort}
            onSort={listState.setSort}
            columns={columns}
            columnContext={columnContext}
            selection={canChange ? selection : undefined}
            preview={preview}
            list={list}
          />
        )}
        {canChange && selection.isActive && (
          <Suspense>
            <ContactBulkBar
              integration={integration}
              members={columnContext.members}
              rows={rows.filter(({ id }) => selection.ids.includes(id))}
              foundCount={foundCount}
              listState={listState}
              columns={columns}
              selection={selection}
              onBulk={startBulk}
            />
          </Suspense>
        )}
        {bulks.length > 0 && (
          <Suspense>
            <BulkList
              entries={bulks}
              upsert={upsertBulk}
              onMismatch={() =>
                void cache.invalidateQueries({ queryKey: ['contacts', { integration_id: integration.id }] })
              }
            />
          </Suspense>
        )}
      </div>
      <PreviewPane integration={integration} preview={preview} />
    </div>
  )
}

/** Commands of the focused row and of the whole list. */
function useSelectionCommands(selection: ReturnType<typeof useSelection>, isActive: boolean) {
  useCommands(
    isActive
      ? {
          select: () => {
            const id = document.activeElement?.closest('[data-row]')?.getAttribute('data-row')
            if (id) selection.toggle(id)
          },
          select_all: selection.all,
        }
      : {},
  )
}

function PreviewPane({
  integration,
  preview,
}: {
  integration: Integration
  preview: ReturnType<typeof usePreview>
}) {
  const t = useT()
  if (!preview.contact_id) return null
  return (
    <Suspense>
      <ContactPreview
        key={preview.contact_id}
        integration={integration}
        contact_id={preview.contact_id}
        nameOf={(contact) => contactName(contact, t)}
        onClose={preview.close}
      />
    </Suspense>
  )
}

function ListPlaceholder({
  error,
  isFetching,
  refetch,
}: Pick<ReturnType<typeof useContacts>, 'error' | 'isFetching' | 'refetch'>) {
  const t = useT()
  if (!error) return <ListSkeleton />
  return (
    <div className="p-4 md:px-6">
      <LoadError title={t('contacts.list_failed')} error={error} isFetching={isFetching} refetch={refetch} />
    </div>
  )
}
