import { can, type PlanFeature, planNames, planWithFeature } from '@ozvi/contract'
import type { ReactNode } from 'react'
import { PageLink, usePath } from '#platform/document/page-link.tsx'
import { useT } from '#platform/i18n/provider.tsx'
import { Alert } from '#ui/alert.tsx'
import { useIntegration } from '#dashboard/integrations'
import { useHasFeature } from './data.ts'

type ExplainedFeature = Exclude<PlanFeature, 'remove_badge' | 'audit_log'>

/** Explains that the workspace's plan doesn't include a feature. Nothing if it does. */
export function PlanNotice({
  feature,
  children,
  className,
}: {
  feature: ExplainedFeature
  /** What that means for existing settings. */
  children?: ReactNode
  className?: string
}) {
  const t = useT()
  const to = usePath()
  const integration = useIntegration()
  if (useHasFeature(integration.id, feature)) return null
  return (
    <Alert
      title={t(`billing.needs_${feature}`, { plan: planNames[planWithFeature(feature)] })}
      {...(className ? { className } : {})}
    >
      {children && <>{children} </>}
      {can(integration, 'billing.manage') ? (
        <PageLink
          to={to('app-i-integrationId-settings-billing', { integrationId: integration.id })}
          className="font-medium underline"
        >
          {t('billing.see_plans')}
        </PageLink>
      ) : (
        t('billing.ask_to_upgrade')
      )}
    </Alert>
  )
}
