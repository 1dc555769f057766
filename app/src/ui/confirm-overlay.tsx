import { appT } from '#platform/i18n/app-translator.ts'
import { isCanceled, formProblem } from '#platform/calls/use-async-action.ts'
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx'
import { createOverlay } from './overlays.tsx'

export interface ConfirmOptions extends Pick<
  ConfirmDialogProps,
  'title' | 'description' | 'confirmLabel' | 'cancelLabel' | 'typed'
> {
  /** Runs after confirming, while the dialog is open; if it fails, the dialog shows the error. */
  action?: () => Promise<unknown>
}

const overlay = createOverlay<Omit<ConfirmDialogProps, 'isOpen' | 'onOpenChange'>>(
  ({ isOpen, close, ...options }) => (
    <ConfirmDialog isOpen={isOpen} onOpenChange={(next) => !next && close()} {...options} />
  ),
)

/**
 * Asks for confirmation and runs the action before the dialog closes: it is busy until then, and stays open if
 * the action fails.
 */
export async function openConfirm({ action, ...question }: ConfirmOptions): Promise<boolean> {
  async function runAction() {
    overlay.patch({ isBusy: true, problem: null })
    try {
      await action?.()
      overlay.close(true)
    } catch (error) {
      overlay.patch({ isBusy: false, problem: isCanceled(error) ? null : formProblem(error, appT) })
    }
  }
  const isConfirmed = await overlay.open({
    ...question,
    isBusy: false,
    problem: null,
    onConfirm: () => void runAction(),
  })
  overlay.unmount()
  return isConfirmed === true
}
