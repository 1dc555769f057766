import { agentName, can, reportDays } from '@ozvi/contract'
import { lazy, Suspense } from 'react'
import { inWorkspace, prefetch, preload, type Queries } from '#platform/calls/page-queries.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { usePath } from '#platform/document/page-link.tsx'
import { useUser } from '#platform/session/session.tsx'
import { buttonStyle } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { LoadError } from '#ui/load-error.tsx'
import { Segments } from '#ui/segments.tsx'
import { Skeleton, SkeletonArea } from '#ui/skeleton.tsx'
import { useIntegration } from '#dashboard/integrations'
import { ReportEmailButton } from '#dashboard/report-emails'
import { InactivitySettings } from '#dashboard/sla'
import { AssistantSection } from './assistant-section.tsx'
import { hasFigures, useOverview, useReport, useWaiting, overviewOf } from './data.ts'
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

// The router requires a default export.
export default function HomePage() {
  const t = useT()
  const user = useUser()
  const to = usePath()
  const integration = useIntegration()
  const { id: integration_id } = integration
  const { days, slice, trend, setDays, setTrend, open, close } = useStoredChoice()
  const overview = useOverview(integration_id)
  const { counts, sources, team, installations } = overview
  const canSeeReports = can(integration, 'reports.see')
  const report = useReport(integration_id, days, canSeeReports)
  const waiting = useWaiting(integration_id, canSeeReports)
  const isEmpty = report.data !== undefined && !hasFigures(report.data)
  const sourcesPath = to('app-i-integrationId-settings-data-sources', { integrationId: integration_id })
  return (
    <div className="mx-auto w-full max-w-5xl px-4 py-6 sm:px-8 sm:py-8">
      <title>{`${t('shell.home')} – ${integration.name}`}</title>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="text-2xl font-semibold tracking-tight">
            {t('home.greeting', { name: agentName(user) })}
          </h1>
          <p className="mt-1 text-base text-muted">{integration.url.replace(/^https?:\/\/|\/$/g, '')}</p>
        </div>
        <div className="flex flex-wrap items-center gap-3">
          {canSeeReports && (
            <Segments
              label={t('home.period')}
              value={String(days)}
              onChange={(value) => setDays(reportDays.find((one) => String(one) === value) ?? 30)}
              options={reportDays.map((n) => ({ value: String(n), label: t('home.days', { n }) }))}
            />
          )}
          {canSeeReports && <ReportEmailButton integration={integration} />}
          <a
            href={`${to('preview')}?key=${integration.public_key}`}
            target="_blank"
            className={buttonStyle('plain')}
          >
            {t('home.preview')}
            <Icon name="external-link" size={16} />
          </a>
        </div>
      </div>
      {!integration.setup_hidden_at && can(integration, 'settings.manage') && (
        <SetupChecklist integration={integration} overview={overview} sourcesPath={sourcesPath} />
      )}
      {can(integration, 'settings.manage') && <InactivitySettings integration_id={integration_id} />}
      <NowSection
        integration_id={integration_id}
        counts={counts}
        waiting={canSeeReports ? waiting : null}
        team={team.users}
        inbox={to('app-i-integrationId-conversation', { integrationId: integration_id })}
        onOpenWaiting={() => open({ figure: 'waiting' })}
      />
      {report.data && isEmpty && <NoConversations integration={integration} isOwn={report.data.is_own} />}
      {report.data && !isEmpty && (
        <TrendSection report={report.data} trend={trend} onSelect={setTrend} onOpen={open} />
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
          {report.data.assistant && <AssistantSection assistant={report.data.assistant} onOpen={open} />}
          <PeriodSection report={report.data} onOpen={open} />
        </>
      )}
      <HealthSection
        integration_id={integration_id}
        sources={sources}
        installations={installations}
        canBill={can(integration, 'billing.manage')}
      />
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
