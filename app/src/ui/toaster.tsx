import { useEffect } from 'react'
import { Toaster as Sonner } from 'sonner'
import { useT } from '#platform/i18n/provider.tsx'
import { Icon } from './icon.tsx'
import { toastDuration_ms } from './toast.ts'

/** Where toasts appear. Alt+T or F8 moves the focus to them. */
export function Toaster() {
  const t = useT()
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key === 'F8') document.querySelector<HTMLElement>('[data-sonner-toaster]')?.focus()
    }
    addEventListener('keydown', focus)
    return () => removeEventListener('keydown', focus)
  }, [])
  return (
    <Sonner
      position="bottom-right"
      duration={toastDuration_ms}
      style={{ fontFamily: 'inherit' }}
      gap={16}
      offset={32}
      mobileOffset={{ bottom: 80, left: 16, right: 16 }}
      visibleToasts={3}
      closeButton
      hotkey={['altKey', 'KeyT']}
      containerAriaLabel={t('ui.notifications')}
      icons={{
        success: <Icon name="circle-check" className="text-success" />,
        error: <Icon name="alert-triangle" className="text-danger" />,
        info: <Icon name="info" />,
      }}
      toastOptions={{
        closeButtonAriaLabel: t('ui.close'),
        unstyled: true,
        classNames: {
          toast:
            'flex w-full items-start gap-2.5 rounded-card border border-line bg-raised py-3 pr-10 pl-3.5 text-base text-ink shadow-popover',
          content: 'min-w-0 flex-1',
          title: 'font-medium',
          actionButton:
            'ml-auto rounded-control px-2 font-medium text-primary underline underline-offset-3 hover:text-primary-hover',
          closeButton:
            'absolute top-2 right-2 flex size-7 items-center justify-center rounded-control text-muted hover:bg-inset hover:text-ink [&>svg]:size-3.5',
        },
      }}
    />
  )
}
