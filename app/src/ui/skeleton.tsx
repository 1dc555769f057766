import type { ReactNode } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { cn } from './cn.ts'

/** One gray piece in the shape of what comes. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" data-skeleton className={cn('block rounded-control bg-inset', className)} />
}
interface SkeletonAreaProps {
  className?: string | undefined
  /** Shown without a delay, after a wait elsewhere. */
  isImmediate?: boolean
  children: ReactNode
}
/** The shape of what comes, shown once the wait is long enough to notice, and announced to screen readers. */
export function SkeletonArea({ className, isImmediate = false, children }: SkeletonAreaProps) {
  const t = useT()
  return (
    <div role="status" className={cn(!isImmediate && 'animate-late', className)}>
      <span className="sr-only">{t('ui.loading')}</span>
      {children}
    </div>
  )
}
/** Three lines of a list, each of two lines of text. */
export function SkeletonRows({ className }: { className?: string }) {
  return (
    <SkeletonArea className={cn('flex flex-col gap-3', className)}>
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-12" />
      ))}
    </SkeletonArea>
  )
}
