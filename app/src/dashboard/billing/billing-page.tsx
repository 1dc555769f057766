import { can } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { Card, Section } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useIntegration } from '#dashboard/integrations'
import { useBilling } from './data.ts'
import { DetailsSection } from './details-section.tsx'
import { InvoicesSection } from './invoices-section.tsx'
import { PlanSection } from './plan-section.tsx'
import { UsageSection } from './usage-section.tsx'

// The router requires a default export.
export default function BillingPage() {
  const t = useT()
  const integration = useIntegration()
  const { id, name } = integration
  return (
    <div className="flex flex-col gap-6">
      <title>{`${t('shell.settings_billing')} – ${name}`}</title>
      <h1 className="text-2xl font-semibold tracking-tight">{t('shell.settings_billing')}</h1>
      {can(integration, 'billing.manage') ? (
        <Sections key={id} integration_id={id} />
      ) : (
        <Card>
          <EmptyState icon="users" title={t('billing.not_yours')}>
            {t('billing.not_yours_text')}
          </EmptyState>
        </Card>
      )}
    </div>
  )
}

function Sections({ integration_id }: { integration_id: string }) {
  const t = useT()
  const query = useBilling(integration_id)
  const billing = query.data
  if (billing?.is_on === false)
    return (
      <>
        <Section title={t('billing.plan')}>
          <p className="text-xl font-semibold">{t('billing.self_hosted')}</p>
          <p className="mt-1 max-w-[62ch] text-base text-muted">{t('billing.self_hosted_text')}</p>
        </Section>
        <UsageSection integration_id={integration_id} />
      </>
    )
  return billing ? (
    <>
      <PlanSection billing={billing} />
      <UsageSection integration_id={integration_id} billing={billing} />
      <DetailsSection billing={billing} />
      <InvoicesSection billing={billing} />
    </>
  ) : (
    <LoadFallback title={t('billing.failed_plan')} query={query} skeletonClassName="flex flex-col gap-6">
      <Skeleton className="h-64 rounded-card" />
      <Skeleton className="h-56 rounded-card" />
    </LoadFallback>
  )
}
