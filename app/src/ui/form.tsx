import { type FormEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { Alert } from './alert.tsx'
import { cn } from './cn.ts'
import { FormContext } from './form-context.ts'

/** Why a form was refused: a sentence for the whole, and sentences by field name. */
export interface FormProblem {
  message: string
  errors?: Record<string, string[]> | undefined
}
interface FormProps {
  id: string
  labels: Record<string, string>
  problem: FormProblem | null
  onSubmit: (fields: Record<string, string>, form: HTMLFormElement) => void
  className?: string
  children: ReactNode
}

/**
 * A form that the server judges: it is sent as it is and the refusal is shown, at its fields and in a
 * summary above that takes the focus. The browser's own bubbles, in the browser's own language, stay out.
 */
export function Form({ id, labels, problem, onSubmit, className, children }: FormProps) {
  const summary = useRef<HTMLDivElement>(null)
  const form = useRef<HTMLFormElement>(null)
  // Before the next key press can land anywhere else.
  useLayoutEffect(() => {
    if (problem) summary.current?.focus()
  }, [problem])
  // Somebody quick sent it before this code was there: `earlyForms` held it, so it goes now.
  useEffect(() => {
    if (!form.current) return
    form.current.dataset.awake = ''
    if (form.current.dataset.held === undefined) return
    delete form.current.dataset.held
    form.current.requestSubmit()
  }, [])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const entries = [...new FormData(event.currentTarget)].filter((entry) => typeof entry[1] === 'string')
    // Files were left out on the line above.
    onSubmit(Object.fromEntries(entries) as Record<string, string>, event.currentTarget)
  }
  const errors = problem?.errors ?? {}
  return (
    <FormContext value={{ id, labels, errors }}>
      <form
        ref={form}
        id={id}
        method="post"
        noValidate
        onSubmit={submit}
        className={cn('flex flex-col gap-5', className)}
      >
        {problem && (
          <div ref={summary} tabIndex={-1} className="rounded-card">
            <Alert tone="danger" title={problem.message}>
              {/* what the title says already is not said again */}
              {Object.values(errors)
                .flat()
                .some((sentence) => sentence !== problem.message) && (
                <ul className="mt-1 flex flex-col gap-1">
                  {Object.entries(errors).map(([name, sentences]) => (
                    <li key={name}>
                      {name in labels ? (
                        <a href={`#${id}-${name}`} className="underline underline-offset-3">
                          {labels[name]}: {sentences.join(' ')}
                        </a>
                      ) : (
                        sentences.join(' ')
                      )}
                    </li>
                  ))}
                </ul>
              )}
            </Alert>
          </div>
        )}
        {children}
      </form>
    </FormContext>
  )
}
