import type { ComponentProps } from 'react'
import { cn } from './cn.ts'
import { useControl } from './control.ts'
import { Icon } from './icon.tsx'

const control =
  'w-full rounded-control border border-strong bg-raised text-base text-ink placeholder:text-muted ' +
  'transition-colors duration-120 disabled:cursor-not-allowed disabled:bg-inset disabled:text-muted ' +
  'read-only:bg-subtle aria-invalid:border-danger touch:text-md'

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...useControl()} {...rest} className={cn(control, 'h-9 px-3 touch:h-11', className)} />
}
export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={4}
      {...useControl()}
      {...rest}
      className={cn(control, 'min-h-20 px-3 py-2 leading-5', className)}
    />
  )
}
/** A choice of a select or a list. */
export interface Option {
  value: string
  label: string
}
/** The browser's own select, with its familiar keyboard, typeahead and mobile behavior. */
export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={cn('relative inline-flex w-full', className)}>
      <select
        {...useControl()}
        {...rest}
        className={cn(control, 'h-9 appearance-none pr-9 pl-3 read-only:bg-raised touch:h-11')}
      >
        {children}
      </select>
      <Icon
        name="chevron-down"
        size={16}
        className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-muted"
      />
    </span>
  )
}
