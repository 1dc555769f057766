import { type ReactNode, useId } from 'react'
import { cn } from '#ui/cn.ts'
import { ControlContext } from '#ui/control.ts'

/** A control with its label, outside a form: the editor saves every change. */
export function Labeled({
  label,
  mark,
  hint,
  className,
  children,
}: {
  label: string
  /** Shown next to the label, such as an error. */
  mark?: ReactNode
  hint?: string | undefined
  className?: string
  children: ReactNode
}) {
  const id = useId()
  return (
    <div className={cn('flex min-w-0 flex-col gap-1', className)}>
      <span className="flex flex-wrap items-center gap-x-2">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {mark}
      </span>
      <ControlContext value={{ id, name: id, ...(hint ? { 'aria-describedby': `${id}-hint` } : {}) }}>
        {children}
      </ControlContext>
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}
