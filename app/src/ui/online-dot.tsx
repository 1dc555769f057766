import { cn } from './cn.ts'

/** The online mark on the corner of an avatar. The text for screen readers is next to it. */
export const OnlineDot = ({
  className = 'border-(--bg)',
  isAway = false,
}: {
  className?: string
  /** Online, but away: a ring. */
  isAway?: boolean
}) => (
  <span
    className={cn(
      'absolute -right-0.5 -bottom-0.5 size-3 rounded-full border-2 forced-colors:bg-[Highlight]',
      isAway ? 'bg-warning' : 'bg-success',
      className,
    )}
  />
)
