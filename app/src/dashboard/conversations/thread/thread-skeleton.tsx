import { cn } from '#ui/cn.ts'
import { Skeleton, SkeletonArea } from '#ui/skeleton.tsx'

const bubbles = ['w-3/5 h-10', 'w-2/5 h-10 self-end', 'w-1/2 h-16', 'w-3/5 h-10 self-end', 'w-1/3 h-10']
/** Skeleton of an open conversation: header, messages, composer. */
export function ThreadSkeleton({ isImmediate = false }: { isImmediate?: boolean }) {
  return (
    <SkeletonArea isImmediate={isImmediate} className="flex h-full flex-col">
      <div className="flex h-15 items-center gap-3 border-b border-line px-4">
        <Skeleton className="size-9 rounded-full" />
        <Skeleton className="h-4 w-40" />
      </div>
      <BubbleSkeletons />
      <div className="border-t border-line p-4">
        <Skeleton className="h-24 rounded-card" />
      </div>
    </SkeletonArea>
  )
}
export function BubbleSkeletons() {
  return (
    <div className="flex flex-1 flex-col justify-end gap-4 overflow-hidden p-4">
      {bubbles.map((bubble, index) => (
        <Skeleton key={index} className={cn('rounded-panel', bubble)} />
      ))}
    </div>
  )
}
