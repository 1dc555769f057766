import type { DataSource, Sighting } from '@ozvi/contract'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { useNow } from '#platform/now.ts'
import { usePath } from '#platform/page-link.tsx'
import { FigureCard } from './figure-card.tsx'
import { UsageFigure } from './usage-figure.tsx'

/** Whether the chat is on the site, whether what it answers from is fresh, and what the plan has left. */
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
  const failing = sources.filter(({ status }) => status === 'failed' || status === 'stale').length
  const sourcesPath = to('app-i-integrationId-settings-data-sources', { integrationId: integration_id })
  return (
    <section className="mt-8">
      <h2 className="text-md font-semibold">{t('home.health')}</h2>
      <dl className="mt-3 grid grid-cols-2 gap-3 lg:grid-cols-4">
        <FigureCard
          label={t('home.seen')}
          href={to('app-i-integrationId-settings-client', { integrationId: integration_id })}
          isWarning={seen.length === 0}
          note={seen[0]?.host ?? t('home.seen_nowhere')}
        >
          <span className="text-xl">
            {seen[0] ? formats.relative(seen[0].last_seen_at, now) : t('home.never')}
          </span>
        </FigureCard>
        <FigureCard
          label={t('home.sources')}
          href={sourcesPath}
          note={t('home.pages_n', { n: sources.reduce((sum, { indexed }) => sum + indexed, 0) })}
        >
          {formats.number(sources.length)}
        </FigureCard>
        <FigureCard label={t('home.failing')} href={sourcesPath} isWarning={failing > 0}>
          {formats.number(failing)}
        </FigureCard>
        {mayBill && <UsageFigure integration_id={integration_id} />}
      </dl>
    </section>
  )
}
