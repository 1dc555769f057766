import { type ContactProfile, getContact, type InboxRow, updateContact } from '@ozvi/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { problemWords } from '#platform/action.ts'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { useNow } from '#platform/now.ts'
import { call } from '#platform/wire.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Skeleton, SkeletonArea } from '#ui/skeleton.tsx'
import { showContact } from './actions.ts'
import { ContactField } from './contact-field.tsx'
import { CustomerAvatar } from './customer-avatar.tsx'
import { EarlierConversations } from './earlier-conversations.tsx'
import { useInbox } from './inbox-context.ts'
import { customerName } from './names.ts'
import { PageTrail } from './page-trail.tsx'
import { useTimes } from './times.ts'

/** Whether somebody is there is asked for, not told: no event says it. */
const askAgain_ms = 20_000
const profileOf = (integration_id: string, contact_id: string) =>
  queryOptions({
    queryKey: ['contact', { integration_id, contact_id }],
    queryFn: () => call(getContact, { integration_id, contact_id }),
    refetchInterval: askAgain_ms,
  })

/** Who the customer is, as far as the team knows. */
export function ContactPanel({ row, canEdit }: { row: InboxRow; canEdit: boolean }) {
  const t = useT()
  const { integration } = useInbox()
  const { data: profile, error, isFetching, refetch } = useQuery(profileOf(integration.id, row.contact.id))
  if (!profile) {
    if (!error) return <PanelSkeleton />
    return (
      <div className="p-4">
        <Alert tone="danger" title={t('conversations.contact_failed')}>
          <p>{problemWords(error, t).message}</p>
          <Button
            size="sm"
            icon="refresh"
            className="mt-2"
            isBusy={isFetching}
            onClick={() => void refetch()}
          >
            {t('ui.retry')}
          </Button>
        </Alert>
      </div>
    )
  }
  return (
    <div className="flex flex-col">
      <Identity row={row} profile={profile} canEdit={canEdit} />
      <Facts profile={profile} />
      <PageTrail pages={profile.pages} />
      <EarlierConversations contact_id={profile.id} conversation_id={row.id} />
    </div>
  )
}

function Identity({ row, profile, canEdit }: { row: InboxRow; profile: ContactProfile; canEdit: boolean }) {
  const t = useT()
  const now = useNow()
  const times = useTimes()
  const cache = useQueryClient()
  const { integration } = useInbox()
  const name = profile.name ?? profile.email ?? customerName(row, t)
  async function save(fields: { name?: string | null; email?: string | null }) {
    const saved = await call(updateContact, {
      integration_id: integration.id,
      contact_id: profile.id,
      ...fields,
    })
    cache.setQueryData(profileOf(integration.id, profile.id).queryKey, saved)
    showContact(cache, integration.id, saved)
  }
  return (
    <div className="flex flex-col gap-3 px-4 pt-4 pb-3">
      <div className="flex items-center gap-3">
        <CustomerAvatar contact={profile} size="3xl" />
        <div className="min-w-0">
          <p className="truncate text-md font-semibold">{name}</p>
          <p className="flex items-center gap-1.5 text-sm text-muted">
            {profile.is_online ? (
              <>
                <span className="size-2 rounded-full bg-success" />
                {t('conversations.online')}
              </>
            ) : (
              t('conversations.last_seen', { time: times.ago(profile.last_seen_at, now) })
            )}
          </p>
        </div>
      </div>
      <div className="flex flex-col gap-1">
        <ContactField
          name="name"
          label={t('conversations.name')}
          value={profile.name}
          addLabel={t('conversations.add_name')}
          canEdit={canEdit}
          onSave={(name) => save({ name })}
        />
        <ContactField
          name="email"
          type="email"
          label={t('conversations.email')}
          value={profile.email}
          addLabel={t('conversations.add_email')}
          canEdit={canEdit}
          onSave={(email) => save({ email })}
        />
      </div>
    </div>
  )
}

function Facts({ profile }: { profile: ContactProfile }) {
  const t = useT()
  const now = useNow()
  const times = useTimes()
  const formats = useFormats()
  const clock = profile.time_zone && times.clockIn(profile.time_zone, now)
  const facts: [string, ReactNode][] = [
    [t('conversations.language'), profile.locale === 'sk' ? 'Slovenčina' : 'English'],
    [t('conversations.local_time'), clock && `${clock} (${profile.time_zone})`],
    [t('conversations.browser'), profile.browser],
    [t('conversations.referrer'), profile.referrer],
    [t('conversations.first_seen'), formats.dateTime(profile.first_seen_at)],
    [t('conversations.last_seen_at'), formats.dateTime(profile.last_seen_at)],
  ]
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 border-t border-line px-4 py-4 text-sm">
      {facts.map(
        ([label, value]) =>
          value && (
            <div key={label} className="contents">
              <dt className="text-muted">{label}</dt>
              <dd className="min-w-0 break-words">{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

function PanelSkeleton() {
  return (
    <SkeletonArea className="flex flex-col gap-4 p-4">
      <div className="flex items-center gap-3">
        <Skeleton className="size-12 rounded-full" />
        <Skeleton className="h-4 w-32" />
      </div>
      <Skeleton className="h-16" />
      <Skeleton className="h-32" />
      <Skeleton className="h-40" />
    </SkeletonArea>
  )
}
