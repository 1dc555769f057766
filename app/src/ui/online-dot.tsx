import { cn } from './cn.ts'

/** On the corner of an avatar: this one is here now. The word for it stands beside, for who cannot see it. */
export const OnlineDot = ({ className = 'border-(--bg)' }: { className?: string }) => (
  <span
    className={cn(
      'absolute -right-0.5 -bottom-0.5 size-3 rounded-full border-2 bg-success forced-colors:bg-[Highlight]',
      className,
    )}
  />
)
