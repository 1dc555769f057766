import { contactsImported, can, type ContactProfile, Problem } from '@ozvi/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate, useParams } from 'react-router'
import { formProblem } from '#platform/calls/use-async-action.ts'
import { useInvalidateOn } from '#platform/calls/use-live-query.ts'
import { inWorkspace, prefetch, preload, type Queries } from '#platform/calls/page-queries.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { PageLink, usePath } from '#platform/document/page-link.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button, buttonStyle } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { Skeleton, SkeletonArea } from '#ui/skeleton.tsx'
import { useCommands } from '#dashboard/commands'
import { contactName } from '#dashboard/contact-names'
import { ContactDetails, ContactHubspot, profileOf, useContactProfile } from '#dashboard/contacts/profile'
import { ContactConsents, ContactAcquisition } from '#dashboard/contacts/acquisition'
import { ContactFacts, ContactIdentity } from '#dashboard/conversations'
import { useIntegration } from '#dashboard/integrations'
import { MessageButton } from '#dashboard/outbound'
import { contactFields } from '#dashboard/custom-fields'
import { tagsOf } from '#dashboard/tags'
import { usersQuery } from '#dashboard/users'
import { ContactActions } from './contact-actions.tsx'
import { ErasureProgress } from './erasure-progress.tsx'
import { kindTones } from '../names.ts'
import { Timeline } from '../timeline/timeline.tsx'
import { timelineOf } from '../timeline/data.ts'

export const queries: Queries = inWorkspace(({ id }, { params: { uuid = '' } }) => [
  profileOf(id, uuid),
  timelineOf(id, uuid, null),
  // The details are hydrated lazily, and must find the data that the server rendered them with.
  contactFields(id),
  tagsOf(id),
  usersQuery(id),
])
export const loader = preload(queries)
export const clientLoader = prefetch(queries)

// The router requires a default export.
export default function ContactPage() {
  const { uuid = '' } = useParams()
  return <Contact key={uuid} contact_id={uuid} />
}

/** A contact, unless it was merged into another one or erased. */
function Contact({ contact_id }: { contact_id: string }) {
  const t = useT()
  const to = usePath()
  const integration = useIntegration()
  const { data: profile, error, isFetching, refetch } = useContactProfile(integration.id, contact_id)
  // An import may have changed them.
  useInvalidateOn(profileOf(integration.id, contact_id), contactsImported, {
    integration_id: integration.id,
  })
  const listPath = to('app-i-integrationId-contacts', { integrationId: integration.id })
  const navigate = useNavigate()
  useCommands({ back: () => void navigate(listPath) })
  const name = profile && contactName(profile, t)
  const pageName = isAbsent(error) ? t('contacts.absent') : name
  // They may be erased while the page is open.
  const isMoved = profile !== undefined && profile.id !== contact_id
  const isErased = profile?.erasing ? profile.erasing.done === profile.erasing.total : false
  const visibleProfile = isErased || isMoved || isAbsent(error) ? undefined : profile
  const canEdit = can(integration, 'conversations.answer') && !profile?.erasing
  return (
    <div className="flex h-full flex-col overflow-hidden small:content-height">
      <title>{[pageName, t('contacts.title'), integration.name].filter(Boolean).join(' – ')}</title>
      <header className="flex min-h-15 shrink-0 items-center gap-2 border-b border-line px-2 py-2 sm:px-4">
        <PageLink
          to={listPath}
          aria-label={t('contacts.back')}
          className="inline-flex size-9 shrink-0 items-center justify-center rounded-control text-muted hover:bg-inset hover:text-ink touch:size-11"
        >
          <Icon name="arrow-left" />
        </PageLink>
        <h1 className="min-w-0 truncate text-md font-semibold">
          {(visibleProfile && name) ?? t('contacts.contact')}
        </h1>
        {visibleProfile && name && !visibleProfile.erasing && (
          <span className="ml-auto flex items-center gap-1">
            {canEdit && <MessageButton integration_id={integration.id} profile={visibleProfile} />}
            <ContactActions integration={integration} profile={visibleProfile} name={name} />
          </span>
        )}
      </header>
      {visibleProfile?.erasing && <ErasureProgress erasing={visibleProfile.erasing} />}
      {isMoved && <Moved from={contact_id} to={profile.id} integration_id={integration.id} />}
      {(isMoved || (!profile && !error)) && <ContactSkeleton />}
      {isErased && <Erased listPath={listPath} />}
      {!visibleProfile && !isErased && error && (
        <Failure error={error} listPath={listPath} isFetching={isFetching} onRetry={() => void refetch()} />
      )}
      {visibleProfile && name && <ContactBody profile={visibleProfile} name={name} canEdit={canEdit} />}
    </div>
  )
}

