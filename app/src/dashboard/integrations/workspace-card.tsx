import { type Integration, can, type WorkspaceActivity } from '@ozvi/contract'
import { errorText, useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { PageLink, usePath } from '#platform/document/page-link.tsx'
import { Badge } from '#ui/badge.tsx'
import { BaseDate } from '#ui/base-date.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { toast } from '#ui/toast.ts'
import { reopenWorkspace } from './data.ts'
import { WorkspaceAvatar } from './workspace-avatar.tsx'

/** A deleted workspace with its date, and the restore button for its owner. */
export function ClosedCard({ integration, until }: { integration: Integration; until: string }) {
  const t = useT()
  const formats = useFormats()
  const { id, name } = integration
  const { run, isBusy, problem } = useAsyncAction(async () => {
    await reopenWorkspace(id)
    toast.success(t('integrations.reopened', { name }))
  })
  return (
    <li className="flex items-start gap-4 rounded-card border border-dashed border-strong bg-subtle p-4">
      <WorkspaceAvatar workspace={integration} size="2xl" />
      <div className="min-w-0 flex-1">
        <p className="truncate text-md font-semibold">{name}</p>
        <p className="text-base">{t('integrations.closed_until', { date: formats.date(until) })}</p>
        {can(integration, 'workspace.delete') ? (
          <Button
            size="sm"
            className="mt-3"
            isBusy={isBusy}
            aria-label={t('integrations.reopen_named', { name })}
            onClick={() => void run()}
          >
            {t('integrations.reopen')}
          </Button>
        ) : (
          <p className="text-sm text-muted">{t('integrations.closed_ask')}</p>
        )}
        {problem && (
          <p role="alert" className="mt-2 text-sm text-danger">
            {errorText(problem)}
          </p>
        )}
      </div>
    </li>
  )
}

/** A workspace with its members and waiting conversations. */
export function WorkspaceCard({
  integration,
  activity,
}: {
  integration: Integration
  activity: WorkspaceActivity | undefined
}) {
  const t = useT()
  const { number } = useFormats()
  const to = usePath()
  const { id, name, url, role, custom_role } = integration
  return (
    <li className="relative flex items-center gap-4 rounded-card border border-line bg-raised p-4 transition-colors duration-120 focus-within:border-strong hover:border-strong">
      <WorkspaceAvatar workspace={integration} size="2xl" className="bg-primary text-on-primary" />
      <div className="min-w-0 flex-1">
        <PageLink
          to={to('app-i-integrationId', { integrationId: id })}
          className="block truncate text-md font-semibold after:absolute after:inset-0 after:rounded-card"
        >
          {name}
        </PageLink>
        <p className="truncate text-base text-muted">{url.replace(/^https?:\/\/|\/$/g, '')}</p>
        <p className="min-h-5 text-sm text-muted">
          {activity && (
            <>
              {t('integrations.members_n', { n: activity.members })} ·{' '}
              {activity.last_active_at ? (
                <>
                  {t('integrations.last_active')} <BaseDate time={activity.last_active_at} format="ago" />
                </>
              ) : (
                t('integrations.never_active')
              )}
            </>
          )}
        </p>
      </div>
      <div className="flex flex-col items-end gap-1">
        {activity !== undefined && activity.unread > 0 && (
          <span className="rounded-full bg-primary px-2 text-sm font-semibold text-on-primary">
            <span aria-hidden="true">{number(activity.unread)}</span>
            <span className="sr-only">{t('integrations.unread_n', { n: activity.unread })}</span>
          </span>
        )}
        <Badge>{custom_role?.name ?? t(`users.role_${role}`)}</Badge>
      </div>
      <Icon name="chevron-right" className="text-muted" />
    </li>
  )
}
