import type { Translate } from '#platform/i18n/translator.ts'
import { keptChoice } from '#platform/storage/kept-choice.ts'
import { toast } from '#ui/toast.ts'
import { askForDesktop } from './desktop.ts'

/** Offered once per browser; afterwards the notification list explains how. */
const offered = keptChoice('ozvi.desktop_offered')

/** Offered when someone returns after missing a message. */
export function offerDesktop(t: Translate) {
  if (offered.read()) return
  offered.keep('yes')
  document.addEventListener(
    'visibilitychange',
    () =>
      toast.info(t('notifications.missed'), {
        label: t('notifications.on_desktop'),
        leadsOn: true,
        onClick: () => void askForDesktop(),
      }),
    { once: true },
  )
}
