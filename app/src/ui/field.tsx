import { type ReactNode, useContext } from 'react'
import { cn } from './cn.ts'
import { type Control, ControlContext } from './control.ts'
import { FormContext } from './form-context.ts'
import { Icon } from './icon.tsx'

interface FieldProps {
  /** Also the key of its errors in a response. */
  name: string
  hint?: ReactNode
  isRequired?: boolean
  /** Hides the errors. By default once the field is edited: only the server can check the new value. */
  isCorrected?: boolean
  className?: string
  children: ReactNode
}
/**
 * Label above, hint and errors below, all linked to the one control inside. The label comes from the form's
 * `labels`, which the error summary uses too.
 */
export function Field({ name, hint, isRequired, isCorrected, className, children }: FieldProps) {
  const form = useContext(FormContext)
  if (!form) throw new Error(`Field ${name} must be rendered inside a form`)
  const id = `${form.id}-${name}`
  const errors = (isCorrected ?? form.edited.includes(name)) ? [] : (form.errors[name] ?? [])
  const described = [hint && `${id}-hint`, errors.length > 0 && `${id}-error`].filter(Boolean).join(' ')
  const control: Control = {
    id,
    name,
    ...(described ? { 'aria-describedby': described } : {}),
    ...(errors.length > 0 ? { 'aria-invalid': true } : {}),
    ...(isRequired ? { 'aria-required': true } : {}),
  }
  return (
    <div className={cn('flex flex-col gap-1.5', className)}>
      <label htmlFor={id} className="text-base font-medium">
        {form.labels[name]}
      </label>
      <ControlContext value={control}>{children}</ControlContext>
      {errors.length > 0 && (
        <p id={`${id}-error`} className="flex items-start gap-1.5 text-sm text-danger">
          <Icon name="alert-triangle" size={16} className="mt-0.5" />
          <span>{errors.join(' ')}</span>
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}
