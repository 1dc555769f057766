import { can } from '@ozvi/contract'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { inWorkspace, prefetch, preload, type Queries } from '#platform/calls/page-queries.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { Button } from '#ui/button.tsx'
import { Card, Section } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Playground } from '#dashboard/assistant'
import { useIntegration } from '#dashboard/integrations'
import { embeddingProgressOf, EmbeddingState } from '#dashboard/language-model'
import { AddDialog } from './forms/add-dialog.tsx'
import { AnswersRow } from './answers/answers-row.tsx'
import { useDataSources, useSourceActions, sourcesOf } from './data.ts'
import { NewAnswer } from './answers/new-answer.tsx'
import { SourceRow } from './source-row.tsx'
import { isInTrouble } from './states.ts'
import { SuggestedAnswers } from './answers/suggested-answers.tsx'

export const queries: Queries = inWorkspace(({ id }) => [sourcesOf(id), embeddingProgressOf(id)])
export const loader = preload(queries)
export const clientLoader = prefetch(queries)

// The router requires a default export.
export default function DataSourcesPage() {
  const t = useT()
  const integration = useIntegration()
  const query = useDataSources(integration.id)
  const sources = query.data
  const actions = useSourceActions(integration.id)
  const [search, setSearch] = useSearchParams()
  const isNarrowed = search.get('state') === 'trouble'
  const visibleSources = isNarrowed
    ? sources?.filter(isInTrouble)
    : sources?.filter(({ kind }) => kind !== 'question')
  const answers = sources?.filter(({ kind }) => kind === 'question').length ?? 0
  const [isAdding, setAdding] = useState(false)
  const canManage = can(integration, 'knowledge.manage')
  const add = (canManage || can(integration, 'knowledge.suggest')) && (
    <Button variant="primary" icon="plus" onClick={() => setAdding(true)}>
      {canManage ? t('data-sources.add') : t('data-sources.suggest')}
    </Button>
  )
  return (
    <div className="flex flex-col gap-6">
      <title>{`${t('data-sources.title')} – ${integration.name}`}</title>
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0 flex-1 basis-72">
          <h1 className="text-2xl font-semibold tracking-tight">{t('data-sources.title')}</h1>
          <p className="mt-1 max-w-[62ch] text-base text-muted">{t('data-sources.text')}</p>
        </div>
        {sources && sources.length > 0 && add}
      </div>
      {sources && sources.length > 0 && <EmbeddingState integration_id={integration.id} />}
      {sources && <SuggestedAnswers integration={integration} />}
      {!sources ? (
        <LoadFallback
          title={t('data-sources.list_failed')}
          query={query}
          skeletonClassName="flex flex-col gap-3"
        >
          {[1, 2, 3].map((row) => (
            <Skeleton key={row} className="h-24 rounded-card" />
          ))}
        </LoadFallback>
      ) : sources.length === 0 ? (
        <>
          <Card>
            <EmptyState icon="database" title={t('data-sources.empty')} action={add}>
              {t('data-sources.empty_text')}
            </EmptyState>
          </Card>
          {canManage && <AnswersRow integration_id={integration.id} count={0} />}
        </>
      ) : (
        <>
          {isNarrowed && (
            <div className="flex flex-wrap items-center justify-between gap-2">
              <p role="status" className="text-base text-muted">
                {t('data-sources.in_trouble', { n: visibleSources?.length ?? 0 })}
              </p>
              <Button size="sm" onClick={() => setSearch({}, { replace: true })}>
                {t('data-sources.show_all')}
              </Button>
            </div>
          )}
          <ul className="flex flex-col gap-3">
            {!isNarrowed && (canManage || answers > 0) && (
              <li>
                <AnswersRow integration_id={integration.id} count={answers} />
              </li>
            )}
            {visibleSources?.map((source) => (
              <li key={source.id}>
                <SourceRow source={source} canManage={canManage} actions={actions} />
              </li>
            ))}
          </ul>
        </>
      )}
      <Section title={t('playground.try')} description={t('playground.try_text')}>
        <Playground integration_id={integration.id} locale={integration.locale} />
      </Section>
      {canManage ? (
        <AddDialog isOpen={isAdding} onOpenChange={setAdding} integration={integration} actions={actions} />
      ) : (
        isAdding && <NewAnswer integration={integration} onClose={() => setAdding(false)} />
      )}
    </div>
  )
}
