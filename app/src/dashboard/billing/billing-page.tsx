import { can } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { Alert } from '#ui/alert.tsx'
import { Card, Section } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { useIntegration } from '#dashboard/integrations'
import { UsageSection } from './usage-section.tsx'

// The router requires a default export.
export default function BillingPage() {
  const t = useT()
  const { id, name, role } = useIntegration()
  return (
    <div className="flex flex-col gap-6">
      <title>{`${t('shell.settings_billing')} – ${name}`}</title>
      <h1 className="text-2xl font-semibold tracking-tight">{t('shell.settings_billing')}</h1>
      {can(role, 'billing.manage') ? (
        <>
          <Section title={t('billing.plan')}>
            <p className="text-xl font-semibold">{t('billing.self_hosted')}</p>
            <p className="mt-1 max-w-[62ch] text-base text-muted">{t('billing.self_hosted_text')}</p>
          </Section>
          <UsageSection integration_id={id} />
          <Section title={t('billing.payments')}>
            <Alert title={t('billing.payments_off')}>
              <p className="text-muted">{t('billing.payments_off_text')}</p>
            </Alert>
          </Section>
        </>
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
