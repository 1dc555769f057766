import { can } from '@ozvi/contract'
import { inWorkspace, prefetch, preload, type Queries } from '#platform/calls/page-queries.ts'
import { usePath } from '#platform/document/page-link.tsx'
import { useT } from '#platform/i18n/provider.tsx'
import { Link } from '#ui/link.tsx'
import { planOf } from '#dashboard/billing'
import { useIntegration } from '#dashboard/integrations'
import { Webhooks, webhooksOf } from '#dashboard/webhooks'
import { ApiKeys } from './api-keys.tsx'
import { keysOf } from './data.ts'

export const queries: Queries = inWorkspace((integration) =>
  can(integration, 'settings.manage')
    ? [keysOf(integration.id), webhooksOf(integration.id), planOf(integration.id)]
    : [],
)
export const loader = preload(queries)
export const clientLoader = prefetch(queries)

// The router requires a default export.
export default function ApiPage() {
  const t = useT()
  const to = usePath()
  const integration = useIntegration()
  const { id, name } = integration
  const isAllowed = can(integration, 'settings.manage')
  return (
    <div className="flex flex-col gap-6">
      <title>{`${t('shell.api')} – ${name}`}</title>
      <div>
        <h1 className="text-2xl font-semibold tracking-tight">{t('shell.api')}</h1>
        <p className="mt-1 max-w-[62ch] text-base text-muted">
          {isAllowed ? t('api-keys.text') : t('api-keys.not_allowed')}{' '}
          <Link href={to('documentation-api-reference')} target="_blank" rel="noopener">
            {t('api-keys.reference')}
          </Link>
        </p>
      </div>
      {isAllowed && <ApiKeys integration_id={id} />}
      {isAllowed && <Webhooks integration_id={id} />}
    </div>
  )
}
