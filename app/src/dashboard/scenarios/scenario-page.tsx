import { Problem } from '@ozvi/contract'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { inWorkspace, prefetch, preload, type Queries } from '#platform/calls/page-queries.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { PageLink, usePath } from '#platform/document/page-link.tsx'
import { buttonStyle } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useIntegration } from '#dashboard/integrations'
import { scenarioOf, scenariosOf } from './data.ts'
import { Editor } from './editor/editor.tsx'

export const queries: Queries = inWorkspace(({ id }, { params }) => [
  scenariosOf(id),
  scenarioOf(id, params['scenarioId'] ?? ''),
])
export const loader = preload(queries)
export const clientLoader = prefetch(queries)

// The router requires a default export.
export default function ScenarioPage() {
  const t = useT()
  const to = usePath()
  const { scenarioId = '' } = useParams()
  const { id: integrationId, name } = useIntegration()
  const read = useQuery(scenarioOf(integrationId, scenarioId))
  const { data, error } = read
  const isUnknown = error instanceof Problem && ['not_found', 'invalid_input'].includes(error.code)
  if (data) return <Editor key={data.id} integration_id={integrationId} loaded={data} />
  return (
    <div className="mx-auto flex min-h-full w-full max-w-5xl flex-col gap-4 px-4 py-6 sm:px-8">
      <title>{`${t(isUnknown ? 'scenarios.absent' : 'shell.scenarios')} – ${name}`}</title>
      <h1 className="sr-only">{t(isUnknown ? 'scenarios.absent' : 'shell.scenarios')}</h1>
      {isUnknown ? (
        <EmptyState
          icon="search"
          title={t('scenarios.absent')}
          action={
            <PageLink
              to={to('app-i-integrationId-scenario', { integrationId })}
              className={buttonStyle('plain')}
            >
              {t('scenarios.back')}
            </PageLink>
          }
        >
          {t('scenarios.absent_text')}
        </EmptyState>
      ) : (
        <LoadFallback title={t('scenarios.one_failed')} query={read} skeletonClassName="flex flex-col gap-4">
          <Skeleton className="h-10" />
          <Skeleton className="h-64 rounded-card" />
        </LoadFallback>
      )}
    </div>
  )
}
