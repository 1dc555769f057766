import type { ReactNode } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { cn } from './cn.ts'

/** One grey piece in the shape of what comes. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cn('block rounded-control bg-inset', className)} />
}
/** Shows the shape of what comes, once the wait is long enough to notice; says so to those who listen. */
export function SkeletonArea({ className, children }: { className?: string; children: ReactNode }) {
  const t = useT()
  return (
    <div role="status" className={cn('animate-late', className)}>
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
