import type { ComponentProps, ReactNode } from 'react'
import { cn } from './cn.ts'

export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={cn('rounded-card border border-line bg-raised', className)} />
}
/** A section of a settings page: heading, description and form. */
export function Section({
  title,
  description,
  tone = 'plain',
  className,
  children,
}: {
  title: string
  description?: ReactNode
  tone?: 'plain' | 'danger'
  className?: string
  children: ReactNode
}) {
  return (
    <section
      className={cn(
        'rounded-card border bg-raised',
        tone === 'danger' ? 'border-danger/50' : 'border-line',
        className,
      )}
    >
      <div className="px-5 pt-5 sm:px-6">
        <h2 className="text-md font-semibold">{title}</h2>
        {description && <p className="mt-1 max-w-[62ch] text-base text-muted">{description}</p>}
      </div>
      <div className="px-5 pt-4 pb-5 sm:px-6 sm:pb-6">{children}</div>
    </section>
  )
}
