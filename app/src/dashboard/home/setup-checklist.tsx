import type { Integration } from '@ozvi/contract'
import type { ReactNode } from 'react'
import { useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { PageLink, usePath } from '#platform/document/page-link.tsx'
import { usePublicConfig } from '#platform/session/root-data.ts'
import { Alert } from '#ui/alert.tsx'
import { Button, buttonStyle } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { cn } from '#ui/cn.ts'
import { CopyField } from '#ui/copy-field.tsx'
import { Icon } from '#ui/icon.tsx'
import { Meter } from '#ui/progress-bar.tsx'
import { dismissSetupChecklist } from '#dashboard/integrations'
import type { Overview } from './data.ts'

interface Props {
  integration: Integration
  overview: Overview
  sourcesPath: string | undefined
}
/**
 * Steps from a new workspace to its first answer, checked by their result. Disappears with the last step, or
 * when dismissed, independent of onboarding.
 */
export function SetupChecklist({
  integration,
  overview: { sources, team, installations: seen },
  sourcesPath,
}: Props) {
  const t = useT()
  const to = usePath()
  const { app_url } = usePublicConfig()
  const { run, isBusy, problem } = useAsyncAction(() => dismissSetupChecklist(integration.public_key))
  const steps = [
    { isDone: true, title: t('home.step_workspace') },
    {
      isDone: sources.length > 0,
      title: t('home.step_sources'),
      text: t('home.step_sources_text'),
      action: sourcesPath && (
        <PageLink to={sourcesPath} className={buttonStyle('primary', 'sm')}>
          {t('home.step_sources_go')}
        </PageLink>
      ),
    },
    {
      isDone: seen.length > 0,
      title: t('home.step_install'),
      text: t('home.step_install_text'),
      action: (
        <CopyField
          label={t('integrations.tag')}
          value={`<script async src="${app_url}/widget.js" data-key="${integration.public_key}"></script>`}
          className="w-full"
        />
      ),
    },
    {
      isDone: team.users.length + team.invitations.length > 1,
      title: t('home.step_team'),
      text: t('home.step_team_text'),
      action: (
        <PageLink
          to={to('app-i-integrationId-settings-team', { integrationId: integration.id })}
          className={buttonStyle('plain', 'sm')}
        >
          {t('home.step_team_go')}
        </PageLink>
      ),
    },
  ]
  const done = steps.filter(({ isDone }) => isDone).length
  if (done === steps.length) return null
  return (
    <Card className="mt-6 p-5 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-md font-semibold">{t('home.setup')}</h2>
        <div className="flex flex-wrap gap-2">
          {!integration.onboarded_at && (
            <PageLink
              to={`${to('app-onboarding')}?integrationId=${integration.id}`}
              className={buttonStyle('plain', 'sm')}
            >
              {t('home.go_on')}
            </PageLink>
          )}
          <Button variant="quiet" size="sm" isBusy={isBusy} onClick={() => void run()}>
            {t('home.setup_hide')}
          </Button>
        </div>
      </div>
      <div className="mt-2 flex items-center gap-3">
        <Meter label={t('home.setup')} value={done} max={steps.length} className="max-w-60 flex-1" />
        <p className="text-sm text-muted">{t('home.setup_progress', { done, all: steps.length })}</p>
      </div>
      {problem && <Alert tone="danger" title={problem.message} className="mt-4" />}
      <ol className="mt-4 flex flex-col">
        {steps.map((step) => (
          <Step key={step.title} {...step} />
        ))}
      </ol>
    </Card>
  )
}

function Step({
  isDone,
  title,
  text,
  action,
}: {
  isDone: boolean
  title: string
  text?: string
  action?: ReactNode
}) {
  const t = useT()
  return (
    <li className="flex gap-3 border-t border-line py-4 first:border-0 last:pb-0">
      <Icon
        name={isDone ? 'circle-check' : 'circle'}
        size={22}
        className={isDone ? 'text-success' : 'text-muted'}
      />
      <div className="flex min-w-0 flex-1 flex-col items-start gap-2">
        <p className={cn('text-base font-medium', isDone && 'text-muted')}>
          {title}
          {isDone && <span className="sr-only"> ({t('home.step_is_done')})</span>}
        </p>
        {!isDone && text && <p className="text-base text-muted">{text}</p>}
        {!isDone && action}
      </div>
    </li>
  )
}
