import { Skeleton, SkeletonArea } from '#ui/skeleton.tsx'

/** Has the height of the menu with a connected model and an empty composer. */
export const CopilotSkeleton = () => (
  <SkeletonArea className="flex w-60 flex-col gap-2 p-2">
    <Skeleton className="h-6" />
    <Skeleton className="h-6" />
  </SkeletonArea>
)
