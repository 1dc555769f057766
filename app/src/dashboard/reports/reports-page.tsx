import { can, canSeeAllStats, type Integration } from '@ozvi/contract'
import { query } from '@ozvi/wire'
import { lazy, Suspense } from 'react'
import { inWorkspace, prefetch, preload, type Queries } from '#platform/calls/page-queries.ts'
import { useFormatsIn, useT } from '#platform/i18n/provider.tsx'
import { buttonStyle } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { hasFigures, noon, PeriodSection, TrendSection } from '#dashboard/home'
import { useIntegration } from '#dashboard/integrations'
import { usersQuery } from '#dashboard/users'
import { useFilteredReport } from './data.ts'
import { FilterBar } from './filter-bar.tsx'
import { ReportTable } from './report-table.tsx'
import { useReportParams } from './use-report-params.ts'

const LazyList = lazy(async () => ({ default: (await import('#dashboard/home')).MetricList }))

export const queries: Queries = inWorkspace(({ id }) => [usersQuery(id)])
export const loader = preload(queries)
export const clientLoader = prefetch(queries)

// The router requires a default export.
export default function ReportsPage() {
  const t = useT()
  const integration = useIntegration()
  if (can(integration, 'reports.see')) return <Reports integration={integration} />
  return (
    <div className="mx-auto w-full max-w-5xl px-4 py-6 sm:px-8 sm:py-8">
      <title>{`${t('reports.title')} – ${integration.name}`}</title>
      <h1 className="text-2xl font-semibold tracking-tight">{t('reports.title')}</h1>
      <Card className="mt-8">
        <EmptyState icon="users" title={t('reports.not_yours')}>
          {t('reports.not_yours_text')}
        </EmptyState>
      </Card>
    </div>
  )
}

/** The numbers of a period for chosen conversations, as a chart, a table and a file. */
function Reports({ integration }: { integration: Integration }) {
  const t = useT()
  const { range } = useFormatsIn('UTC')
  const { id: integration_id, role } = integration
  const params = useReportParams()
  const report = useFilteredReport(integration_id, params.selection)
  const exportLink = (
    <a
      href={`/api/integration/${integration_id}/report-export${query({ ...params.selection, by: params.by })}`}
      download
      className={buttonStyle('plain')}
    >
      <Icon name="arrow-down" size={16} />
      {t('reports.export')}
    </a>
  )
  const isEmpty = report.data !== undefined && !hasFigures(report.data)
  return (
    <div className="mx-auto w-full max-w-5xl px-4 py-6 sm:px-8 sm:py-8">
      <title>{`${t('reports.title')} – ${integration.name}`}</title>
      <h1 className="text-2xl font-semibold tracking-tight">{t('reports.title')}</h1>
      <p className="mt-1 text-base text-muted">
        {t(canSeeAllStats(role) ? 'reports.text' : 'reports.text_own')}
      </p>
      <FilterBar integration_id={integration_id} params={params} canChooseMember={canSeeAllStats(role)} />
      {!report.data && (
        <LoadFallback title={t('home.failed')} query={report} className="mt-8">
          <Skeleton className="h-108" />
        </LoadFallback>
      )}
      {isEmpty && (
        <Card className="mt-8">
          {Object.keys(params.filter).length > 0 ? (
            <EmptyState icon="search" title={t('reports.none')}>
              {t('reports.none_text')}
            </EmptyState>
          ) : (
            <EmptyState icon="chart" title={t('reports.none_yet')}>
              {t('reports.none_yet_text')}
            </EmptyState>
          )}
        </Card>
      )}
      {report.data && !isEmpty && (
        <>
          <TrendSection
            report={report.data}
            trend={params.trend}
            onSelect={params.setTrend}
            onOpen={params.open}
          />
          <ReportTable integration_id={integration_id} params={params} exportLink={exportLink} />
          <PeriodSection report={report.data} onOpen={params.open} hasOpen={!params.custom} />
        </>
      )}
      {params.slice && (
        <Suspense fallback={null}>
          <LazyList
            integration_id={integration_id}
            selection={params.listed}
            period={
              report.data
                ? t('reports.period', {
                    dates: range(noon(report.data.from_day), noon(report.data.until_day), 'date'),
                  })
                : ''
            }
            slice={params.slice}
            onClose={params.close}
          />
        </Suspense>
      )}
    </div>
  )
}
