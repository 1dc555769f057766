import type { Translate } from '#platform/i18n/translator.ts'
import { createLocalStorageValue } from '#platform/storage/local-storage-value.ts'
import { toast } from '#ui/toast.ts'
import { requestDesktopPermission } from './desktop.ts'

/** Offered once per browser; afterwards the notification list explains how. */
const offered = createLocalStorageValue('ozvi.desktop_offered')

/** Offered when someone returns after missing a message. */
export function promptForDesktop(t: Translate) {
  if (offered.read()) return
  offered.save('yes')
  document.addEventListener(
    'visibilitychange',
    () =>
      toast.info(t('notifications.missed'), {
        label: t('notifications.on_desktop'),
        isUndo: false,
        onClick: () => void requestDesktopPermission(),
      }),
    { once: true },
  )
}
