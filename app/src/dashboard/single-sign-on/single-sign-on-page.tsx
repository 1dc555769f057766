import { can } from '@ozvi/contract'
import { inWorkspace, prefetch, preload, type Queries } from '#platform/calls/page-queries.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { planOf, PlanNotice, useHasFeature } from '#dashboard/billing'
import { useIntegration } from '#dashboard/integrations'
import { singleSignOnOf, useSingleSignOn } from './data.ts'
import { DomainsSection } from './domains-section.tsx'
import { SettingsForm } from './settings-form.tsx'
import { TestSection } from './test-section.tsx'

export const queries: Queries = inWorkspace((integration) =>
  can(integration, 'team.manage') ? [singleSignOnOf(integration.id), planOf(integration.id)] : [],
)
export const loader = preload(queries)
export const clientLoader = prefetch(queries)

// The router requires a default export.
export default function SingleSignOnPage() {
  const t = useT()
  const integration = useIntegration()
  const { id, name } = integration
  return (
    <div className="flex flex-col gap-6">
      <title>{`${t('shell.single_sign_on')} – ${name}`}</title>
      <div>
        <h1 className="text-2xl font-semibold tracking-tight">{t('shell.single_sign_on')}</h1>
        <p className="mt-1 max-w-[62ch] text-base text-muted">{t('single-sign-on.text')}</p>
      </div>
      {can(integration, 'team.manage') ? (
        <Settings key={id} integration_id={id} />
      ) : (
        <Card>
          <EmptyState icon="users" title={t('single-sign-on.not_yours')}>
            {t('single-sign-on.not_yours_text')}
          </EmptyState>
        </Card>
      )}
    </div>
  )
}

function Settings({ integration_id }: { integration_id: string }) {
  const t = useT()
  const query = useSingleSignOn(integration_id)
  const { data } = query
  const isInPlan = useHasFeature(integration_id, 'single_sign_on')
  if (data)
    return (
      <>
        <PlanNotice feature="single_sign_on">{data.is_on && t('single-sign-on.not_in_plan')}</PlanNotice>
        <DomainsSection settings={data} isInPlan={isInPlan} />
        <SettingsForm settings={data} isInPlan={isInPlan} />
        {data.issuer !== '' && <TestSection key={data.version} integration_id={integration_id} />}
      </>
    )
  return (
    <LoadFallback title={t('single-sign-on.failed')} query={query} skeletonClassName="flex flex-col gap-6">
      <Skeleton className="h-48 rounded-card" />
      <Skeleton className="h-96 rounded-card" />
    </LoadFallback>
  )
}
