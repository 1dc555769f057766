import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { IconButton } from './button.tsx'
import { useOpenDialog } from './open-dialogs.ts'
import { useRestoreFocus } from './use-restore-focus.ts'

interface DrawerProps {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  title: string
  /** False for a drawer in the URL, whose entry in the history going back leaves anyway. */
  closesOnBack?: boolean
  children: ReactNode
}
/** A panel next to the page on wide screens, and over it on narrow ones. */
export function Drawer({ isOpen, onOpenChange, title, closesOnBack = true, children }: DrawerProps) {
  const t = useT()
  useOpenDialog(isOpen && closesOnBack, () => onOpenChange(false))
  const onCloseAutoFocus = useRestoreFocus(isOpen)
  return (
    <Radix.Root open={isOpen} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-fade bg-scrim" />
        <Radix.Content
          aria-describedby={undefined}
          onCloseAutoFocus={onCloseAutoFocus}
          className="fixed inset-y-0 right-0 z-40 flex w-full animate-fade flex-col border-l border-line bg-page shadow-dialog sm:w-96"
        >
          <div className="flex shrink-0 items-center justify-between gap-4 border-b border-line py-2 pr-2 pl-4">
            <Radix.Title className="text-md font-semibold">{title}</Radix.Title>
            <Radix.Close asChild>
              <IconButton icon="x" label={t('ui.close')} />
            </Radix.Close>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto pb-[env(safe-area-inset-bottom)]">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
