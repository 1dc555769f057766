import { cn } from './cn.ts'

/** On the corner of an avatar: this one is here now. The word for it stands beside, for who cannot see it. */
export const OnlineDot = ({
  className = 'border-(--bg)',
  isAway = false,
}: {
  className?: string
  /** Here, but not at the keyboard: a ring. */
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
