import { useT } from '#platform/i18n/provider.tsx'
import { useIntegration } from '#dashboard/integrations'
import { useOnlineVisitors } from '#dashboard/visitors'
import { AllContacts } from './all-contacts.tsx'
import { useContactCounts } from './contact-list.ts'
import { ListHeader } from './list-header.tsx'
import { OnlineContacts } from './online-contacts.tsx'
import { useWanted } from './use-wanted.ts'
import { ViewSwitch } from './view-switch.tsx'

/** Everybody the team knows of, or those on the site now. The page stays where it is, the list in it scrolls. */
// The router asks for a default export.
export default function ContactsPage() {
  const t = useT()
  const integration = useIntegration()
  const asked = useWanted()
  const { isOnlineView, setOnlineView, wanted } = asked
  const counts = useContactCounts(integration.id, wanted.search)
  const hasRows = ((wanted.kind ? counts?.[wanted.kind] : counts?.all) ?? 0) > 0
  const online = useOnlineVisitors(integration.id)
  const title = isOnlineView ? t('contacts.view_online') : t('contacts.title')
  return (
    <div className="flex h-full flex-col overflow-hidden">
      <title>{`${title} – ${integration.name}`}</title>
      <ListHeader integration={integration} wanted={!isOnlineView && hasRows ? wanted : null}>
        <ViewSwitch isOnlineView={isOnlineView} onChange={setOnlineView} total={online.data?.total} />
      </ListHeader>
      {isOnlineView ? (
        <OnlineContacts integration_id={integration.id} online={online} />
      ) : (
        <AllContacts integration={integration} asked={asked} counts={counts} />
      )}
    </div>
  )
}
