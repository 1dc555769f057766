import { getConfirmation, Problem } from '@ozvi/contract'
import { appT } from '#platform/i18n/app-translator.ts'
import { logError } from '#platform/log.ts'
import { call } from '#platform/calls/api-client.ts'
import { toast } from '#ui/toast.ts'

async function openConfirmation(): Promise<boolean> {
  try {
    const [{ openDialog }, account] = await Promise.all([import('./dialog.tsx'), call(getConfirmation, {})])
    // Another tab may have confirmed the session.
    return account.confirmed_until !== null || (await openDialog(account))
  } catch (error) {
    logError('Failed to load the confirmation dialog', error)
    if (!(error instanceof Problem)) toast.error(appT('errors.network'))
    return false
  }
}

let pending: Promise<boolean> | undefined
/**
 * Asks for the password, a code or a passkey unless the session is confirmed. Simultaneous calls share one
 * dialog.
 *
 * @returns false when it was canceled
 */
export function confirmIdentity(): Promise<boolean> {
  pending ??= openConfirmation().finally(() => (pending = undefined))
  return pending
}

/** Downloads a file that needs a confirmation: the browser requests it, so the confirmation must come first. */
export async function download(url: string): Promise<void> {
  if (!(await confirmIdentity())) return
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
