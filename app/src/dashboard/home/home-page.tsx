import { agentName, can, type Integration, reportDays } from '@ozvi/contract'
import { lazy, Suspense } from 'react'
import { inWorkspace, prefetch, preload, type Queries } from '#platform/calls/page-queries.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { usePath } from '#platform/document/page-link.tsx'
import { useUser } from '#platform/session/session.tsx'
import { buttonStyle } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { LoadError } from '#ui/load-error.tsx'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { Segments } from '#ui/segments.tsx'
import { Skeleton, SkeletonArea } from '#ui/skeleton.tsx'
import { useIntegration } from '#dashboard/integrations'
import { ReportEmailButton } from '#dashboard/report-emails'
import { InactivitySettings } from '#dashboard/sla'
import { AssistantSection } from './assistant-section.tsx'
import { hasFigures, type Overview, useOverview, useReport, useWaiting, overviewOf } from './data.ts'
import { HealthSection } from './health-section.tsx'
import { NoConversations } from './no-conversations.tsx'
import { NowSection } from './now-section.tsx'
import { PeriodSection } from './period-section.tsx'
import { ScenariosSection } from './scenarios-section.tsx'
import { SetupChecklist } from './setup-checklist.tsx'
import { TrendSection } from './trend-section.tsx'
import { UnansweredSection } from './unanswered-section.tsx'
import { useStoredChoice } from './use-choice.ts'

const FigureList = lazy(() => import('./figure-list.tsx').then((module) => ({ default: module.MetricList })))

export const queries: Queries = inWorkspace(({ id }) => overviewOf(id))
export const loader = preload(queries)
export const clientLoader = prefetch(queries)

type Choice = ReturnType<typeof useStoredChoice>

// The router requires a default export.
export default function HomePage() {
  const t = useT()
  const user = useUser()
  const to = usePath()
  const integration = useIntegration()
  const { id: integration_id } = integration
  const { days, slice, trend, setDays, setTrend, open, close } = useStoredChoice()
  const overview = useOverview(integration_id)
  const canSeeReports = can(integration, 'reports.see')
  const report = useReport(integration_id, days, canSeeReports)
  const waiting = useWaiting(integration_id, canSeeReports)
  return (
    <div className="mx-auto w-full max-w-5xl px-4 py-6 sm:px-8 sm:py-8">
      <title>{`${t('shell.home')} – ${integration.name}`}</title>
      <div className="flex flex-wrap items-center justify-between gap-4 max-sm:gap-3">
        <h1 className="text-2xl font-semibold tracking-tight max-sm:mr-auto">
          {t('home.greeting', { name: agentName(user) })}
        </h1>
        {/* On a phone the buttons are icons next to the heading, and the period follows below. */}
        <div className="flex flex-wrap items-center gap-3 max-sm:contents">
          {canSeeReports && (
            <div className="flex max-sm:order-1 max-sm:w-full">
              <Segments
                label={t('home.period')}
                value={String(days)}
                onChange={(value) => setDays(reportDays.find((one) => String(one) === value) ?? 30)}
                options={reportDays.map((n) => ({ value: String(n), label: t('home.days', { n }) }))}
              />
            </div>
          )}
          {canSeeReports && <ReportEmailButton integration={integration} />}
          <a
            href={`${to('preview')}?key=${integration.public_key}`}
            target="_blank"
            className={buttonStyle('plain')}
          >
            <Icon name="message" className="sm:hidden" />
            <span className="max-sm:sr-only">{t('home.preview')}</span>
            <Icon name="external-link" size={16} className="max-sm:hidden" />
          </a>
        </div>
      </div>
      {overview.data ? (
        <Sections
          integration={integration}
          overview={overview.data}
          report={report}
          waiting={canSeeReports ? waiting : null}
          trend={trend}
          onTrend={setTrend}
          onOpen={open}
        />
      ) : (
        <LoadFallback title={t('home.failed')} query={overview} className="mt-8">
          <Skeleton className="h-28 rounded-card" />
          <Skeleton className="mt-8 h-108 rounded-card" />
        </LoadFallback>
      )}
      {slice && (
        <Suspense fallback={null}>
          <FigureList
            integration_id={integration_id}
            selection={{ days }}
            period={t('home.definition_period', { n: days })}
            slice={slice}
            onClose={close}
          />
        </Suspense>
      )}
    </div>
  )
}

/** The sections below the heading. */
function Sections({
  integration,
  overview,
  report,
  waiting,
  trend,
  onTrend,
  onOpen,
}: {
  integration: Integration
  overview: Overview
  report: ReturnType<typeof useReport>
  /** Null for members who can't see reports. */
  waiting: ReturnType<typeof useWaiting> | null
  trend: Choice['trend']
  onTrend: Choice['setTrend']
  onOpen: Choice['open']
}) {
  const t = useT()
  const to = usePath()
  const { id: integration_id } = integration
  const { counts, sources, team, installations } = overview
  const isEmpty = report.data !== undefined && !hasFigures(report.data)
  const sourcesPath = to('app-i-integrationId-settings-data-sources', { integrationId: integration_id })
  return (
    <>
      {!integration.setup_hidden_at && can(integration, 'settings.manage') && (
        <SetupChecklist integration={integration} overview={overview} sourcesPath={sourcesPath} />
      )}
      {can(integration, 'settings.manage') && <InactivitySettings integration_id={integration_id} />}
      <NowSection
        integration_id={integration_id}
        counts={counts}
        waiting={waiting}
        team={team.users}
        inbox={to('app-i-integrationId-conversation', { integrationId: integration_id })}
        onOpenWaiting={() => onOpen({ figure: 'waiting' })}
      />
      {report.data && isEmpty && <NoConversations integration={integration} isOwn={report.data.is_own} />}
      {report.data && !isEmpty && (
        <TrendSection report={report.data} trend={trend} onSelect={onTrend} onOpen={onOpen} />
      )}
      <ScenariosSection integration_id={integration_id} />
      {report.error && !report.data && (
        <LoadError {...report} title={t('home.failed')} error={report.error} className="mt-8" />
      )}
      {report.isLoading && (
        <SkeletonArea>
          <Skeleton className="mt-8 h-108" />
        </SkeletonArea>
      )}
      <UnansweredSection integration={integration} />
      {report.data && !isEmpty && (
        <>
          {report.data.assistant && <AssistantSection assistant={report.data.assistant} onOpen={onOpen} />}
          <PeriodSection report={report.data} onOpen={onOpen} />
        </>
      )}
      <HealthSection
        integration_id={integration_id}
        sources={sources}
        installations={installations}
        canBill={can(integration, 'billing.manage')}
      />
    </>
  )
}
