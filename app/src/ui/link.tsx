import type { ComponentProps } from 'react'
import { cn } from './cn.ts'

export const linkStyle = (className?: string) =>
  cn(
    'rounded-[3px] font-medium text-primary underline decoration-1 underline-offset-3 hover:text-primary-hover',
    className,
  )
/** A link to another document. Inside the app, `PageLink` navigates without a reload. */
export function Link({ className, ...rest }: ComponentProps<'a'>) {
  return <a {...rest} className={linkStyle(className)} />
}
