import type { Integration, ReportEmail } from '@ozvi/contract'
import { lazy, Suspense, useState } from 'react'
import { toastError } from '#platform/calls/toast-error.ts'
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
  const [isBusy, setBusy] = useState(false)
  const [stored, setStored] = useState<ReportEmail>()
  async function open() {
    setBusy(true)
    try {
      setStored(await loadReportEmail(integration.id))
    } catch (error) {
      toastError(error, t)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button icon="mail" isBusy={isBusy} onClick={() => void open()} aria-haspopup="dialog">
        {t('home.email_report')}
      </Button>
      {stored && (
        <Suspense fallback={null}>
          <LazyDialog integration={integration} stored={stored} onClose={() => setStored(undefined)} />
        </Suspense>
      )}
    </>
  )
}
