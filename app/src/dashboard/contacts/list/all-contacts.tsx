import { type Integration, may, type OwnField, type SavedView } from '@ozvi/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useMemo } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { usePath } from '#platform/document/page-link.tsx'
import { IconButton } from '#ui/button.tsx'
import { ReadFailure } from '#ui/read-failure.tsx'
import { contactName } from '#dashboard/contact-names'
import { BulkList, useBulks, useSelection } from '#dashboard/bulk-acts'
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
import { SegmentMenu, SegmentNav } from './segment-nav.tsx'
import { useSegmentCounts } from './segments.ts'
import type { useWanted } from './use-wanted.ts'

const ContactBulkBar = lazy(() =>
  import('./contact-bulk-bar.tsx').then((module) => ({ default: module.ContactBulkBar })),
)

const noFields: OwnField[] = []
/** All contacts, searched and sorted. */
export function AllContacts({
  integration,
  asked,
  counts,
  segments = [],
  fields = noFields,
  columns,
  setColumns,
}: {
  integration: Integration
  asked: ReturnType<typeof useWanted>
  counts: ReturnType<typeof useContactCounts>
  segments: readonly SavedView[] | undefined
  fields: readonly OwnField[] | undefined
} & ReturnType<typeof useColumns>) {
  const t = useT()
  const { wanted } = asked
  const tags = useTags(integration.id)
  const { data: team } = useQuery(usersQuery(integration.id))
  const to = usePath()
  const base = to('app-i-integrationId-contacts', { integrationId: integration.id })
  const pathOf = (id: string | null) => base + asked.searchOf(id)
  const nav = {
    integration,
    segments,
    shown: asked.segment,
    counts: useSegmentCounts(integration.id, segments.length > 0),
    pathOf,
  }
  const known = { fields, tags, members: team?.users ?? [] }
  const list = useContacts(integration.id, wanted, !asked.isPending)
  const { data, error, isFetching, refetch } = list
  const rows = useMemo(() => (data ? contactsOf(data) : []), [data])
  const selection = useSelection(rows)
  const canChange = may(integration.role, 'conversations.answer')
  const { bulks, put, begin } = useBulks()
  const preview = usePreview(integration.id)
  const isPreviewed = preview.contact_id !== null
  const cache = useQueryClient()
  const listKey = JSON.stringify([integration.id, asked.filterTexts, wanted.sort])
  // The selection belongs to another list.
  // oxlint-disable-next-line react/exhaustive-deps -- the key stands for the list
  useEffect(() => selection.clear(), [listKey])
  useCommands(
    canChange && rows.length > 0
      ? {
          select: () => {
            const id = document.activeElement?.closest('[data-row]')?.getAttribute('data-row')
            if (id) selection.toggle(id)
          },
          select_all: selection.all,
        }
      : {},
  )
  const isFiltered = Object.keys(asked.filterTexts).length > 0
  const found = wanted.kind ? counts?.[wanted.kind] : counts?.all
  return (
    <div className="flex min-h-0 flex-1">
      <SegmentNav {...nav} className={isPreviewed && 'max-2xl:hidden'} />
      <div className="flex min-w-0 flex-1 flex-col">
        <ListControls asked={asked} counts={counts} known={known} columns={columns} setColumns={setColumns}>
          {canChange && rows.length > 0 && !selection.isActive && (
            <span className="md:hidden">
              <IconButton icon="list" size="sm" label={t('selection.several')} onClick={selection.open} />
            </span>
          )}
          {segments.length > 0 && (
            <span className={isPreviewed ? '2xl:hidden' : 'lg:hidden'}>
              <SegmentMenu {...nav} />
            </span>
          )}
        </ListControls>
        {(wanted.rules.length > 0 || asked.isChanged) && <FilterBar known={known} asked={asked} />}
        <p role="status" className="sr-only">
          {isFiltered && found !== undefined && t('contacts.found', { count: found })}
        </p>
        {!data && !error && <ListSkeleton />}
        {!data && error && (
          <div className="p-4 md:px-6">
            <ReadFailure
              title={t('contacts.list_failed')}
              error={error}
              isFetching={isFetching}
              refetch={refetch}
            />
          </div>
        )}
        {data && rows.length === 0 && (
          <ListEmpty integration={integration} isFiltered={isFiltered} onClear={asked.clear} />
        )}
        {rows.length > 0 && (
          <ContactTable
            key={listKey}
            rows={rows}
            total={found}
            integration_id={integration.id}
            sort={wanted.sort}
            onSort={asked.setSort}
            columns={columns}
            known={known}
            selection={canChange ? selection : undefined}
            preview={preview}
            list={list}
          />
        )}
        {canChange && selection.isActive && (
          <Suspense>
            <ContactBulkBar
              integration={integration}
              members={known.members}
              rows={rows.filter(({ id }) => selection.ids.includes(id))}
              found={found}
              asked={asked}
              columns={columns}
              selection={selection}
              onBulk={begin}
            />
          </Suspense>
        )}
        {bulks.length > 0 && (
          <Suspense>
            <BulkList
              bulks={bulks}
              put={put}
              onOther={() =>
                void cache.invalidateQueries({ queryKey: ['contacts', { integration_id: integration.id }] })
              }
            />
          </Suspense>
        )}
      </div>
      {preview.contact_id && (
        <Suspense>
          <ContactPreview
            key={preview.contact_id}
            integration={integration}
            contact_id={preview.contact_id}
            nameOf={(contact) => contactName(contact, t)}
            onClose={preview.close}
          />
        </Suspense>
      )}
    </div>
  )
}
