import { Problem } from '@ozvi/contract'
import { useState } from 'react'
import type { FormProblem } from '#ui/form.tsx'
import { useT } from '../i18n/provider.tsx'
import type { Translate } from '../i18n/translator.ts'
import { logError } from '../log.ts'

/** The message of an error: from the server, or that it couldn't be reached, or a general one. */
export function formProblem(error: unknown, t: Translate): FormProblem {
  if (error instanceof Problem)
    return { message: error.message || t('errors.other_text'), errors: error.errors }
  logError('A call did not reach the server', error)
  return { message: t('errors.network') }
}

/** Whether a call wasn't made because the user canceled the dialog that confirms their identity. */
export const isCanceled = (error: unknown) => error instanceof Problem && error.code === 'confirm_identity'

/** An error on one line, for actions without fields. */
export const errorText = ({ message, errors }: FormProblem): string =>
  Object.values(errors ?? {})
    .flat()
    .join(' ') || message

/**
 * An action with its busy state, one run at a time, and its last error. Unlike `useMutation` it needs no query client:
 * the forms of the public site use it too, and their pages don't load TanStack Query.
 *
 * @returns `run`, which resolves to true on success
 */
export function useAsyncAction<A extends unknown[]>(action: (...args: A) => Promise<unknown>) {
  const t = useT()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<FormProblem | null>(null)
  async function run(...args: A): Promise<boolean> {
    if (isBusy) return false
    setBusy(true)
    setProblem(null)
    try {
      await action(...args)
      return true
    } catch (error) {
      if (!isCanceled(error)) setProblem(formProblem(error, t))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { run, isBusy, problem, clear: () => setProblem(null) }
}
