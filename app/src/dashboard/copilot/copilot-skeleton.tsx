import { Skeleton, SkeletonArea } from '#ui/skeleton.tsx'

/** As high as the menu of a connected model without text. */
export const CopilotSkeleton = () => (
  <SkeletonArea className="flex w-60 flex-col gap-2 p-2">
    <Skeleton className="h-6" />
    <Skeleton className="h-6" />
  </SkeletonArea>
)
