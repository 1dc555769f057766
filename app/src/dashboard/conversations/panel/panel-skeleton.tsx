import { Skeleton, SkeletonArea } from '#ui/skeleton.tsx'

export function PanelSkeleton() {
  return (
    <SkeletonArea className="flex flex-col gap-4 p-4">
      <div className="flex items-center gap-3">
        <Skeleton className="size-12 rounded-full" />
        <Skeleton className="h-4 w-32" />
      </div>
      <Skeleton className="h-16" />
      <Skeleton className="h-32" />
      <Skeleton className="h-40" />
    </SkeletonArea>
  )
}
