import { Problem } from '@ozvi/contract'
import type { ReactNode } from 'react'
import { useAsyncAction } from '#platform/calls/use-async-action.ts'
import { Form } from '#ui/form.tsx'
import { FormActions } from '#ui/form-actions.tsx'

/** Props of every source form besides its own fields. */
export interface SourceFormProps<F> {
  /** Prefix of its field ids. */
  id: string
  initial: F
  submitLabel: string
  onSave: (fields: F) => Promise<unknown>
  onDone: () => void
  onCancel: () => void
}

/** `include.3` and `website.include` are both errors of the field `include`. */
function byField(problem: Problem, labels: Record<string, string>): Problem {
  const errors: Record<string, string[]> = {}
  for (const [path, sentences] of Object.entries(problem.errors ?? {})) {
    const name = path.split('.').find((part) => part in labels) ?? path
    errors[name] = [...new Set([...(errors[name] ?? []), ...sentences])]
  }
  return new Problem(problem.code, problem.errors && errors, { message: problem.message })
}

/** Saves the form; errors are shown at their field, and the input is kept. */
export function SourceForm<F>({
  id,
  labels,
  submitLabel,
  read,
  onSave,
  onDone,
  onCancel,
  children,
}: Omit<SourceFormProps<F>, 'initial'> & {
  labels: Record<string, string>
  /** Converts the submitted fields. */
  read: (fields: Record<string, string>) => F
  children: ReactNode
}) {
  const { run, isBusy, problem } = useAsyncAction(async (fields: F) => {
    try {
      await onSave(fields)
    } catch (error) {
      throw error instanceof Problem ? byField(error, labels) : error
    }
    onDone()
  })
  return (
    <Form id={id} labels={labels} problem={problem} onSubmit={(fields) => void run(read(fields))}>
      {children}
      <FormActions label={submitLabel} isBusy={isBusy} onCancel={onCancel} />
    </Form>
  )
}
/** One entry per line, without empty lines. */
export const linesOf = (text = '') =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
