import { useEffect } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { usePageBlocker } from '#ui/close-dialog-on-back.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'

/** Confirms before unsaved changes are lost: by a link inside the app, or by leaving it. */
export function UnsavedChangesDialog({ isAsked }: { isAsked: boolean }) {
  const t = useT()
  const blocker = usePageBlocker(
    ({ currentLocation, nextLocation }) => isAsked && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!isAsked) return
    const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', preventUnload)
    return () => removeEventListener('beforeunload', preventUnload)
  }, [isAsked])
  return (
    <ConfirmDialog
      isOpen={blocker.state === 'blocked'}
      onOpenChange={(isOpen) => !isOpen && blocker.reset?.()}
      title={t('client.leave_title')}
      description={t('client.leave_text')}
      confirmLabel={t('ui.discard')}
      onConfirm={() => blocker.proceed?.()}
      closesOnBack={false}
    />
  )
}
