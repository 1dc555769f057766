import type { OwnField, Integration, SavedView } from '@ozvi/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { usePath } from '#platform/page-link.tsx'
import { ReadFailure } from '#ui/read-failure.tsx'
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
import type { useWanted } from './use-wanted.ts'

const noFields: OwnField[] = []
/** Everybody the team knows of, as they are searched and ordered. */
export function AllContacts({
  integration,
  asked,
  counts,
  segments,
  fields,
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
  const known = { fields: fields ?? noFields, tags, members: team?.users ?? [] }
  const list = useContacts(integration.id, wanted, !asked.isPending)
  const { data, error, isFetching, refetch } = list
  const rows = useMemo(() => (data ? contactsOf(data) : []), [data])
  const isFiltered = Object.keys(asked.filterTexts).length > 0
  const found = wanted.kind ? counts?.[wanted.kind] : counts?.all
  return (
    <div className="flex min-h-0 flex-1">
      <SegmentNav integration={integration} segments={segments ?? []} shown={asked.segment} pathOf={pathOf} />
      <div className="flex min-w-0 flex-1 flex-col">
        <ListControls asked={asked} counts={counts} known={known} columns={columns} setColumns={setColumns}>
          {segments && segments.length > 0 && (
            <span className="lg:hidden">
              <SegmentMenu
                integration={integration}
                segments={segments}
                shown={asked.segment}
                pathOf={pathOf}
              />
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
            key={JSON.stringify([integration.id, asked.filterTexts, wanted.sort])}
            rows={rows}
            total={found}
            integration_id={integration.id}
            sort={wanted.sort}
            onSort={asked.setSort}
            columns={columns}
            known={known}
            list={list}
          />
        )}
      </div>
    </div>
  )
}
