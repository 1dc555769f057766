import type { ReactNode } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { cn } from './cn.ts'

/** A gray block in the shape of the content. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" data-skeleton className={cn('block rounded-control bg-inset', className)} />
}
interface SkeletonAreaProps {
  className?: string | undefined
  /** Shown without delay, after a wait elsewhere. */
  isImmediate?: boolean
  children: ReactNode
}
/** A placeholder in the shape of the content, shown once the wait is noticeable, and announced to screen readers. */
export function SkeletonArea({ className, isImmediate = false, children }: SkeletonAreaProps) {
  const t = useT()
  return (
    <div role="status" className={cn(!isImmediate && 'animate-late', className)}>
      <span className="sr-only">{t('ui.loading')}</span>
      {children}
    </div>
  )
}
/** Three rows of a list, each with two lines of text. */
export function SkeletonRows({ className }: { className?: string }) {
  return (
    <SkeletonArea className={cn('flex flex-col gap-3', className)}>
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-12" />
      ))}
    </SkeletonArea>
  )
}
