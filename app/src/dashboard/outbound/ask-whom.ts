import { appT } from '#platform/i18n/app-translator.ts'
import { learnLateWords } from '#platform/i18n/load.ts'
import { logError } from '#platform/log.ts'
import { toast } from '#ui/toast.ts'

/** Asks which contact to write to; loaded on first use. */
export async function askWhomToWrite(integration_id: string) {
  try {
    const [{ whomDialog }] = await Promise.all([import('./whom-dialog.tsx'), learnLateWords()])
    await whomDialog.open({ integration_id })
  } catch (error) {
    logError('The list of contacts could not be shown', error)
    toast.error(appT('errors.network'))
  }
}
