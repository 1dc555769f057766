import { type Integration, can, planNames, planWithFeature, Problem } from '@ozvi/contract'
import { query } from '@ozvi/wire'
import { inWorkspace, prefetch, preload, type Queries } from '#platform/calls/page-queries.ts'
import { PageLink, usePath } from '#platform/document/page-link.tsx'
import { useT } from '#platform/i18n/provider.tsx'
import { Button, buttonStyle } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { Skeleton, SkeletonArea } from '#ui/skeleton.tsx'
import { planOf, usePlanFeature } from '#dashboard/billing'
import { DownloadLink } from '#dashboard/confirmation'
import { useIntegration } from '#dashboard/integrations'
import { useEntries } from './data.ts'
import { EntryTable } from './entry-table.tsx'
import { Filters } from './filters.tsx'
import { Retention } from './retention.tsx'
import { useListParams } from './use-list-params.ts'

export const queries: Queries = inWorkspace((integration) =>
  can(integration, 'audit.see') ? [planOf(integration.id)] : [],
)
export const loader = preload(queries)
export const clientLoader = prefetch(queries)

// The router requires a default export.
export default function AuditLogPage() {
  const t = useT()
  const integration = useIntegration()
  return (
    <div data-wide className="flex flex-col gap-6">
      <title>{`${t('audit-log.title')} – ${integration.name}`}</title>
      {can(integration, 'audit.see') ? (
        <Log integration={integration} />
      ) : (
        <>
          <h1 className="text-2xl font-semibold tracking-tight">{t('audit-log.title')}</h1>
          <Card>
            <EmptyState icon="users" title={t('audit-log.not_yours')}>
              {t('audit-log.not_yours_text')}
            </EmptyState>
          </Card>
        </>
      )}
    </div>
  )
}

function Log({ integration }: { integration: Integration }) {
  const t = useT()
  const isInPlan = usePlanFeature(integration.id, 'audit_log')
  if (isInPlan) return <Entries integration={integration} />
  if (isInPlan === false) return <NotInPlan integration={integration} />
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">{t('audit-log.title')}</h1>
      <SkeletonArea>
        <Skeleton className="h-80 rounded-card" />
      </SkeletonArea>
    </>
  )
}

function Entries({ integration }: { integration: Integration }) {
  const t = useT()
  const { id } = integration
  const listParams = useListParams()
  const read = useEntries(id, listParams.filter)
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = read
  const entries = data?.pages.flatMap(({ items }) => items) ?? []
  const contacts = new Map(
    data?.pages.flatMap((page) => page.contacts.map((contact) => [contact.id, contact] as const)),
  )
  // The plan ended since it was loaded.
  if (read.error instanceof Problem && read.error.code === 'plan_limit')
    return <NotInPlan integration={integration} />
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div>
          <h1 className="text-2xl font-semibold tracking-tight">{t('audit-log.title')}</h1>
          <p className="mt-1 max-w-[62ch] text-base text-muted">{t('audit-log.text')}</p>
        </div>
        <DownloadLink
          href={`/api/integration/${id}/audit-log-export${query(listParams.filter)}`}
          className={buttonStyle('plain')}
        >
          <Icon name="arrow-down" size={16} />
          {t('audit-log.export')}
        </DownloadLink>
      </div>
      <Filters integration_id={id} listParams={listParams} />
      {!data && (
        <LoadFallback title={t('audit-log.failed')} query={read}>
          <Skeleton className="h-80 rounded-card" />
        </LoadFallback>
      )}
      {data && (
        <Card>
          {entries.length > 0 ? (
            <EntryTable entries={entries} contacts={contacts} />
          ) : (
            <EmptyState
              icon="list"
              title={t('audit-log.none')}
              action={<Button onClick={listParams.clear}>{t('audit-log.clear')}</Button>}
            />
          )}
        </Card>
      )}
      {hasNextPage && (
        <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()} className="self-center">
          {t('audit-log.more')}
        </Button>
      )}
      {data && can(integration, 'audit.keep') && (
        <Retention integration_id={id} days={data.pages[0]?.keep_days ?? null} />
      )}
    </>
  )
}

/** Shown instead of the log on plans without one. */
function NotInPlan({ integration }: { integration: Integration }) {
  const t = useT()
  const to = usePath()
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">{t('audit-log.title')}</h1>
      <Card>
        <EmptyState
          icon="list"
          title={t('billing.needs_audit_log', { plan: planNames[planWithFeature('audit_log')] })}
          action={
            can(integration, 'billing.manage') && (
              <PageLink
                to={to('app-i-integrationId-settings-billing', { integrationId: integration.id })}
                className={buttonStyle('primary')}
              >
                {t('billing.see_plans')}
              </PageLink>
            )
          }
        >
          {t('audit-log.text')}
        </EmptyState>
      </Card>
    </>
  )
}
