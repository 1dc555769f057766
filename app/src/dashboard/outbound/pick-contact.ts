import { appT } from '#platform/i18n/app-translator.ts'
import { loadLazyMessages } from '#platform/i18n/load.ts'
import { logError } from '#platform/log.ts'
import { toast } from '#ui/toast.ts'

/** Asks which contact to write to; loaded on first use. */
export async function pickContact(integration_id: string) {
  try {
    const [{ contactPickerDialog: whomDialog }] = await Promise.all([
      import('./contact-picker-dialog.tsx'),
      loadLazyMessages(),
    ])
    await whomDialog.open({ integration_id })
  } catch (error) {
    logError('Failed to load the contact picker', error)
    toast.error(appT('errors.network'))
  }
}
