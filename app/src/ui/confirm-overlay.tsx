import { appT } from '#platform/i18n/app-translator.ts'
import { isCanceled, problemWords } from '#platform/calls/action.ts'
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx'
import { createOverlay } from './overlays.tsx'

export interface Question extends Pick<
  ConfirmDialogProps,
  'title' | 'description' | 'confirmLabel' | 'cancelLabel' | 'typed'
> {
  /** Done once confirmed, while the question still stands; where it is refused, the question says why. */
  act?: () => Promise<unknown>
}

type Asked = Omit<ConfirmDialogProps, 'isOpen' | 'onOpenChange'>
const overlay = createOverlay<Asked>(({ isOpen, close, ...asked }) => (
  <ConfirmDialog isOpen={isOpen} onOpenChange={(next) => !next && close()} {...asked} />
))

/** Asks, and does what was confirmed before it closes: busy meanwhile, and open still where that was refused. */
export async function ask({ act, ...question }: Question): Promise<boolean> {
  async function go() {
    overlay.patch({ isBusy: true, problem: null })
    try {
      await act?.()
      overlay.close(true)
    } catch (error) {
      overlay.patch({ isBusy: false, problem: isCanceled(error) ? null : problemWords(error, appT) })
    }
  }
  const isSure = await overlay.open({ ...question, isBusy: false, problem: null, onConfirm: () => void go() })
  overlay.unmount()
  return isSure === true
}
