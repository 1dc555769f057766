import { type ContactImport, importErrorsPath } from '@ozvi/contract'
import { useFormats, useLocale, useT } from '#platform/i18n/provider.tsx'
import { useNow } from '#platform/time/use-now.ts'
import { useToastOnError } from '#platform/calls/toast-error.ts'
import { Button, buttonStyle } from '#ui/button.tsx'
import { confirm } from '#ui/confirm.ts'
import { Icon } from '#ui/icon.tsx'
import { Meter } from '#ui/progress-bar.tsx'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { DownloadLink } from '#dashboard/confirmation'
import { type ImportActions, isBusy, progressOf, useContactImports } from './data.ts'

/** Imports of the last month: progress, result, failed rows, and undo. */
export function ImportList({ integration_id, actions }: { integration_id: string; actions: ImportActions }) {
  const t = useT()
  const query = useContactImports(integration_id)
  const { data } = query
  if (!data)
    return (
      <LoadFallback title={t('contact-imports.list_failed')} query={query}>
        <Skeleton className="h-16" />
      </LoadFallback>
    )
  // Imports that never started have nothing to show.
  const shownImports = data.filter(
    ({ status, rows_done }) =>
      !['waiting', 'checking', 'checked'].includes(status) && (status !== 'cancelled' || rows_done > 0),
  )
  if (shownImports.length === 0) return null
  return (
    <section aria-labelledby="imports">
      <h3 id="imports" className="text-base font-semibold">
        {t('contact-imports.list')}
      </h3>
      <ul className="mt-2 flex flex-col divide-y divide-line border-y border-line">
        {shownImports.map((one) => (
          <ImportItem key={one.id} one={one} actions={actions} />
        ))}
      </ul>
    </section>
  )
}

function ImportItem({ one, actions }: { one: ContactImport; actions: ImportActions }) {
  const t = useT()
  const locale = useLocale()
  const now = useNow()
  const formats = useFormats()
  const { created, updated, skipped, failed, kept, status } = one
  const { done, total } = progressOf(one)
  const toastOnError = useToastOnError()
  const cancel = () => toastOnError(actions.cancel(one.id))
  const undo = () =>
    confirm({
      title: t('contact-imports.undo_title', { name: one.file_name }),
      description: t('contact-imports.undo_text'),
      confirmLabel: t('contact-imports.undo'),
      action: () => actions.undo(one.id),
    })
  const counts = [
    created > 0 && t('contact-imports.created', { count: created }),
    updated > 0 && t('contact-imports.updated', { count: updated }),
    skipped > 0 && t('contact-imports.skipped', { count: skipped }),
    failed > 0 && t('contact-imports.rejected', { count: failed }),
    kept > 0 && t('contact-imports.kept', { count: kept }),
  ].filter(Boolean)
  return (
    <li className="flex flex-col gap-2 py-3">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <p className="min-w-0 flex-1 truncate text-base font-medium">{one.file_name}</p>
        <p className="text-sm text-muted">
          {one.by_name} · {formats.ago(one.created_at, now)}
        </p>
      </div>
      <p role="status" className="text-base text-muted">
        {t(`contact-imports.${status}`, { done: formats.number(done), total: formats.number(total) })}
        {!isBusy(one) && status !== 'undone' && counts.length > 0 && `: ${counts.join(', ')}`}
        {status === 'undone' && kept > 0 && `: ${t('contact-imports.kept', { count: kept })}`}
      </p>
      {isBusy(one) && <Meter label={t('contact-imports.progress')} value={done} max={total} />}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {status === 'running' && (
          <Button size="sm" onClick={() => void cancel()}>
            {t('contact-imports.cancel')}
          </Button>
        )}
        {failed > 0 && (
          <DownloadLink
            href={`${importErrorsPath(one.integration_id, one.id)}?locale=${locale}`}
            className={buttonStyle('plain', 'sm')}
          >
            <Icon name="arrow-down" size={16} />
            {t('contact-imports.errors')}
          </DownloadLink>
        )}
        {['done', 'cancelled', 'failed'].includes(status) && created + updated > 0 && (
          <Button size="sm" onClick={() => void undo()}>
            {t('contact-imports.undo')}
          </Button>
        )}
      </div>
    </li>
  )
}
