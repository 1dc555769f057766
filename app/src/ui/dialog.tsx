import { useT } from '#platform/i18n/provider.tsx'
import { confirm } from './confirm.ts'
import { DialogFrame, type DialogProps } from './dialog-frame.tsx'
import { useTypedText } from './use-typed-text.ts'

/**
 * A dialog that asks before Escape, a click outside or its close button discards typed text. Its own buttons, such
 * as Cancel, close it immediately.
 */
export function Dialog({ onOpenChange, ...props }: DialogProps) {
  const t = useT()
  const { onFocusCapture, hasText } = useTypedText()
  async function change(isOpen: boolean) {
    const question = {
      title: t('ui.discard_title'),
      description: t('ui.discard_text'),
      confirmLabel: t('ui.discard'),
      cancelLabel: t('ui.keep_editing'),
    }
    if (isOpen || !hasText() || (await confirm(question))) onOpenChange(isOpen)
  }
  return (
    <DialogFrame {...props} onOpenChange={(isOpen) => void change(isOpen)} onFocusCapture={onFocusCapture} />
  )
}
