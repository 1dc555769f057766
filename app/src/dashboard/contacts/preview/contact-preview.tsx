import { type ContactProfile, type Integration, can, Problem } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { PageLink, usePath } from '#platform/document/page-link.tsx'
import { BaseDate } from '#ui/base-date.tsx'
import { buttonStyle, IconButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { LoadError } from '#ui/load-error.tsx'
import { Skeleton, SkeletonArea } from '#ui/skeleton.tsx'
import { ContactDetails, useContactProfile } from '#dashboard/contacts/profile'
import { itemsOf, useTimeline } from '#dashboard/contacts/timeline'
import { ContactFacts, ContactIdentity } from '#dashboard/conversations'

const conversationsShown = 5

/** A contact next to the list: details and latest question. */
export function ContactPreview({
  integration,
  contact_id,
  nameOf,
  onClose,
}: {
  integration: Integration
  contact_id: string
  nameOf: (contact: Pick<ContactProfile, 'id' | 'name' | 'email'>) => string
  onClose: () => void
}) {
  const t = useT()
  const to = usePath()
  const { data: profile, error, isFetching, refetch } = useContactProfile(integration.id, contact_id)
  const name = profile ? nameOf(profile) : ''
  const path = to('app-i-integrationId-contacts-uuid', { integrationId: integration.id, uuid: contact_id })
  const isGone =
    (error instanceof Problem && error.code === 'not_found') ||
    (profile?.erasing ? profile.erasing.done === profile.erasing.total : false)
  const canEdit = can(integration, 'conversations.answer') && !profile?.erasing
  return (
    <aside
      aria-label={t('contact-preview.preview', { name })}
      className="flex w-88 shrink-0 flex-col border-l border-line"
    >
      <header className="flex h-15.25 shrink-0 items-center gap-2 border-b border-line px-4">
        <h2 className="min-w-0 truncate font-semibold">{name}</h2>
        <span className="ml-auto flex shrink-0 items-center gap-1">
          <PageLink to={path} prefetch="none" className={buttonStyle('plain', 'sm')}>
            {t('contact-preview.open')}
          </PageLink>
          <IconButton icon="x" size="sm" label={t('contact-preview.close')} onClick={onClose} />
        </span>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {isGone ? (
          <p className="p-4 text-muted">{t('contacts.absent')}</p>
        ) : profile ? (
          <>
            <ContactIdentity
              integration_id={integration.id}
              profile={profile}
              name={name}
              canEdit={canEdit}
            />
            <p className="flex items-center gap-2 border-t border-line px-4 py-3 text-sm text-muted">
              <Icon name="note" size={16} />
              {t('contact-preview.notes', { count: profile.note_count })}
            </p>
            <LastConversations integration_id={integration.id} contact_id={profile.id} />
            <ContactDetails integration_id={integration.id} profile={profile} canEdit={canEdit} />
            <ContactFacts profile={profile} />
          </>
        ) : error ? (
          <div className="p-4">
            <LoadError
              title={t('contact-preview.failed')}
              error={error}
              isFetching={isFetching}
              refetch={refetch}
            />
          </div>
        ) : (
          <SkeletonArea className="flex flex-col gap-4 p-4">
            <Skeleton className="h-12" />
            <Skeleton className="h-32" />
          </SkeletonArea>
        )}
      </div>
    </aside>
  )
}

function LastConversations({ integration_id, contact_id }: { integration_id: string; contact_id: string }) {
  const t = useT()
  const to = usePath()
  const { data, error, isFetching, refetch } = useTimeline(integration_id, contact_id, 'conversation')
  const conversations = data ? itemsOf(data).filter((item) => item.kind === 'conversation') : []
  return (
    <section aria-labelledby="last-conversations" className="border-t border-line px-4 py-3">
      <h3 id="last-conversations" className="text-sm font-semibold">
        {t('contact-preview.conversations')}
      </h3>
      {!data && error && (
        <LoadError
          title={t('contact-preview.conversations_failed')}
          error={error}
          isFetching={isFetching}
          refetch={refetch}
        />
      )}
      {data && conversations.length === 0 && (
        <p className="mt-1 text-sm text-muted">{t('contact-preview.conversations_none')}</p>
      )}
      <ul className="mt-1 flex flex-col">
        {conversations.slice(0, conversationsShown).map(({ id, number, subject, status, at }) => (
          <li key={id}>
            <PageLink
              to={to('app-i-integrationId-conversation-id', { integrationId: integration_id, id })}
              prefetch="none"
              className="-mx-2 block rounded-control px-2 py-1.5 hover:bg-inset"
            >
              <span className="block truncate">{subject || t('contacts.asked', { number })}</span>
              <span className="block text-xs text-muted">
                #{number} · {t(`conversations.status_${status}`)} · <BaseDate time={at} format="ago" />
              </span>
            </PageLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
