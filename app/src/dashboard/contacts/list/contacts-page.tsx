import { effectiveAccess } from '@ozvi/contract'
import { prefetch, preload } from '#platform/calls/page-queries.ts'
import { usePath } from '#platform/document/page-link.tsx'
import { useT } from '#platform/i18n/provider.tsx'
import { useContactFields } from '#dashboard/custom-fields'
import { useIntegration } from '#dashboard/integrations'
import { useSavedViews } from '#dashboard/saved-views'
import { useOnlineVisitors } from '#dashboard/contacts/online'
import { AllContacts } from './all-contacts.tsx'
import { useColumns } from './columns.ts'
import { useContactCounts } from './contact-list.ts'
import { contactListQueries } from './queries.ts'
import { ListHeader } from './list-header.tsx'
import { OnlineContacts } from '../online/online-contacts.tsx'
import { KindSelect } from './kind-choice.tsx'
import { SegmentMenu } from './segment-nav.tsx'
import { useSegmentCounts } from './segments.ts'
import { SortSelect } from './sort-select.tsx'
import { useListParams } from './use-list-params.ts'
import { ViewSwitch } from './view-switch.tsx'

export const queries = contactListQueries
export const loader = preload(queries)
export const clientLoader = prefetch(queries)

/** All contacts, or those online now. Only the list inside the page scrolls. */
// The router requires a default export.
export default function ContactsPage() {
  const t = useT()
  const integration = useIntegration()
  const segments = useSavedViews(integration.id, 'contacts')
  const listState = useListParams(segments)
  const { data: fields } = useContactFields(integration.id)
  const { columns, setColumns } = useColumns(integration.id, fields)
  const { isOnlineView, setOnlineView, listParams } = listState
  const counts = useContactCounts(integration.id, listParams, !listState.isPending)
  const hasRows = ((listParams.kind ? counts?.[listParams.kind] : counts?.all) ?? 0) > 0
  const access = effectiveAccess(integration)
  const online = useOnlineVisitors(integration.id)
  const base = usePath()('app-i-integrationId-contacts', { integrationId: integration.id })
  const nav = {
    integration,
    segments: segments ?? [],
    current: listState.segment,
    counts: useSegmentCounts(integration.id, !isOnlineView && !!segments?.length),
    pathOf: (id: string | null) => base + listState.searchOf(id),
  }
  const title = isOnlineView ? t('contacts.view_online') : t('contacts.title')
  return (
    <div className="flex h-full flex-col overflow-hidden small:content-height">
      <title>{`${title} – ${integration.name}`}</title>
      <ListHeader
        integration={integration}
        listParams={!isOnlineView && hasRows ? listParams : null}
        columns={columns}
      >
        <ViewSwitch isOnlineView={isOnlineView} onChange={setOnlineView} total={online.data?.total} />
        {!isOnlineView && (
          <div className="flex items-center gap-2 md:hidden">
            {nav.segments.length > 0 && <SegmentMenu {...nav} />}
            <KindSelect listState={listState} counts={counts} />
            <SortSelect listState={listState} />
          </div>
        )}
      </ListHeader>
      {access !== 'all' && (
        <p className="px-4 pt-1 text-sm text-muted md:px-6">{t(`contacts.access_${access}`)}</p>
      )}
      {isOnlineView ? (
        <OnlineContacts integration_id={integration.id} online={online} />
      ) : (
        <AllContacts
          integration={integration}
          listState={listState}
          counts={counts}
          nav={nav}
          fields={fields}
          columns={columns}
          setColumns={setColumns}
        />
      )}
    </div>
  )
}
