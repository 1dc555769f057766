import type { Integration, ReportEmail } from '@ozvi/contract'
import { lazy, Suspense, useState } from 'react'
import { toastError } from '#platform/calls/toast-error.ts'
import { useAsyncAction } from '#platform/calls/use-async-action.ts'
import { loadLazyMessages } from '#platform/i18n/load.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { Button } from '#ui/button.tsx'
import { loadReportEmail } from './data.ts'

const LazyDialog = lazy(async () => {
  const [{ ReportEmailDialog }] = await Promise.all([import('./report-email-dialog.tsx'), loadLazyMessages()])
  return { default: ReportEmailDialog }
})

/** Loads the member's schedule, then opens its dialog. */
export function ReportEmailButton({ integration }: { integration: Integration }) {
  const t = useT()
  const [stored, setStored] = useState<ReportEmail>()
  const open = useAsyncAction(() =>
    loadReportEmail(integration.id).then(setStored, (error: unknown) => toastError(error, t)),
  )
  return (
    <>
      <Button icon="mail" isBusy={open.isBusy} onClick={() => void open.run()} aria-haspopup="dialog">
        <span className="max-sm:sr-only">{t('home.email_report')}</span>
      </Button>
      {stored && (
        <Suspense fallback={null}>
          <LazyDialog integration={integration} stored={stored} onClose={() => setStored(undefined)} />
        </Suspense>
      )}
    </>
  )
}
