import { type ContactImport, importErrorsPath } from '@ozvi/contract'
import { useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useFormats, useLocale, useT } from '#platform/i18n/provider.tsx'
import { Button, buttonStyle } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Meter } from '#ui/progress-bar.tsx'
import { DownloadLink } from '#dashboard/confirmation'

/** What an import would do, counted before anything is written. */
export function ImportCheck({
  checked,
  onStart,
  onBack,
  onCancel,
}: {
  checked: ContactImport
  onStart: () => Promise<void>
  onBack: () => void
  onCancel: () => void
}) {
  const t = useT()
  const locale = useLocale()
  const formats = useFormats()
  const { run, isBusy, problem } = useAsyncAction(onStart)
  const { file_name, status, rows_done, rows_total, created, updated, skipped, failed } = checked
  const isDone = status === 'checked'
  const counts = [
    ['will_create', created],
    ['will_update', updated],
    ['will_skip', skipped],
    ['will_fail', failed],
  ] as const
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-col gap-1">
        <p className="truncate text-base font-medium">{file_name}</p>
        <p role="status" className="text-base text-muted">
          {t(`contact-imports.${status}`, {
            done: formats.number(rows_done),
            total: formats.number(rows_total),
          })}
        </p>
      </div>
      {!isDone && <Meter label={t('contact-imports.progress')} value={rows_done} max={rows_total} />}
      <dl
        aria-label={t('contact-imports.checked_title')}
        className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line sm:grid-cols-4"
      >
        {counts.map(([name, count]) => (
          <div key={name} className="flex flex-col-reverse bg-raised px-4 py-3">
            <dt className="text-sm text-muted">{t(`contact-imports.${name}`)}</dt>
            <dd className="text-xl font-semibold tabular-nums">{formats.number(count)}</dd>
          </div>
        ))}
      </dl>
      {isDone && failed > 0 && (
        <DownloadLink
          href={`${importErrorsPath(checked.integration_id, checked.id)}?locale=${locale}`}
          className={buttonStyle('plain', 'sm', 'self-start')}
        >
          <Icon name="arrow-down" size={16} />
          {t('contact-imports.errors')}
        </DownloadLink>
      )}
      {isDone && created + updated === 0 && <p className="text-base">{t('contact-imports.nothing')}</p>}
      {problem && (
        <p role="alert" className="text-sm text-danger">
          {problem.message}
        </p>
      )}
      <div data-actions className="flex flex-wrap justify-end gap-2">
        {isDone ? (
          <Button onClick={onBack}>{t('contact-imports.back')}</Button>
        ) : (
          <Button onClick={onCancel}>{t('ui.cancel')}</Button>
        )}
        {isDone && created + updated > 0 && (
          <Button variant="primary" isBusy={isBusy} onClick={() => void run()}>
            {t('contact-imports.import_all', { count: created + updated })}
          </Button>
        )}
      </div>
    </div>
  )
}
