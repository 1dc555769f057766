import { appT } from '#platform/i18n/app-translator.ts'
import { logError } from '#platform/log.ts'
import type { ConfirmOptions } from './confirm-overlay.tsx'
import { toast } from './toast.ts'

/**
 * Asks for confirmation of an action without undo; resolves to true once it is confirmed and done. Loaded on first
 * use.
 */
export async function confirm(question: ConfirmOptions): Promise<boolean> {
  try {
    const { openConfirm } = await import('./confirm-overlay.tsx')
    return await openConfirm(question)
  } catch (error) {
    logError('Failed to load the confirmation dialog', error)
    toast.error(appT('errors.network'))
    return false
  }
}
