import { Problem } from '@ozvi/contract'
import { toast } from '#ui/toast.ts'
import { problemWords, sentence } from './action.ts'
import { isShownInPlace, statusOf } from './error-list.ts'
import type { Translate } from '../i18n/translator.ts'

/** Shows the error of an action as a toast, unless the shell already handles it. */
export function sayFailure(error: unknown, t: Translate) {
  if (error instanceof Problem && !isShownInPlace(statusOf(error))) return
  toast.error(sentence(problemWords(error, t)))
}
