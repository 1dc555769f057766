import type { DataSource, WidgetInstallation } from '@ozvi/contract'
import { day_ms } from '@ozvi/contract'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { useNow } from '#platform/time/use-now.ts'
import { usePath } from '#platform/document/page-link.tsx'
import { isInTrouble } from '#dashboard/data-sources'
import { MetricCard } from './figure-card.tsx'
import { UsageMetric } from './usage-figure.tsx'

/** An installed chat is seen more often than this. */
const fresh_ms = day_ms
/** Maximum number of hosts listed, latest first. */
const hostsShown = 5

/** Whether the chat is installed, sources are up to date, and the plan's usage. */
export function HealthSection({
  integration_id,
  sources,
  installations,
  canBill,
}: {
  integration_id: string
  sources: readonly DataSource[]
  /** Latest first. */
  installations: readonly WidgetInstallation[]
  canBill: boolean
}) {
  const t = useT()
  const to = usePath()
  const formats = useFormats()
  const now = useNow()
  const failing = sources.filter(isInTrouble).length
  const isLongAgo = !installations[0] || now - Date.parse(installations[0].last_seen_at) > fresh_ms
  const sourcesPath = to('app-i-integrationId-settings-data-sources', { integrationId: integration_id })
  return (
    <section className="mt-8">
      <h2 className="text-md font-semibold">{t('home.health')}</h2>
      <dl className="mt-3 grid grid-cols-2 gap-3 lg:grid-cols-4">
        <MetricCard
          label={t('home.seen')}
          href={to('app-i-integrationId-settings-client', { integrationId: integration_id })}
          definition={t('home.definition_seen')}
          isWarning={isLongAgo}
          note={<Hosts installations={installations} now={now} isLongAgo={isLongAgo} />}
        >
          <span className="text-xl">
            {installations[0] ? formats.relative(installations[0].last_seen_at, now) : t('home.never')}
          </span>
        </MetricCard>
        <MetricCard
          label={t('home.sources')}
          definition={t('home.definition_sources')}
          href={sourcesPath}
          note={t('home.pages_n', { n: sources.reduce((sum, { indexed }) => sum + indexed, 0) })}
        >
          {formats.number(sources.length)}
        </MetricCard>
        <MetricCard
          label={t('home.failing')}
          definition={t('home.definition_failing')}
          href={sourcesPath && `${sourcesPath}?state=trouble`}
          isWarning={failing > 0}
        >
          {formats.number(failing)}
        </MetricCard>
        {canBill && <UsageMetric integration_id={integration_id} />}
      </dl>
    </section>
  )
}

/** Where it was seen; with a time per host if there are several. */
function Hosts({
  installations,
  now,
  isLongAgo,
}: {
  installations: readonly WidgetInstallation[]
  now: number
  isLongAgo: boolean
}) {
  const t = useT()
  const formats = useFormats()
  if (installations.length === 0) return t('home.not_seen')
  const more = installations.length - hostsShown
  return (
    <>
      {isLongAgo && <span className="block font-medium text-warning">{t('home.seen_long_ago')}</span>}
      {installations.length === 1 && <span className="block break-words">{installations[0]?.host}</span>}
      {installations.length > 1 &&
        installations.slice(0, hostsShown).map(({ host, last_seen_at }) => (
          <span key={host} className="block break-words">
            {host} · {formats.relative(last_seen_at, now)}
          </span>
        ))}
      {more > 0 && <span className="block">{t('home.seen_more', { n: more })}</span>}
    </>
  )
}
