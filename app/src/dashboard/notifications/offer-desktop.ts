import type { Translate } from '#platform/i18n/translator.ts'
import { keptChoice } from '#platform/storage/kept-choice.ts'
import { toast } from '#ui/toast.ts'
import { askForDesktop } from './desktop.ts'

/** Offered once in this browser; afterwards the list under the bell says how. */
const offered = keptChoice('ozvi.desktop_offered')

/** When somebody comes back to a page on which they have missed a message: they know what it would be good for. */
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
