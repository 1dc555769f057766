import { Problem } from '@ozvi/contract'
import { toast } from '#ui/toast.ts'
import { formProblem, errorText } from './use-async-action.ts'
import { isShownInForm, statusOf } from './error-list.ts'
import { useT } from '../i18n/provider.tsx'
import type { Translate } from '../i18n/translator.ts'

/** Shows the error of an action as a toast, unless the shell already handles it. */
export function toastError(error: unknown, t: Translate) {
  if (error instanceof Problem && !isShownInForm(statusOf(error))) return
  toast.error(errorText(formProblem(error, t)))
}

/** @returns a function that waits for an action and shows its error as a toast */
export function useToastOnError() {
  const t = useT()
  return (action: Promise<unknown>) => action.catch((error: unknown) => toastError(error, t))
}
