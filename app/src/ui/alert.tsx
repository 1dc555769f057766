import type { ReactNode } from 'react'
import { cn } from './cn.ts'
import { Icon, type IconName } from './icon.tsx'

type Tone = 'info' | 'success' | 'warning' | 'danger'
const tones: Record<Tone, { style: string; icon: IconName }> = {
  info: { style: 'border-line bg-subtle text-ink', icon: 'info' },
  success: { style: 'border-success/30 bg-success-subtle text-success', icon: 'circle-check' },
  warning: { style: 'border-warning/30 bg-warning-subtle text-warning', icon: 'alert-triangle' },
  danger: { style: 'border-danger/40 bg-danger-subtle text-danger', icon: 'alert-triangle' },
}
/** A message in the flow of a page. Errors interrupt a screen reader, others are announced politely. */
export function Alert({
  tone = 'info',
  title,
  children,
  className,
}: {
  tone?: Tone
  title: ReactNode
  children?: ReactNode
  className?: string
}) {
  const { style, icon } = tones[tone]
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={cn('flex items-start gap-2.5 rounded-card border px-3.5 py-3 text-base', style, className)}
    >
      <Icon name={icon} className="mt-px" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{title}</p>
        {children}
      </div>
    </div>
  )
}
