import { toast } from '#ui/toast.ts'
import { siteTranslator } from './i18n/site-translator.ts'
import { logError } from './log.ts'
import { userFetchMessage } from './user-fetch-message.ts'

let isShown = false

/** Shows once why the user of a public page couldn't be loaded. The toaster is loaded only then. */
export async function toastUserFetchError(error: unknown) {
  if (isShown) return
  isShown = true
  try {
    const [{ mountToasts }, translator] = await Promise.all([
      import('#ui/mount-toasts.tsx'),
      siteTranslator(),
    ])
    mountToasts(translator)
    toast.error(userFetchMessage(error, translator.t))
  } catch (cause) {
    logError('Failed to load toasts', cause)
  }
}
