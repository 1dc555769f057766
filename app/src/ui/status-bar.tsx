import type { ReactNode } from 'react'
import { cn } from './cn.ts'
import { Icon, type IconName } from './icon.tsx'

/** A persistent state in one line, announced once when it starts. Takes no space if empty. */
export function StatusBar({
  tone = 'neutral',
  icon,
  className,
  children,
}: {
  tone?: 'neutral' | 'warning'
  icon?: IconName
  className?: string
  children?: ReactNode
}) {
  return (
    <div role="status">
      {children && (
        <p
          className={cn(
            'flex items-center justify-center gap-2 px-4 py-1.5 text-sm font-medium',
            tone === 'warning' ? 'bg-warning-subtle text-warning' : 'bg-inset text-muted',
            className,
          )}
        >
          {icon && <Icon name={icon} size={16} />}
          {children}
        </p>
      )}
    </div>
  )
}
