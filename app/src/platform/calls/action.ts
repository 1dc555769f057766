import { Problem } from '@ozvi/contract'
import { useState } from 'react'
import type { FormProblem } from '#ui/form.tsx'
import { useT } from '../i18n/provider.tsx'
import type { Translate } from '../i18n/translator.ts'
import { logError } from '../log.ts'

/** A failure in words: what the server said, or that it could not be reached. */
export function problemWords(error: unknown, t: Translate): FormProblem {
  if (error instanceof Problem) return { message: error.message, errors: error.errors }
  logError('A call did not reach the server', error)
  return { message: t('errors.network') }
}

/** Whether a call wasn't made because the user canceled the dialog that confirms who they are. */
export const isCanceled = (error: unknown) => error instanceof Problem && error.code === 'confirm_identity'

/** A refusal in one line, for where there are no fields to show it at. */
export const sentence = ({ message, errors }: FormProblem): string =>
  Object.values(errors ?? {})
    .flat()
    .join(' ') || message

/**
 * One thing a person can do: busy while it runs, one at a time, its refusal kept to be shown beside it.
 *
 * @returns `run`, which answers true when it went well.
 */
export function useAction<A extends unknown[]>(act: (...args: A) => Promise<unknown>) {
  const t = useT()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<FormProblem | null>(null)
  async function run(...args: A): Promise<boolean> {
    if (isBusy) return false
    setBusy(true)
    setProblem(null)
    try {
      await act(...args)
      return true
    } catch (error) {
      if (!isCanceled(error)) setProblem(problemWords(error, t))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { run, isBusy, problem, clear: () => setProblem(null) }
}
