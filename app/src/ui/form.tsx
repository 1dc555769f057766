import { type FormEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { Alert } from './alert.tsx'
import { cn } from './cn.ts'
import { FormContext } from './form-context.ts'

/** Why a form was rejected: a general message, and messages by field name. */
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

/** The summary of errors: a message that is no field's error, links to the fields, and errors without a field. */
function Summary({
  id,
  labels,
  problem: { message, errors = {} },
  nonFieldNames,
}: Pick<FormProps, 'id' | 'labels'> & { problem: FormProblem; nonFieldNames: readonly string[] }) {
  const t = useT()
  const isOfField = Object.entries(errors).some(
    ([name, sentences]) => !nonFieldNames.includes(name) && sentences.includes(message),
  )
  const items = Object.entries(errors).flatMap(
    ([name, sentences]): { name: string; content: ReactNode }[] => {
      const label = labels[name]
      const shownSentences = nonFieldNames.includes(name)
        ? sentences.filter((sentence) => sentence !== message)
        : []
      if (label === undefined)
        return shownSentences.length > 0 ? [{ name, content: shownSentences.join(' ') }] : []
      const content = (
        <a href={`#${id}-${name}`} className="underline underline-offset-3">
          {shownSentences.length > 0 ? `${label}: ${shownSentences.join(' ')}` : label}
        </a>
      )
      return [{ name, content }]
    },
  )
  return (
    <Alert tone="danger" title={isOfField ? t('ui.check_fields') : message}>
      {items.length > 0 && (
        <ul className="mt-1 flex flex-col gap-1">
          {items.map(({ name, content }) => (
            <li key={name}>{content}</li>
          ))}
        </ul>
      )}
    </Alert>
  )
}

/** The field that shows the whole problem: its only error, which is also the message. */
function onlyFieldOf(problem: FormProblem | null, nonFieldNames: readonly string[]): string | undefined {
  const [only, ...others] = Object.entries(problem?.errors ?? {})
  if (!only || others.length > 0 || nonFieldNames.includes(only[0])) return undefined
  return only[1].join(' ') === problem?.message ? only[0] : undefined
}

/**
 * A form validated by the server: it is sent unchecked, and each error is shown once, at its field, until that is
 * edited. A summary above takes the focus, links to the fields and has only the errors without a field; a single error
 * focuses its field instead. The browser's validation bubbles, which use its own language, are disabled.
 */
export function Form({ id, labels, problem, onSubmit, className, children }: FormProps) {
  const summary = useRef<HTMLDivElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const errors = problem?.errors ?? {}
  // Names of errors without a field on the page; known after the fields are rendered.
  const [nonFieldNames, setNonFieldNames] = useState<readonly string[]>([])
  useLayoutEffect(() => {
    const isShown = (name: string) => document.getElementById(`${id}-${name}-error`) !== null
    setNonFieldNames(Object.keys(problem?.errors ?? {}).filter((name) => !isShown(name)))
  }, [problem, id])
  const onlyField = onlyFieldOf(problem, nonFieldNames)
  const [edits, setEdits] = useState<{ problem: FormProblem | null; names: readonly string[] }>({
    problem: null,
    names: [],
  })
  const edited = edits.problem === problem ? edits.names : []
  const markEdited = (name: string) => {
    if (name in errors && !edited.includes(name)) setEdits({ problem, names: [...edited, name] })
  }
  // Before the next key press.
  useLayoutEffect(() => {
    if (onlyField === undefined) summary.current?.focus()
    else document.getElementById(`${id}-${onlyField}`)?.focus()
  }, [problem, onlyField, id])
  // Resubmits a form that `preHydrationForms` held back until this code had loaded.
  useEffect(() => {
    if (!form.current) return
    form.current.dataset.hydrated = ''
    if (form.current.dataset.pendingSubmit === undefined) return
    delete form.current.dataset.pendingSubmit
    form.current.requestSubmit()
  }, [])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const entries = [...new FormData(event.currentTarget)].filter((entry) => typeof entry[1] === 'string')
    // Files were filtered out on the line above.
    onSubmit(Object.fromEntries(entries) as Record<string, string>, event.currentTarget)
  }
  return (
    <FormContext value={{ id, labels, errors, edited, markEdited }}>
      <form
        ref={form}
        id={id}
        method="post"
        noValidate
        onSubmit={submit}
        onChange={({ target }) => target instanceof Element && markEdited(target.getAttribute('name') ?? '')}
        className={cn('flex flex-col gap-5', className)}
      >
        {problem && onlyField === undefined && (
          <div ref={summary} tabIndex={-1} className="rounded-card">
            <Summary id={id} labels={labels} problem={problem} nonFieldNames={nonFieldNames} />
          </div>
        )}
        {children}
      </form>
    </FormContext>
  )
}
