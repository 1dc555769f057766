import type { ReactNode } from 'react'
import { cn } from './cn.ts'
import { LoadError } from './load-error.tsx'
import { SkeletonArea, SkeletonRows } from './skeleton.tsx'

interface Props {
  query: { error: unknown; isFetching: boolean; refetch: () => unknown }
  /** Title of the error. */
  title: string
  className?: string
  /** Layout of the skeleton. */
  skeletonClassName?: string
  /** The skeleton; three rows if absent. */
  children?: ReactNode
}
/** Shown instead of data that isn't loaded: a skeleton, or the error with a button to try again. */
export function LoadFallback({ query, title, className, skeletonClassName, children }: Props) {
  const { error, isFetching, refetch } = query
  if (!error && !children) return <SkeletonRows {...(className && { className })} />
  if (!error) return <SkeletonArea className={cn(skeletonClassName, className)}>{children}</SkeletonArea>
  return (
    <LoadError
      title={title}
      error={error}
      isFetching={isFetching}
      refetch={refetch}
      {...(className && { className })}
    />
  )
}
