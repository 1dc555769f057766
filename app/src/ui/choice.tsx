import type { ComponentProps, ReactNode } from 'react'
import { cn } from './cn.ts'
import { useControl } from './control.ts'
import { checkboxStyle, checkMark } from './check-mark.tsx'

interface ChoiceProps extends Omit<ComponentProps<'input'>, 'type' | 'children'> {
  label: ReactNode
  hint?: ReactNode
}
function Choice({ label, hint, className, mark, ...rest }: ChoiceProps & { mark: string }) {
  return (
    <label
      className={cn(
        'flex min-h-6 items-start gap-2.5 touch:min-h-11',
        !hint && 'touch:items-center',
        className,
      )}
    >
      <input {...useControl()} {...rest} type="checkbox" className={cn(checkboxStyle, mark)} />
      <span className="min-w-0 wrap-anywhere">
        <span className="text-base">{label}</span>
        {hint && <span className="block text-sm text-muted">{hint}</span>}
      </span>
    </label>
  )
}
export const Checkbox = (props: ChoiceProps) => <Choice {...props} mark={`mt-0.5 ${checkMark}`} />

const knob =
  'relative mt-px h-5 w-9 rounded-full before:absolute before:top-0.5 before:left-0.5 before:size-3.5 ' +
  'before:rounded-full before:bg-ink before:transition-transform before:duration-120 checked:before:translate-x-4 ' +
  'checked:before:bg-page'
export const Switch = (props: ChoiceProps) => <Choice role="switch" {...props} mark={knob} />
