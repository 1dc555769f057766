import type { ReactNode } from 'react'
import { cn } from './cn.ts'

type Tone = 'neutral' | 'primary' | 'success' | 'warning' | 'danger' | 'bot'
const tones: Record<Tone, string> = {
  neutral: 'bg-inset text-muted',
  primary: 'bg-primary-subtle text-primary',
  success: 'bg-success-subtle text-success',
  warning: 'bg-warning-subtle text-warning',
  danger: 'bg-danger-subtle text-danger',
  bot: 'bg-bot-subtle text-bot',
}
/** A short status as text; the color only supports it. */
export function Badge({
  tone = 'neutral',
  className,
  children,
}: {
  tone?: Tone
  className?: string
  children: ReactNode
}) {
  return (
    <span
      className={cn(
        'inline-flex h-5 items-center gap-1 rounded-full px-2 text-xs font-medium whitespace-nowrap forced-colors:border',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  )
}
