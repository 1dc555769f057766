import { Skeleton, SkeletonArea } from '#ui/skeleton.tsx'

/** Skeleton of a typical page. */
export function PageSkeleton({ isImmediate = false }: { isImmediate?: boolean }) {
  return (
    <SkeletonArea
      isImmediate={isImmediate}
      className="mx-auto flex w-full max-w-5xl flex-col gap-4 px-4 py-8 sm:px-8"
    >
      <Skeleton className="h-8 w-56" />
      <Skeleton className="h-28 rounded-card" />
      <Skeleton className="h-64 rounded-card" />
    </SkeletonArea>
  )
}
