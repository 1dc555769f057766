import { can } from '@ozvi/contract'
import { useState } from 'react'
import { inWorkspace, prefetch, preload, type Queries } from '#platform/calls/page-queries.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useIntegration } from '#dashboard/integrations'
import { CreateDialog } from './create-dialog.tsx'
import { scenariosOf, useScenarios } from '../data.ts'
import { ImportDialog } from './import-dialog.tsx'
import { ScenarioList } from './scenario-list.tsx'
import { SecretsDialog } from '../step-fields/secrets-dialog.tsx'

export const queries: Queries = inWorkspace(({ id }) => [scenariosOf(id)])
export const loader = preload(queries)
export const clientLoader = prefetch(queries)

// The router requires a default export.
export default function ScenariosPage() {
  const t = useT()
  const integration = useIntegration()
  const { id, name } = integration
  const query = useScenarios(id)
  const scenarios = query.data
  const [isCreating, setCreating] = useState(false)
  const [isImporting, setImporting] = useState(false)
  const [isManagingSecrets, setManagingSecrets] = useState(false)
  const isAllowed = can(integration, 'rules.manage')
  const create = isAllowed && (
    <>
      <Button icon="upload" onClick={() => setImporting(true)}>
        <span className="max-sm:sr-only">{t('scenarios.import')}</span>
      </Button>
      <Button variant="primary" icon="plus" onClick={() => setCreating(true)}>
        {t('scenarios.create')}
      </Button>
    </>
  )
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-6 px-4 py-6 sm:px-8 sm:py-8">
      <title>{`${t('shell.scenarios')} – ${name}`}</title>
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0 flex-1 basis-72">
          <h1 className="text-2xl font-semibold tracking-tight">{t('shell.scenarios')}</h1>
          <p className="mt-1 max-w-[62ch] text-base text-muted">
            {isAllowed ? t('scenarios.text') : t('scenarios.read_only')}
          </p>
          {isAllowed && (
            <p className="mt-1 max-w-[62ch] text-base text-muted">{t('scenarios.when_to_use')}</p>
          )}
        </div>
        {scenarios && isAllowed && (
          <span className="flex flex-wrap gap-2">
            <Button icon="key" onClick={() => setManagingSecrets(true)}>
              <span className="max-sm:sr-only">{t('scenario-secrets.title')}</span>
            </Button>
            {scenarios.length > 0 && create}
          </span>
        )}
      </div>
      {!scenarios && (
        <LoadFallback title={t('scenarios.failed')} query={query}>
          <Skeleton className="h-56 rounded-card" />
        </LoadFallback>
      )}
      {scenarios && (
        <Card>
          {scenarios.length === 0 ? (
            <EmptyState
              icon="workflow"
              title={t('scenarios.empty')}
              action={create && <span className="flex flex-wrap justify-center gap-2">{create}</span>}
            >
              {t('scenarios.empty_text')}
            </EmptyState>
          ) : (
            <ScenarioList integration_id={id} scenarios={scenarios} isAllowed={isAllowed} />
          )}
        </Card>
      )}
      <SecretsDialog integration_id={id} isOpen={isManagingSecrets} onOpenChange={setManagingSecrets} />
      <ImportDialog integration_id={id} isOpen={isImporting} onOpenChange={setImporting} />
      <CreateDialog integration_id={id} isOpen={isCreating} onOpenChange={setCreating} />
    </div>
  )
}
