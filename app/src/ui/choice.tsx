import type { ComponentProps, ReactNode } from 'react'
import { cn } from './cn.ts'
import { useControl } from './field.tsx'

const box =
  'shrink-0 appearance-none border border-strong bg-raised transition-colors duration-120 checked:border-primary ' +
  'checked:bg-primary disabled:cursor-not-allowed disabled:opacity-50 forced-colors:appearance-auto'

interface ChoiceProps extends Omit<ComponentProps<'input'>, 'type' | 'children'> {
  label: ReactNode
  hint?: ReactNode
}
function Choice({ label, hint, className, mark, ...rest }: ChoiceProps & { mark: string }) {
  return (
    <label className={cn('flex min-h-6 items-start gap-2.5 touch:min-h-11 touch:items-center', className)}>
      <input {...useControl()} {...rest} type="checkbox" className={cn(box, mark)} />
      <span>
        <span className="text-base">{label}</span>
        {hint && <span className="block text-sm text-muted">{hint}</span>}
      </span>
    </label>
  )
}
const tick =
  'mt-0.5 grid size-4.5 place-items-center rounded-[4px] before:size-2.5 before:scale-0 before:bg-page ' +
  'before:[clip-path:polygon(14%_44%,0_58%,42%_100%,100%_18%,86%_4%,41%_70%)] checked:before:scale-100'
export const Checkbox = (props: ChoiceProps) => <Choice {...props} mark={tick} />

const knob =
  'relative mt-px h-5 w-9 rounded-full before:absolute before:top-0.5 before:left-0.5 before:size-3.5 ' +
  'before:rounded-full before:bg-ink before:transition-transform before:duration-120 checked:before:translate-x-4 ' +
  'checked:before:bg-page'
export const Switch = (props: ChoiceProps) => <Choice role="switch" {...props} mark={knob} />
