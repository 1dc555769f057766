import type { ReactNode } from 'react'
import { BaseDate } from '#ui/base-date.tsx'
import { Icon, type IconName } from '#ui/icon.tsx'

/** A timeline item with icon, text and time. */
export function Entry({
  icon,
  title,
  at,
  children,
}: {
  icon: IconName
  title: ReactNode
  at: string
  children?: ReactNode
}) {
  return (
    <div className="flex gap-3 py-2.5">
      <span className="mt-0.5 inline-flex size-7 shrink-0 items-center justify-center rounded-full bg-inset text-muted">
        <Icon name={icon} size={14} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-base">
          <span className="min-w-0 break-words">{title}</span>
          <BaseDate time={at} format="ago" className="shrink-0 text-xs text-muted" />
        </p>
        {children}
      </div>
    </div>
  )
}
