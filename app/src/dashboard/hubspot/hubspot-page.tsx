import { can, type Hubspot } from '@ozvi/contract'
import { inWorkspace, prefetch, preload, type Queries } from '#platform/calls/page-queries.ts'
import { errorText } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { Alert } from '#ui/alert.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { planOf, PlanNotice, useHasFeature } from '#dashboard/billing'
import { useIntegration } from '#dashboard/integrations'
import { ChangesSection } from './changes-section.tsx'
import { ConnectionSection } from './connection-section.tsx'
import { ConversationsSection } from './conversations-section.tsx'
import { hubspotOf, useHubspot } from './data.ts'
import { MappingSection } from './mapping-section.tsx'
import { PropertiesSection } from './properties-section.tsx'
import { SyncSection } from './sync-section.tsx'
import { useAuthorization } from './use-authorization.ts'

export const queries: Queries = inWorkspace(({ id }) => [hubspotOf(id), planOf(id)])
export const loader = preload(queries)
export const clientLoader = prefetch(queries)

// The router requires a default export.
export default function HubspotPage() {
  const t = useT()
  const integration = useIntegration()
  const { id, name } = integration
  const query = useHubspot(id)
  const hubspot = query.data
  const isAllowed = can(integration, 'settings.manage')
  return (
    <div className="flex flex-col gap-6">
      <title>{`${t('shell.settings_hubspot')} – ${name}`}</title>
      <div>
        <h1 className="text-2xl font-semibold tracking-tight">{t('shell.settings_hubspot')}</h1>
        <p className="mt-1 max-w-[62ch] text-base text-muted">
          {isAllowed ? t('hubspot.text') : t('integrations.read_only')}
        </p>
      </div>
      {hubspot ? (
        <Sections key={id} hubspot={hubspot} isAllowed={isAllowed} />
      ) : (
        <LoadFallback title={t('hubspot.failed')} query={query}>
          <Skeleton className="h-56 rounded-card" />
        </LoadFallback>
      )}
    </div>
  )
}

function Sections({ hubspot, isAllowed }: { hubspot: Hubspot; isAllowed: boolean }) {
  const t = useT()
  const { problem, error, isBusy } = useAuthorization(hubspot.integration_id)
  const isInPlan = useHasFeature(hubspot.integration_id, 'hubspot')
  if (!hubspot.is_available)
    return (
      <Card>
        <EmptyState icon="link" title={t('hubspot.none')}>
          {t('hubspot.none_text')}
        </EmptyState>
      </Card>
    )
  return (
    <>
      <PlanNotice feature="hubspot">
        {hubspot.status !== 'disconnected' && t('hubspot.not_in_plan')}
      </PlanNotice>
      {problem && <Alert tone="danger" title={errorText(problem)} />}
      {error && (
        <Alert tone="warning" title={t(error === 'denied' ? 'hubspot.denied' : 'hubspot.connect_failed')} />
      )}
      {isBusy && <Alert title={t('hubspot.connecting')} />}
      <ConnectionSection hubspot={hubspot} isAllowed={isAllowed} isInPlan={isInPlan} />
      {isAllowed && isInPlan && hubspot.status === 'connected' && (
        <>
          <MappingSection key={`mapping ${JSON.stringify(hubspot.mapping)}`} hubspot={hubspot} />
          <SyncSection hubspot={hubspot} />
          <PropertiesSection key={`properties ${hubspot.properties.join()}`} hubspot={hubspot} />
          <ConversationsSection hubspot={hubspot} />
        </>
      )}
      {isAllowed && hubspot.status === 'connected' && <ChangesSection hubspot={hubspot} />}
    </>
  )
}
