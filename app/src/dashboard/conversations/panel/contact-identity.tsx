import type { ContactProfile } from '@ozvi/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { useNow } from '#platform/time/use-now.ts'
import { PageLink } from '#platform/document/page-link.tsx'
import { OnlineDot } from '#ui/online-dot.tsx'
import { BlockedBanner } from '#dashboard/contacts/blocking'
import { saveContact, useFieldSource } from '#dashboard/contacts/profile'
import { VerifiedBadge } from '#dashboard/identity'
import { EditableField } from '#dashboard/custom-fields'
import { showContact } from '../data/row-changes.ts'
import { CustomerAvatar } from '../people/customer-avatar.tsx'
import { CurrentPage } from './current-page.tsx'

/** Picture, online status, and editable name and email address. */
export function ContactIdentity({
  integration_id,
  profile,
  name,
  canEdit,
  contactPath,
  children,
}: {
  integration_id: string
  profile: ContactProfile
  /** Display name, also for anonymous contacts. */
  name: string
  canEdit: boolean
  /** URL of their page, which the name links to; omitted if a heading above already shows the name. */
  contactPath?: string
  /** Shown instead of the name if there is no link. */
  children?: ReactNode
}) {
  const t = useT()
  const now = useNow()
  const formats = useFormats()
  const cache = useQueryClient()
  const sourceOf = useFieldSource(profile)
  function presenceText() {
    if (profile.online) return t('conversations.online')
    if (!profile.last_seen_at) return t('contacts.never_seen')
    return t('conversations.last_seen', { time: formats.ago(profile.last_seen_at, now) })
  }
  const save = (field: 'name' | 'email', value: string | null) =>
    saveContact({
      cache,
      t,
      integration_id,
      profile,
      changes: { [field]: value },
      label: t(`conversations.${field}`),
      onSaved: (saved) => showContact(cache, saved),
    })
  return (
    <div className="flex flex-col gap-3 px-4 pt-4 pb-3">
      <div className="flex items-center gap-3">
        <span className="relative shrink-0">
          <CustomerAvatar contact={profile} size="3xl" />
          {profile.online && <OnlineDot />}
        </span>
        <div className="min-w-0">
          {contactPath ? (
            <p className="truncate text-md font-semibold">
              <PageLink to={contactPath} className="hover:underline">
                {name}
              </PageLink>
            </p>
          ) : (
            children
          )}
          <p className="flex items-center gap-1.5 text-sm text-muted">{presenceText()}</p>
          {profile.verified_at && (
            <Suspense>
              <VerifiedBadge {...profile} />
            </Suspense>
          )}
        </div>
      </div>
      <BlockedBanner integration_id={integration_id} profile={profile} name={name} canEdit={canEdit} />
      {profile.online?.page && <CurrentPage page={profile.online.page} />}
      <div className="flex flex-col gap-1">
        <EditableField
          name="name"
          label={t('conversations.name')}
          value={profile.name}
          source={sourceOf('name')}
          addLabel={t('conversations.add_name')}
          canEdit={canEdit}
          onSave={(value) => save('name', value)}
        />
        <EditableField
          name="email"
          type="email"
          label={t('conversations.email')}
          value={profile.email}
          source={sourceOf('email')}
          addLabel={t('conversations.add_email')}
          canEdit={canEdit}
          onSave={(value) => save('email', value)}
        />
      </div>
    </div>
  )
}
