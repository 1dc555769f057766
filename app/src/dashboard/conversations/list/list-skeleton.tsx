import { Skeleton, SkeletonArea } from '#ui/skeleton.tsx'
import { rowHeight_px } from './conversation-row.tsx'

const rows = 8
export function ListSkeleton() {
  return (
    <SkeletonArea className="overflow-hidden">
      {Array.from({ length: rows }, (_, at) => (
        <div key={at} style={{ height: rowHeight_px }} className="flex gap-3 border-b border-line px-4 py-3">
          <Skeleton className="size-9 rounded-full" />
          <div className="flex flex-1 flex-col gap-2.5">
            <Skeleton className="h-3.5 w-2/5" />
            <Skeleton className="h-3 w-4/5" />
            <Skeleton className="h-3 w-1/4" />
          </div>
        </div>
      ))}
    </SkeletonArea>
  )
}
