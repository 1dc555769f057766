import { useMemo } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { ReadFailure } from '#ui/read-failure.tsx'
import { useIntegration } from '#dashboard/integrations'
import { contactsOf, useContactCounts, useContacts } from './contact-list.ts'
import { ContactTable } from './contact-table.tsx'
import { ListControls } from './list-controls.tsx'
import { ListEmpty } from './list-empty.tsx'
import { ListHeader } from './list-header.tsx'
import { ListSkeleton } from './list-skeleton.tsx'
import { useWanted } from './use-wanted.ts'

/** Everybody the team knows of. The page stays where it is, the list in it scrolls. */
// The router asks for a default export.
export default function ContactsPage() {
  const t = useT()
  const integration = useIntegration()
  const asked = useWanted()
  const { wanted } = asked
  const counts = useContactCounts(integration.id, wanted.search)
  const list = useContacts(integration.id, wanted)
  const { data, error, isFetching, refetch } = list
  const rows = useMemo(() => (data ? contactsOf(data) : []), [data])
  const isFiltered = wanted.search !== '' || wanted.kind !== null
  const found = wanted.kind ? counts?.[wanted.kind] : counts?.all
  return (
    <div className="flex h-full flex-col overflow-hidden">
      <title>{`${t('contacts.title')} – ${integration.name}`}</title>
      <ListHeader integration={integration} wanted={wanted} hasRows={rows.length > 0} />
      <ListControls asked={asked} counts={counts} />
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
          list={list}
        />
      )}
    </div>
  )
}
