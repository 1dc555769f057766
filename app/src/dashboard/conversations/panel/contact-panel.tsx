import type { InboxRow } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { usePath } from '#platform/document/page-link.tsx'
import { LoadError } from '#ui/load-error.tsx'
import { ContactDetails, ContactHubspot, useContactProfile } from '#dashboard/contacts/profile'
import { ContactFacts } from './contact-facts.tsx'
import { ContactIdentity } from './contact-identity.tsx'
import { ConversationFacts } from './conversation-facts.tsx'
import { EarlierConversations } from './earlier-conversations.tsx'
import { FieldsSection } from './fields-section.tsx'
import { useInbox } from '../layout/inbox-context.ts'
import { customerName } from '../people/names.ts'
import { RatingSection } from '../thread/rating.tsx'
import { NotesSection } from './notes-section.tsx'
import { PageHistory } from './page-history.tsx'
import { PanelSkeleton } from './panel-skeleton.tsx'

/** What the team knows about the customer. */
export function ContactPanel({ row, canEdit }: { row: InboxRow; canEdit: boolean }) {
  const t = useT()
  const { integration } = useInbox()
  const to = usePath()
  const { data: profile, error, isFetching, refetch } = useContactProfile(integration.id, row.contact.id)
  if (!profile) {
    if (!error) return <PanelSkeleton />
    return (
      <div className="p-4">
        <LoadError
          title={t('conversations.contact_failed')}
          error={error}
          isFetching={isFetching}
          refetch={refetch}
        />
      </div>
    )
  }
  const contactPath = to('app-i-integrationId-contacts-uuid', {
    integrationId: integration.id,
    uuid: profile.id,
  })
  return (
    <div className="flex flex-col">
      <ContactIdentity
        integration_id={integration.id}
        profile={profile}
        name={profile.name ?? profile.email ?? customerName(row, t)}
        canEdit={canEdit}
        contactPath={contactPath}
      />
      <NotesSection
        integration_id={integration.id}
        profile={profile}
        contactPath={contactPath}
        canWrite={canEdit}
      />
      {row.rating && <RatingSection rating={row.rating} />}
      <FieldsSection row={row} canEdit={canEdit} />
      <EarlierConversations contact_id={profile.id} conversation_id={row.id} />
      <PageHistory pages={profile.pages} />
      <ConversationFacts row={row} />
      <ContactDetails integration_id={integration.id} profile={profile} canEdit={canEdit} hidesEmpty />
      <ContactHubspot profile={profile} />
      <ContactFacts profile={profile} />
    </div>
  )
}
