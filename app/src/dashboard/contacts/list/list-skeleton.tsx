import { Skeleton, SkeletonArea } from '#ui/skeleton.tsx'

const rows = 8
export function ListSkeleton() {
  return (
    <SkeletonArea className="min-h-0 flex-1 overflow-hidden md:pt-9">
      {Array.from({ length: rows }, (_, index) => (
        <div
          key={index}
          className="flex h-18 items-center gap-3 border-b border-line px-4 md:h-14 md:px-6 md:compact:h-11"
        >
          <Skeleton className="size-9 rounded-full" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-3.5 w-40" />
            <Skeleton className="h-3 w-56 max-w-full" />
          </div>
          <Skeleton className="h-3.5 w-20 max-md:hidden" />
          <Skeleton className="h-3.5 w-20 max-md:hidden" />
        </div>
      ))}
    </SkeletonArea>
  )
}
