import type { DataSource } from '@ozvi/contract'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { useNow } from '#platform/time/use-now.ts'
import { Badge } from '#ui/badge.tsx'
import { Meter } from '#ui/progress-bar.tsx'
import { isBusy, statusTones } from './states.ts'

/** Status of a source, live: state, number of items, and problems. */
export function SourceState({ source }: { source: DataSource }) {
  const t = useT()
  const now = useNow()
  const formats = useFormats()
  const { status, found, indexed, skipped, failed, current_url, reason, last_run_at, is_enabled, kind } =
    source
  const isRunning = isBusy(source)
  const done = indexed + skipped + failed
  const counts = [
    kind === 'website' && found > 0 && t('data-sources.pages', { count: indexed }),
    kind === 'api' && t('data-sources.documents', { count: indexed }),
    skipped > 0 && t('data-sources.skipped', { count: skipped }),
    failed > 0 && t('data-sources.failed', { count: failed }),
    !isRunning &&
      last_run_at &&
      t('data-sources.read', { time: formats.relative(last_run_at, Math.max(now, Date.parse(last_run_at))) }),
  ].filter(Boolean)
  return (
    <div className="mt-1 flex flex-col gap-1.5">
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm text-muted">
        <Badge tone={statusTones[status]}>{t(`data-sources.status_${status}`)}</Badge>
        {!is_enabled && <Badge>{t('data-sources.off')}</Badge>}
        {counts.length > 0 && <span>{counts.join(' · ')}</span>}
      </p>
      {status === 'fetching' && (
        <div className="flex flex-col gap-1">
          <Meter
            label={t('data-sources.progress')}
            value={done}
            max={Math.max(found, done, 1)}
            className="max-w-80"
          />
          <p className="truncate text-sm text-muted">
            {t('data-sources.progress_of', { done, found: Math.max(found, done) })}
            {current_url && ` · ${decoded(current_url)}`}
          </p>
        </div>
      )}
      {!isRunning && reason && status !== 'ready' && (
        <p className="text-sm text-muted">
          {t(`data-sources.reason_${reason}`)}
          {status === 'stale' && ` ${t('data-sources.still_served')}`}
        </p>
      )}
    </div>
  )
}
/** A readable URL: decoded and without scheme. */
function decoded(url: string): string {
  const bare = url.replace(/^https?:\/\//, '')
  try {
    return decodeURIComponent(bare)
  } catch {
    return bare
  }
}