/** Details next to the timeline. Each side scrolls separately; on a phone they are one. */
function ContactBody({
  profile,
  name,
  canEdit,
}: {
  profile: ContactProfile
  name: string
  canEdit: boolean
}) {
  const t = useT()
  const integration = useIntegration()
  return (
    <div className="flex min-h-0 flex-1 flex-col max-lg:overflow-y-auto small:overflow-visible lg:flex-row">
      <section
        aria-label={t('contacts.details')}
        className="shrink-0 border-line max-lg:border-b lg:w-85 lg:overflow-y-auto lg:border-r"
      >
        <ContactIdentity integration_id={integration.id} profile={profile} name={name} canEdit={canEdit}>
          <Badge tone={kindTones[profile.kind]}>{t(`contacts.kind_${profile.kind}`)}</Badge>
        </ContactIdentity>
        <ContactDetails integration_id={integration.id} profile={profile} canEdit={canEdit} />
        <ContactHubspot profile={profile} />
        <ContactFacts profile={profile} hasOrigin />
        <ContactAcquisition profile={profile} />
        <ContactConsents consents={profile.consents} />
      </section>
      <div className="min-w-0 flex-1 lg:overflow-y-auto">
        <Timeline
          integration_id={integration.id}
          contact_id={profile.id}
          canWrite={canEdit}
          merges={can(integration, 'contacts.manage') ? profile.merges : []}
        />
      </div>
    </div>
  )
}

/** Merged into another contact, whose page opens instead. */
function Moved({ from, to: uuid, integration_id }: { from: string; to: string; integration_id: string }) {
  const to = usePath()
  const navigate = useNavigate()
  const cache = useQueryClient()
  useEffect(() => {
    void navigate(to('app-i-integrationId-contacts-uuid', { integrationId: integration_id, uuid }), {
      replace: true,
    })
    // The merge may be undone when someone returns here.
    return () => cache.removeQueries(profileOf(integration_id, from))
  }, [navigate, to, cache, integration_id, uuid, from])
  return null
}

const isAbsent = (error: Error | null) => error instanceof Problem && error.code === 'not_found'

function Erased({ listPath }: { listPath: string }) {
  const t = useT()
  return (
    <div role="status" className="my-auto">
      <EmptyState
        icon="circle-check"
        title={t('contacts.erased')}
        action={
          <PageLink to={listPath} className={buttonStyle('plain')}>
            {t('contacts.back')}
          </PageLink>
        }
      >
        {t('contacts.erased_text')}
      </EmptyState>
    </div>
  )
}

function Failure({
  error,
  listPath,
  isFetching,
  onRetry,
}: {
  error: Error
  listPath: string
  isFetching: boolean
  onRetry: () => void
}) {
  const t = useT()
  const isMissing = isAbsent(error)
  return (
    <EmptyState
      icon={isMissing ? 'search' : 'alert-triangle'}
      title={isMissing ? t('contacts.absent') : t('contacts.failed')}
      className="my-auto"
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <PageLink to={listPath} className={buttonStyle('plain')}>
            {t('contacts.back')}
          </PageLink>
          {!isMissing && (
            <Button variant="primary" icon="refresh" isBusy={isFetching} onClick={onRetry}>
              {t('ui.retry')}
            </Button>
          )}
        </div>
      }
    >
      {isMissing ? t('contacts.absent_text') : formProblem(error, t).message}
    </EmptyState>
  )
}

function ContactSkeleton() {
  return (
    <SkeletonArea className="flex flex-1 gap-8 p-4">
      <div className="flex w-72 flex-col gap-4 max-lg:w-full">
        <div className="flex items-center gap-3">
          <Skeleton className="size-12 rounded-full" />
          <Skeleton className="h-4 w-32" />
        </div>
        <Skeleton className="h-16" />
        <Skeleton className="h-32" />
      </div>
      <div className="flex flex-1 flex-col gap-4 max-lg:hidden">
        <Skeleton className="h-6 w-40" />
        <Skeleton className="h-40" />
      </div>
    </SkeletonArea>
  )
}
