import { Skeleton, SkeletonArea } from '#ui/skeleton.tsx'

const rows = 8
export function ListSkeleton() {
  return (
    <SkeletonArea className="overflow-hidden">
      {Array.from({ length: rows }, (_, index) => (
        <div
          key={index}
          className="flex h-16 gap-3 overflow-hidden border-b border-line px-4 py-2 compact:h-11"
        >
          <Skeleton className="size-9 rounded-full" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-3.5 w-2/5" />
            <Skeleton className="h-3 w-4/5" />
            <Skeleton className="h-3 w-1/4" />
          </div>
        </div>
      ))}
    </SkeletonArea>
  )
}
