import { type ContactChange, type ContactMerge, mapTextFields, type TimelineItem } from '@ozvi/contract'
import type { Key } from '#platform/i18n/keys.ts'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { PageLink, usePath } from '#platform/document/page-link.tsx'
import { Badge } from '#ui/badge.tsx'
import { Entry } from '#dashboard/contacts/timeline'
import { isMergeLine, MergeUndo, MergeText } from '#dashboard/contacts/merging'
import { useContactFields, useValueText } from '#dashboard/custom-fields'
import { isWeb, pathOf, statusTones } from '#dashboard/conversations'

const fieldLabels: Record<string, Key> = {
  name: 'contacts.field_name',
  email: 'contacts.field_email',
  phone: 'contacts.field_phone',
  ...mapTextFields((name): Key => `contacts.field_${name}`),
  country: 'contacts.field_country',
  external_id: 'contacts.field_external_id',
  owner_id: 'contacts.field_owner_id',
  tags: 'contacts.field_tags',
  blocked: 'blocking.field',
  blocked_reason: 'blocking.reason',
  verified: 'contacts.identity_verified',
}
export function ChangeItem({
  change,
  integration_id,
  merges,
}: {
  change: ContactChange
  integration_id: string
  merges: readonly ContactMerge[]
}) {
  const t = useT()
  const valueText = useValueText()
  const formats = useFormats()
  const { data: fields = [] } = useContactFields(integration_id)
  const { actor, scenario, changes } = change
  const merged = changes.find(isMergeLine)
  const merge = merges.find(({ id }) => id === merged?.merge_id)
  const title = scenario
    ? t('contacts.changed_by_scenario', { name: scenario.name })
    : actor
      ? t('contacts.changed_by', { name: actor.name })
      : t('contacts.changed_self')
  return (
    <Entry
      icon={merged ? 'users' : 'pencil'}
      title={merged ? <MergeText by={actor?.name ?? null} line={merged} /> : title}
      at={change.at}
    >
      <ul className="mt-0.5 text-sm text-muted">
        {changes.map(({ field, label, before, after }) => {
          if (field === merged?.field) return null
          const knownName = fieldLabels[field]
          const type = field === 'country' ? field : fields.find(({ id }) => id === field)?.type
          const textOf = (value: typeof before) => {
            if (field === 'blocked')
              return value === null
                ? t('blocking.none')
                : value === 'ever'
                  ? t('blocking.ever')
                  : t('blocking.until', { time: formats.dateTime(String(value)) })
            if (field === 'verified') return t('contacts.identity_signed')
            return value === null ? t('contacts.unknown_value') : valueText(value, type)
          }
          return (
            <li key={field} className="break-words">
              {knownName ? t(knownName) : label}: {before !== null && <>{textOf(before)} → </>}
              <span className={after === null ? undefined : 'text-ink'}>{textOf(after)}</span>
            </li>
          )
        })}
      </ul>
      {merge && <MergeUndo merge={merge} integration_id={integration_id} />}
    </Entry>
  )
}

export function VisitItem({ visit }: { visit: Extract<TimelineItem, { kind: 'visit' }> }) {
  const t = useT()
  return (
    <Entry icon="globe" title={t('contacts.visit_pages', { count: visit.count })} at={visit.at}>
      <ol className="mt-0.5 text-sm">
        {visit.pages.map(({ url, title }, index) => (
          <li key={`${index} ${url}`} className="truncate">
            {isWeb(url) ? (
              <a
                href={url}
                target="_blank"
                rel="noopener noreferrer nofollow"
                title={url}
                className="rounded-[3px] hover:underline"
              >
                {title || pathOf(url)} <span className="text-muted">{title && pathOf(url)}</span>
              </a>
            ) : (
              title || url
            )}
          </li>
        ))}
      </ol>
    </Entry>
  )
}

export function QuestionItem({
  conversation: { id, at, number, subject, status },
  integration_id,
}: {
  conversation: Extract<TimelineItem, { kind: 'conversation' }>
  integration_id: string
}) {
  const t = useT()
  const to = usePath()
  return (
    <Entry
      icon="message"
      at={at}
      title={
        <PageLink
          to={to('app-i-integrationId-conversation-id', { integrationId: integration_id, id })}
          className="rounded-[3px] font-medium hover:underline"
        >
          {subject || t('contacts.asked', { number })}
        </PageLink>
      }
    >
      <p className="mt-1 flex items-center gap-2 text-xs text-muted">
        <Badge tone={statusTones[status]}>{t(`conversations.status_${status}`)}</Badge>#{number}
      </p>
    </Entry>
  )
}
