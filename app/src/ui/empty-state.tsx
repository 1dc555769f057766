import type { ReactNode } from 'react'
import { cn } from './cn.ts'
import { Icon, type IconName } from './icon.tsx'

/** Explains what belongs here and offers the one action that adds it. */
export function EmptyState({
  icon,
  title,
  children,
  action,
  className,
}: {
  icon: IconName
  title: string
  children?: ReactNode
  action?: ReactNode
  className?: string
}) {
  return (
    <div className={cn('flex flex-col items-center px-6 py-12 text-center', className)}>
      <span className="flex size-12 items-center justify-center rounded-full bg-inset text-muted">
        <Icon name={icon} size={22} />
      </span>
      <p className="mt-4 text-md font-semibold">{title}</p>
      {children && <div className="mt-1 max-w-[44ch] text-base text-balance text-muted">{children}</div>}
      {action && <div className="mt-5">{action}</div>}
    </div>
  )
}
