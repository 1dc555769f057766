import { type Hubspot, type HubspotChange, hubspotWrittenStart } from '@ozvi/contract'
import { errorText, useAsyncAction } from '#platform/calls/use-async-action.ts'
import { PageLink, usePath } from '#platform/document/page-link.tsx'
import { useT } from '#platform/i18n/provider.tsx'
import { Alert } from '#ui/alert.tsx'
import { Badge } from '#ui/badge.tsx'
import { BaseDate } from '#ui/base-date.tsx'
import { Button } from '#ui/button.tsx'
import { Section } from '#ui/card.tsx'
import { LoadError } from '#ui/load-error.tsx'
import { toast } from '#ui/toast.ts'
import { contactName } from '#dashboard/contact-names'
import { useChanges, useHubspotActions, useProperties } from './data.ts'
import { useMappableFields } from './field-label.ts'

/** What the syncs changed, newest first. */
export function ChangesSection({ hubspot }: { hubspot: Hubspot }) {
  const t = useT()
  const { integration_id, sync } = hubspot
  const ended_id = sync && sync.status !== 'running' ? sync.id : null
  const { data: changes, error, isFetching, refetch } = useChanges(integration_id, ended_id)
  if (!changes && !error) return null
  return (
    <Section title={t('hubspot.changes')} description={t('hubspot.changes_text')}>
      {!changes ? (
        <LoadError
          title={t('hubspot.changes_failed')}
          error={error}
          isFetching={isFetching}
          refetch={refetch}
        />
      ) : changes.length === 0 ? (
        <p className="text-base text-muted">{t('hubspot.changes_none')}</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          {changes.map((change) => (
            <li key={change.id} className="py-3 first:pt-0 last:pb-0">
              <Change hubspot={hubspot} change={change} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

const actText = ({ object, action, direction }: HubspotChange, t: ReturnType<typeof useT>) =>
  object === 'contact'
    ? t(`hubspot.change_${action}_${direction}`)
    : t(`hubspot.change_${object}_${action === 'skipped' ? 'skipped' : 'created'}`)

interface ChangeProps {
  hubspot: Hubspot
  change: HubspotChange
}
function Change({ hubspot, change }: ChangeProps) {
  const { integration_id } = hubspot
  const t = useT()
  const to = usePath()
  const { undo } = useHubspotActions(integration_id)
  const { run, isBusy, problem } = useAsyncAction(async () => {
    await undo(change.id)
    toast.success(t('hubspot.undone'))
  })
  const name = contactName({ id: change.contact_id, name: change.contact_name, email: null }, t)
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-base">
          <PageLink
            to={to('app-i-integrationId-contacts-uuid', {
              integrationId: integration_id,
              uuid: change.contact_id,
            })}
            className="font-medium text-primary hover:underline"
          >
            {name}
          </PageLink>
          <span>{actText(change, t)}</span>
          {change.conflicts.length > 0 && <Badge tone="warning">{t('hubspot.conflict')}</Badge>}
          {change.undone_at && <Badge>{t('hubspot.undone')}</Badge>}
        </p>
        <p className="text-sm text-muted">
          <BaseDate time={change.at} />
          {change.object === 'contact' && change.reason && ` · ${t(`hubspot.reason_${change.reason}`)}`}
        </p>
        {change.action === 'updated' && <Differences hubspot={hubspot} change={change} />}
        {problem && <Alert tone="danger" title={errorText(problem)} className="mt-2" />}
      </div>
      {change.action === 'updated' && !change.undone_at && (
        <Button size="sm" isBusy={isBusy} onClick={() => void run()}>
          {t('hubspot.undo')}
        </Button>
      )}
    </div>
  )
}

function Differences({ hubspot: { integration_id, account }, change }: ChangeProps) {
  const t = useT()
  const { labelOf } = useMappableFields(integration_id)
  const { data: properties } = useProperties(integration_id, account)
  const nameOf = (field: string) => {
    if (!field.startsWith(hubspotWrittenStart)) return labelOf(field)
    const name = field.slice(hubspotWrittenStart.length)
    return properties?.find((each) => each.name === name)?.label ?? name
  }
  return (
    <dl className="mt-1 flex flex-col gap-0.5 text-sm">
      {Object.entries(change.after).map(([field, after]) => (
        <div key={field} className="flex flex-wrap gap-x-2">
          <dt className="text-muted">{nameOf(field)}:</dt>
          <dd className="min-w-0 break-words">
            <del className="text-muted">{change.before[field] || t('hubspot.empty')}</del>{' '}
            <ins className="no-underline">{after || t('hubspot.empty')}</ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}
