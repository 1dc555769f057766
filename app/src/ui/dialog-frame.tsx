import { Dialog as Radix } from 'radix-ui'
import type { FocusEventHandler, ReactNode } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { IconButton } from './button.tsx'
import { cn } from './cn.ts'
import { useOpenDialog } from './open-dialogs.ts'
import { useRestoreFocus } from './use-restore-focus.ts'

export interface DialogProps {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  title: string
  description?: ReactNode
  children: ReactNode
  className?: string
}
/** The class of a dialog with several columns: nearly as wide and as high as the window. */
export const wideDialog = '[--dialog-top:3dvh] sm:max-h-[94dvh] sm:w-[min(82rem,calc(100vw-2rem))]'
interface DialogFrameProps extends DialogProps {
  onFocusCapture?: FocusEventHandler
  /** False for a dialog that opens when the user goes back, to confirm leaving the page. */
  closesOnBack?: boolean
}
const firstField =
  ':is(input:not([type=hidden], [type=file], [type=radio]:not(:checked), [tabindex="-1"]), textarea, select):enabled'
/** Focuses the first field, or else the first button of the form, such as Cancel. */
function focusFirstField(event: Event) {
  // The dialog, which has the listener.
  const dialog = event.currentTarget as HTMLElement
  const control =
    dialog.querySelector<HTMLElement>(firstField) ?? dialog.querySelector<HTMLElement>('form button:enabled')
  if (!control) return
  event.preventDefault()
  control.focus()
}
/** Traps the focus until closed, then returns it to the element that opened it, or else to the page. */
export function DialogFrame({
  isOpen,
  onOpenChange,
  onFocusCapture,
  title,
  description,
  children,
  className,
  closesOnBack = true,
}: DialogFrameProps) {
  const t = useT()
  useOpenDialog(isOpen && closesOnBack, () => onOpenChange(false))
  const onCloseAutoFocus = useRestoreFocus(isOpen)
  return (
    <Radix.Root open={isOpen} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-fade bg-scrim" />
        <Radix.Content
          data-dialog
          {...(description ? {} : { 'aria-describedby': undefined })}
          onOpenAutoFocus={focusFirstField}
          onCloseAutoFocus={onCloseAutoFocus}
          onFocusCapture={onFocusCapture}
          className={cn(
            'fixed z-40 flex max-h-[min(90dvh,44rem)] flex-col overflow-y-auto border border-line bg-raised p-6 shadow-dialog',
            'inset-x-0 bottom-0 animate-panel rounded-t-panel pb-(--dialog-end) [--dialog-end:max(1.5rem,env(safe-area-inset-bottom))]',
            'sm:inset-x-auto sm:top-[var(--dialog-top,12dvh)] sm:max-h-[min(86dvh,44rem)] sm:bottom-auto sm:left-1/2 sm:w-[min(30rem,calc(100vw-2rem))] sm:-translate-x-1/2 sm:rounded-card',
            className,
          )}
        >
          <div className="flex items-start justify-between gap-4">
            <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
            <Radix.Close asChild>
              <IconButton icon="x" label={t('ui.close')} size="sm" className="-mt-1 -mr-2" />
            </Radix.Close>
          </div>
          {description && (
            <Radix.Description asChild>
              <div className="mt-1 text-base text-muted">{description}</div>
            </Radix.Description>
          )}
          <div className="mt-5">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
