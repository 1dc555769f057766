import { type DataSource, can } from '@ozvi/contract'
import { useState } from 'react'
import { inWorkspace, prefetch, preload, type Queries } from '#platform/calls/page-queries.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { useToastOnError } from '#platform/calls/toast-error.ts'
import { usePath } from '#platform/document/page-link.tsx'
import { BackLink } from '#ui/back-link.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Switch } from '#ui/choice.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { useIntegration } from '#dashboard/integrations'
import { useDataSources, type SourceActions, useSourceActions, sourcesOf } from '../data.ts'
import { ImportDialog } from '../forms/import-dialog.tsx'
import { NewAnswer } from './new-answer.tsx'
import { SourceMenu } from '../source-menu.tsx'
import { statusTones } from '../states.ts'

/** Rows shown initially, and added with each *Show more*. */
const pageLength = 100

const folded = (text: string) => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')

/** Whether every word of a search is in the question, in one of its alternatives or in the answer. */
function isFound({ config }: DataSource, search: string): boolean {
  const text = folded([config.question, ...(config.alternatives ?? []), config.answer].join('\n'))
  return folded(search)
    .split(/\s+/)
    .every((word) => text.includes(word))
}

export const queries: Queries = inWorkspace(({ id }) => [sourcesOf(id)])
export const loader = preload(queries)
export const clientLoader = prefetch(queries)

// The router requires a default export.
export default function AnswersPage() {
  const t = useT()
  const to = usePath()
  const integration = useIntegration()
  const query = useDataSources(integration.id)
  const sources = query.data
  const actions = useSourceActions(integration.id)
  const [search, setSearch] = useState('')
  const [shown, setShown] = useState(pageLength)
  const [open, setOpen] = useState<'new' | 'import'>()
  const canManage = can(integration, 'knowledge.manage')
  const answers = sources?.filter(({ kind }) => kind === 'question')
  const found = answers?.filter((answer) => isFound(answer, search)) ?? []
  const columns = useColumns(actions, canManage)
  const buttons = canManage && (
    <span className="flex flex-wrap gap-2">
      <Button icon="upload" onClick={() => setOpen('import')}>
        {t('data-sources.import')}
      </Button>
      <Button variant="primary" icon="plus" onClick={() => setOpen('new')}>
        {t('data-sources.answer_add')}
      </Button>
    </span>
  )
  return (
    <div className="flex flex-col gap-6">
      <title>{`${t('data-sources.answers')} – ${integration.name}`}</title>
      <div className="flex flex-col gap-3">
        <BackLink to={to('app-i-integrationId-settings-data-sources', { integrationId: integration.id })}>
          {t('data-sources.title')}
        </BackLink>
        <div className="flex flex-wrap items-start justify-between gap-4">
          <div className="min-w-0 flex-1 basis-72">
            <h1 className="text-2xl font-semibold tracking-tight">{t('data-sources.answers')}</h1>
            <p className="mt-1 max-w-[62ch] text-base text-muted">{t('data-sources.answers_text')}</p>
          </div>
          {answers && answers.length > 0 && buttons}
        </div>
      </div>
      {!answers ? (
        <LoadFallback title={t('data-sources.list_failed')} query={query}>
          <Skeleton className="h-56 rounded-card" />
        </LoadFallback>
      ) : answers.length === 0 ? (
        <Card>
          <EmptyState icon="help-circle" title={t('data-sources.answers_empty')} action={buttons}>
            {t('data-sources.answers_empty_text')}
          </EmptyState>
        </Card>
      ) : (
        <section aria-label={t('data-sources.answers')} className="flex flex-col gap-3">
          <div className="flex flex-wrap items-center gap-3">
            <div className="flex w-full max-w-96">
              <SearchInput
                label={t('data-sources.answers_search')}
                value={search}
                onChange={({ target }) => setSearch(target.value)}
              />
            </div>
            <p role="status" className="text-sm text-muted">
              {t('data-sources.answers_count', { count: found.length })}
            </p>
          </div>
          <Card>
            {found.length === 0 ? (
              <EmptyState icon="search" title={t('data-sources.answers_none')} />
            ) : (
              <Table
                caption={t('data-sources.answers')}
                columns={columns}
                rows={found.slice(0, shown)}
                rowKey={({ id }) => id}
              />
            )}
          </Card>
          {found.length > shown && (
            <Button className="self-center" onClick={() => setShown(shown + pageLength)}>
              {t('data-sources.items_more')}
            </Button>
          )}
        </section>
      )}
      {open === 'new' && <NewAnswer integration={integration} onClose={() => setOpen(undefined)} />}
      {open === 'import' && <ImportDialog actions={actions} onClose={() => setOpen(undefined)} />}
    </div>
  )
}

function useColumns(actions: SourceActions, canManage: boolean): Column<DataSource>[] {
  const t = useT()
  const toastOnError = useToastOnError()
  return [
    {
      key: 'question',
      header: t('data-sources.question'),
      cell: ({ config, status }) => (
        <span className="flex min-w-0 flex-col items-start gap-1">
          <span className="font-medium wrap-anywhere">{config.question}</span>
          {config.alternatives && config.alternatives.length > 0 && (
            <span className="text-sm text-muted" title={config.alternatives.join('\n')}>
              {t('data-sources.alternatives_count', { count: config.alternatives.length })}
            </span>
          )}
          {status !== 'ready' && (
            <Badge tone={statusTones[status]}>{t(`data-sources.status_${status}`)}</Badge>
          )}
        </span>
      ),
    },
    {
      key: 'answer',
      header: t('data-sources.answer'),
      cell: ({ config }) => (
        <span className="line-clamp-3 max-w-[60ch] wrap-anywhere whitespace-pre-line text-muted">
          {config.answer}
        </span>
      ),
    },
    ...(canManage
      ? [
          {
            key: 'use',
            header: t('data-sources.item_use'),
            cell: (source: DataSource) => (
              <span className="flex items-center gap-1">
                <Switch
                  label={<span className="sr-only">{t('data-sources.use', { name: source.name })}</span>}
                  checked={source.is_enabled}
                  onChange={({ target }) =>
                    void toastOnError(actions.change(source.id, { is_enabled: target.checked }))
                  }
                />
                <SourceMenu source={source} actions={actions} />
              </span>
            ),
          },
        ]
      : []),
  ]
}
