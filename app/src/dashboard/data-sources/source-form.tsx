import { Problem } from '@ozvi/contract'
import type { ReactNode } from 'react'
import { useAction } from '#platform/calls/action.ts'
import { Form } from '#ui/form.tsx'
import { FormActs } from '#ui/form-acts.tsx'

/** What every form of a source takes besides its own fields. */
export interface SourceFormProps<F> {
  /** Begins the ids of its fields. */
  id: string
  initial: F
  submitLabel: string
  onSave: (fields: F) => Promise<unknown>
  onDone: () => void
  onCancel: () => void
}

/** `include.3` and `website.include` are both about the field `include`, where their sentences belong. */
function byField(problem: Problem, labels: Record<string, string>): Problem {
  const errors: Record<string, string[]> = {}
  for (const [path, sentences] of Object.entries(problem.errors ?? {})) {
    const name = path.split('.').find((part) => part in labels) ?? path
    errors[name] = [...new Set([...(errors[name] ?? []), ...sentences])]
  }
  return new Problem(problem.code, problem.errors && errors, { message: problem.message })
}

/** Saves what its fields hold; a refusal stands at the field it is about, and what was typed stays. */
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
  /** What a submitted form means. */
  read: (fields: Record<string, string>) => F
  children: ReactNode
}) {
  const { run, isBusy, problem } = useAction(async (fields: F) => {
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
      <FormActs label={submitLabel} isBusy={isBusy} onCancel={onCancel} />
    </Form>
  )
}
/** One entry a line; empty lines are none. */
export const linesOf = (text = '') =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
