import { lazy, Suspense, useState } from 'react'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { Button } from '#ui/button.tsx'
import { isBusy, progressOf, useContactImports } from './data.ts'

const ImportDialog = lazy(() =>
  import('./import-dialog.tsx').then((module) => ({ default: module.ImportDialog })),
)

/** Opens the imports; shows the progress of a running one. */
export function ImportButton({ integration_id }: { integration_id: string }) {
  const t = useT()
  const formats = useFormats()
  const [isOpen, setOpen] = useState(false)
  const { data } = useContactImports(integration_id)
  const running = data?.find(isBusy)
  const progress = running && progressOf(running)
  return (
    <>
      <Button size="sm" icon="upload" onClick={() => setOpen(true)}>
        {progress ? (
          t(
            running.status === 'undoing' ? 'contact-imports.undoing_short' : 'contact-imports.running_short',
            {
              part: formats.number(Math.floor((progress.done / Math.max(progress.total, 1)) * 100)),
            },
          )
        ) : (
          <span className="max-sm:sr-only">{t('contact-imports.open')}</span>
        )}
      </Button>
      {isOpen && (
        <Suspense>
          <ImportDialog integration_id={integration_id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
