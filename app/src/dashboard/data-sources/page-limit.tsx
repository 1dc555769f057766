import { type DataSource, type Integration, unconfirmedPagesMax } from '@ozvi/contract'
import { useState } from 'react'
import { errorText, useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { CopyField } from '#ui/copy-field.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { pagesToRead, type SourceActions } from './data.ts'
import { isBusy } from './states.ts'

/** Shows that a website has more pages than were read, and offers to read them. */
export function PageLimit({
  source,
  integration,
  actions,
}: {
  source: DataSource
  integration: Pick<Integration, 'public_key'>
  actions: SourceActions
}) {
  const t = useT()
  const [isConfirming, setConfirming] = useState(false)
  const { run, isBusy: isStarting, problem } = useAsyncAction(() => actions.readAll(source))
  const { kind, reason, found, indexed, confirmed_at } = source
  if (kind !== 'website' || reason !== 'page_limit' || isBusy(source)) return null
  // Hosts allowed by the operator need no confirmation, up to the source's own limit.
  const isConfirmed = confirmed_at !== null || indexed > unconfirmedPagesMax
  const pages = pagesToRead(source)
  return (
    <Alert tone="warning" title={t('data-sources.more_pages', { indexed, found })}>
      {isConfirmed ? (
        pages > indexed && (
          <Button size="sm" className="mt-2" isBusy={isStarting} onClick={() => void run()}>
            {t('data-sources.read_all', { count: pages })}
          </Button>
        )
      ) : (
        <>
          <p className="mt-0.5">{t('data-sources.unconfirmed', { max: unconfirmedPagesMax })}</p>
          <Button size="sm" className="mt-2" onClick={() => setConfirming(true)}>
            {t('data-sources.confirm')}
          </Button>
        </>
      )}
      {problem && <p className="mt-2 text-danger">{errorText(problem)}</p>}
      {isConfirming && (
        <ConfirmDialog
          source={source}
          public_key={integration.public_key}
          actions={actions}
          count={pages}
          onClose={() => setConfirming(false)}
        />
      )}
    </Alert>
  )
}

/** Explains how to confirm a website, checks it, and reads the rest. */
function ConfirmDialog({
  source,
  public_key,
  actions,
  count,
  onClose,
}: {
  source: DataSource
  public_key: string
  actions: SourceActions
  count: number
  onClose: () => void
}) {
  const t = useT()
  const host = URL.parse(source.config.start_url ?? '')?.hostname ?? source.name
  const {
    run,
    isBusy: isChecking,
    problem,
  } = useAsyncAction(async () => {
    await actions.confirm(source.id)
    await actions.readAll(source)
    onClose()
  })
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={t('data-sources.confirm')}
      description={t('data-sources.confirm_text', { host })}
      className="sm:w-[min(38rem,calc(100vw-2rem))]"
    >
      <ol className="flex flex-col gap-5">
        <li>
          <h3 className="text-base font-medium">{t('data-sources.confirm_tag')}</h3>
          <p className="mt-0.5 text-base text-muted">{t('data-sources.confirm_tag_text')}</p>
        </li>
        <li className="flex flex-col gap-2">
          <h3 className="text-base font-medium">{t('data-sources.confirm_meta')}</h3>
          <CopyField
            label={t('data-sources.confirm_meta_label')}
            value={`<meta name="ozvi-site" content="${public_key}">`}
          />
        </li>
        <li className="flex flex-col gap-2">
          <h3 className="text-base font-medium">
            {t('data-sources.confirm_dns', { name: `_ozvi.${host}` })}
          </h3>
          <CopyField label={t('data-sources.confirm_dns_label')} value={`ozvi-site=${public_key}`} />
        </li>
      </ol>
      {problem && <Alert tone="danger" title={errorText(problem)} className="mt-4" />}
      <div className="mt-5 flex justify-end gap-2">
        <Button onClick={onClose}>{t('ui.cancel')}</Button>
        <Button variant="primary" isBusy={isChecking} onClick={() => void run()}>
          {t('data-sources.confirm_now', { count })}
        </Button>
      </div>
    </Dialog>
  )
}
