import type { ContactField, Integration } from '@ozvi/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { ReadFailure } from '#ui/read-failure.tsx'
import { useContactFields } from '#dashboard/contact-fields'
import { useTags } from '#dashboard/tags'
import { usersQuery } from '#dashboard/users'
import { inOrder } from './columns.ts'
import { contactsOf, type useContactCounts, useContacts } from './contact-list.ts'
import { ContactTable } from './contact-table.tsx'
import { ListControls } from './list-controls.tsx'
import { ListEmpty } from './list-empty.tsx'
import { ListSkeleton } from './list-skeleton.tsx'
import type { useWanted } from './use-wanted.ts'

const noFields: ContactField[] = []
/** Everybody the team knows of, as they are searched and ordered. */
export function AllContacts({
  integration,
  asked,
  counts,
}: {
  integration: Integration
  asked: ReturnType<typeof useWanted>
  counts: ReturnType<typeof useContactCounts>
}) {
  const t = useT()
  const { wanted } = asked
  const { data: fields } = useContactFields(integration.id)
  const tags = useTags(integration.id)
  const { data: team } = useQuery(usersQuery(integration.id))
  const known = { fields: fields ?? noFields, tags, members: team?.users ?? [] }
  const list = useContacts(integration.id, wanted)
  const { data, error, isFetching, refetch } = list
  const rows = useMemo(() => (data ? contactsOf(data) : []), [data])
  const isFiltered = wanted.search !== '' || wanted.kind !== null
  const found = wanted.kind ? counts?.[wanted.kind] : counts?.all
  return (
    <>
      <ListControls asked={asked} counts={counts} fields={known.fields} />
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
          key={`${integration.id} ${wanted.search} ${wanted.kind} ${wanted.sort}`}
          rows={rows}
          total={found}
          integration_id={integration.id}
          sort={wanted.sort}
          onSort={asked.setSort}
          columns={inOrder(asked.columns, fields)}
          known={known}
          list={list}
        />
      )}
    </>
  )
}
