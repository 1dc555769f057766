import { can } from '@ozvi/contract'
import { useState } from 'react'
import { useParams } from 'react-router'
import { inWorkspace, prefetch, preload, type Queries } from '#platform/calls/page-queries.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { usePath } from '#platform/document/page-link.tsx'
import { BackLink } from '#ui/back-link.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useIntegration } from '#dashboard/integrations'
import { useRules, rulesOf } from './data.ts'
import { RuleForm } from './rule-form.tsx'
import { RuleRuns } from './rule-runs.tsx'

export const queries: Queries = inWorkspace(({ id }) => [rulesOf(id)])
export const loader = preload(queries)
export const clientLoader = prefetch(queries)

// The router requires a default export.
export default function RulePage() {
  const t = useT()
  const to = usePath()
  const { ruleId = '' } = useParams()
  const integration = useIntegration()
  const { id, name } = integration
  const query = useRules(id)
  const rules = query.data
  // The id of a new rule, the same for every attempt to save it.
  const [newId] = useState(() => crypto.randomUUID())
  const isNew = ruleId === 'new'
  const rule = rules?.find((each) => each.id === ruleId)
  const title = isNew ? t('rules.create') : (rule?.name ?? t('rules.one'))
  const isAllowed = can(integration, 'rules.manage')
  return (
    <div className="flex flex-col gap-6">
      <title>{`${title} – ${name}`}</title>
      <div>
        <BackLink to={to('app-i-integrationId-settings-rules', { integrationId: id })}>
          {t('shell.rules')}
        </BackLink>
        <h1 className="mt-3 text-2xl font-semibold tracking-tight wrap-anywhere">{title}</h1>
      </div>
      {!isAllowed ? (
        <Card>
          <EmptyState icon="users" title={t('rules.not_yours')}>
            {t('rules.read_only')}
          </EmptyState>
        </Card>
      ) : isNew || rule ? (
        <>
          <RuleForm key={ruleId} integration_id={id} rule_id={rule?.id ?? newId} rule={rule} />
          {rule && <RuleRuns integration_id={id} rule_id={rule.id} />}
        </>
      ) : rules ? (
        <Card>
          <EmptyState icon="sliders" title={t('rules.not_found')}>
            {t('rules.not_found_text')}
          </EmptyState>
        </Card>
      ) : (
        <LoadFallback title={t('rules.failed')} query={query} skeletonClassName="flex flex-col gap-4">
          <Skeleton className="h-40 rounded-card" />
          <Skeleton className="h-64 rounded-card" />
        </LoadFallback>
      )}
    </div>
  )
}
