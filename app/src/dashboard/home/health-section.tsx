import type { DataSource, Sighting } from '@ozvi/contract'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { useNow } from '#platform/time/now.ts'
import { usePath } from '#platform/document/page-link.tsx'
import { isInTrouble } from '#dashboard/data-sources'
import { FigureCard } from './figure-card.tsx'
import { UsageFigure } from './usage-figure.tsx'

/** An installed chat is seen more often than this. */
const fresh_ms = 24 * 60 * 60 * 1000
/** Maximum number of hosts listed, latest first. */
const hostsShown = 5

/** Whether the chat is installed, sources are up to date, and the plan's usage. */
export function HealthSection({
  integration_id,
  sources,
  seen,
  mayBill,
}: {
  integration_id: string
  sources: readonly DataSource[]
  /** Latest first. */
  seen: readonly Sighting[]
  mayBill: boolean
}) {
  const t = useT()
  const to = usePath()
  const formats = useFormats()
  const now = useNow()
  const failing = sources.filter(isInTrouble).length
  const isLongAgo = !seen[0] || now - Date.parse(seen[0].last_seen_at) > fresh_ms
  const sourcesPath = to('app-i-integrationId-settings-data-sources', { integrationId: integration_id })
  return (
    <section className="mt-8">
      <h2 className="text-md font-semibold">{t('home.health')}</h2>
      <dl className="mt-3 grid grid-cols-2 gap-3 lg:grid-cols-4">
        <FigureCard
          label={t('home.seen')}
          href={to('app-i-integrationId-settings-client', { integrationId: integration_id })}
          means={t('home.means_seen')}
          isWarning={isLongAgo}
          note={<Hosts seen={seen} now={now} isLongAgo={isLongAgo} />}
        >
          <span className="text-xl">
            {seen[0] ? formats.relative(seen[0].last_seen_at, now) : t('home.never')}
          </span>
        </FigureCard>
        <FigureCard
          label={t('home.sources')}
          means={t('home.means_sources')}
          href={sourcesPath}
          note={t('home.pages_n', { n: sources.reduce((sum, { indexed }) => sum + indexed, 0) })}
        >
          {formats.number(sources.length)}
        </FigureCard>
        <FigureCard
          label={t('home.failing')}
          means={t('home.means_failing')}
          href={sourcesPath && `${sourcesPath}?state=trouble`}
          isWarning={failing > 0}
        >
          {formats.number(failing)}
        </FigureCard>
        {mayBill && <UsageFigure integration_id={integration_id} />}
      </dl>
    </section>
  )
}

/** Where it was seen; with a time per host if there are several. */
function Hosts({ seen, now, isLongAgo }: { seen: readonly Sighting[]; now: number; isLongAgo: boolean }) {
  const t = useT()
  const formats = useFormats()
  if (seen.length === 0) return t('home.seen_nowhere')
  const more = seen.length - hostsShown
  return (
    <>
      {isLongAgo && <span className="block font-medium text-warning">{t('home.seen_long_ago')}</span>}
      {seen.length === 1 && <span className="block break-words">{seen[0]?.host}</span>}
      {seen.length > 1 &&
        seen.slice(0, hostsShown).map(({ host, last_seen_at }) => (
          <span key={host} className="block break-words">
            {host} · {formats.relative(last_seen_at, now)}
          </span>
        ))}
      {more > 0 && <span className="block">{t('home.seen_more', { n: more })}</span>}
    </>
  )
}
