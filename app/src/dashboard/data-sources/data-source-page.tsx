import { can } from '@ozvi/contract'
import type { ReactNode } from 'react'
import { useNavigate, useParams } from 'react-router'
import { inWorkspace, prefetch, preload, type Queries } from '#platform/calls/page-queries.ts'
import { errorText, useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { usePath } from '#platform/document/page-link.tsx'
import { BackLink } from '#ui/back-link.tsx'
import { Alert } from '#ui/alert.tsx'
import { BaseDate } from '#ui/base-date.tsx'
import { Button } from '#ui/button.tsx'
import { Card, Section } from '#ui/card.tsx'
import { Switch } from '#ui/choice.tsx'
import { Playground } from '#dashboard/assistant'
import { useIntegration } from '#dashboard/integrations'
import { useDataSource, useSourceActions, sourceOf } from './data.ts'
import { folderOf } from './folder-data.ts'
import { ItemsSection } from './items-section.tsx'
import { PageLimit } from './page-limit.tsx'
import { PushAccess } from './push-access.tsx'
import { ScheduleField } from './forms/schedule-field.tsx'
import { SourceMenu } from './source-menu.tsx'
import { SourceState } from './source-state.tsx'
import { isBusy } from './states.ts'
import { SourceLoadError } from './source-load-error.tsx'

export const queries: Queries = inWorkspace(({ id }, { params: { sourceId = '' } }) => [
  sourceOf(id, sourceId),
  folderOf({ integration_id: id, source_id: sourceId }, ''),
])
export const loader = preload(queries)
export const clientLoader = prefetch(queries)

// The router requires a default export.
export default function DataSourcePage() {
  const t = useT()
  const to = usePath()
  const navigate = useNavigate()
  const integration = useIntegration()
  const { sourceId = '' } = useParams()
  const query = useDataSource(integration.id, sourceId)
  const source = query.data
  const actions = useSourceActions(integration.id)
  const use = useAsyncAction(actions.change)
  const sync = useAsyncAction((id: string) => actions.sync(id))
  const stop = useAsyncAction((id: string) => actions.stop(id))
  const listPath = to('app-i-integrationId-settings-data-sources', { integrationId: integration.id })
  const backLink = <BackLink to={listPath}>{t('data-sources.title')}</BackLink>
  if (!source) {
    return (
      <SourceLoadError
        backLink={backLink}
        messages={{ absent: t('data-sources.absent'), failed: t('data-sources.source_failed') }}
        height="h-72"
        query={query}
      />
    )
  }
  const canManage = can(integration, 'knowledge.manage') && source.status !== 'deleting'
  const problem = use.problem ?? sync.problem ?? stop.problem
  return (
    <div className="flex flex-col gap-6">
      <title>{`${source.name} – ${t('data-sources.title')} – ${integration.name}`}</title>
      <div className="flex flex-col gap-3">
        {backLink}
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
          <div className="min-w-0 flex-1 basis-72">
            <h1 className="text-2xl font-semibold tracking-tight break-words">{source.name}</h1>
            <SourceState source={source} />
          </div>
          {canManage && (
            <div className="flex items-center gap-2">
              {isBusy(source) ? (
                <Button icon="stop" isBusy={stop.isBusy} onClick={() => void stop.run(source.id)}>
                  {t('data-sources.stop')}
                </Button>
              ) : (
                <Button icon="refresh" isBusy={sync.isBusy} onClick={() => void sync.run(source.id)}>
                  {t('data-sources.sync')}
                </Button>
              )}
              <SourceMenu source={source} actions={actions} onDeleted={() => void navigate(listPath)} />
            </div>
          )}
        </div>
        {problem && <Alert tone="danger" title={errorText(problem)} />}
        {canManage && <PageLimit source={source} integration={integration} actions={actions} />}
      </div>
      <Card className="flex flex-col gap-4 p-4">
        {canManage && (
          <Switch
            label={t('data-sources.is_used')}
            hint={t('data-sources.is_used_hint')}
            checked={source.is_enabled}
            onChange={({ target }) => void use.run(source.id, { is_enabled: target.checked })}
          />
        )}
        {canManage && source.kind === 'website' && <ScheduleField source={source} actions={actions} />}
        <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[auto_1fr]">
          <Fact label={t('data-sources.kind')}>{t(`data-sources.kind_${source.kind}`)}</Fact>
          {source.config.start_url && (
            <Fact label={t('data-sources.start_url')}>{source.config.start_url}</Fact>
          )}
          {source.config.file_name && (
            <Fact label={t('data-sources.file_name')}>{source.config.file_name}</Fact>
          )}
          {source.config.question && <Fact label={t('data-sources.question')}>{source.config.question}</Fact>}
          {source.config.alternatives && source.config.alternatives.length > 0 && (
            <Fact label={t('data-sources.alternatives')}>{source.config.alternatives.join(' · ')}</Fact>
          )}
          {source.config.answer && <Fact label={t('data-sources.answer')}>{source.config.answer}</Fact>}
          <Fact label={t('data-sources.added')}>
            <BaseDate time={source.created_at} />
          </Fact>
        </dl>
      </Card>
      {canManage && source.kind === 'api' && <PushAccess source={source} actions={actions} />}
      <ItemsSection source={source} canManage={canManage} actions={actions} />
      <Section title={t('playground.try_source')} description={t('playground.try_source_text')}>
        <Playground integration_id={integration.id} locale={integration.locale} source_id={source.id} />
      </Section>
    </div>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 break-words whitespace-pre-line max-sm:-mt-1.5">{children}</dd>
    </div>
  )
}
