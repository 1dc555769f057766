import { Problem } from '@ozvi/contract'
import { toast } from '#ui/toast.ts'
import { problemWords, sentence } from './action.ts'
import { isShownInPlace, statusOf } from './error-list.ts'
import type { Translate } from '../i18n/translator.ts'

/** Says in a toast why an act without a form failed, unless the shell has said so already. */
export function sayFailure(error: unknown, t: Translate) {
  if (error instanceof Problem && !isShownInPlace(statusOf(error))) return
  toast.error(sentence(problemWords(error, t)))
}
