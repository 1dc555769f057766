import { Problem } from '@ozvi/contract'
import { toast } from '#ui/toast.ts'
import { formProblem, errorText } from './use-action.ts'
import { isShownInForm, statusOf } from './error-list.ts'
import type { Translate } from '../i18n/translator.ts'

/** Shows the error of an action as a toast, unless the shell already handles it. */
export function toastError(error: unknown, t: Translate) {
  if (error instanceof Problem && !isShownInForm(statusOf(error))) return
  toast.error(errorText(formProblem(error, t)))
}
