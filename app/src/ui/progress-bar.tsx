import { cn } from './cn.ts'
import { useDelayed } from './use-delayed.ts'

/** Shorter waits aren't noticed. */
export const transitionWait_ms = 100

/** A line at the top edge while a page is loading. */
export function ProgressBar({ isBusy, label }: { isBusy: boolean; label: string }) {
  const isShown = useDelayed(isBusy, transitionWait_ms)
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-0 z-50 h-0.5">
      {isShown && (
        <>
          <span className="sr-only">{label}</span>
          <span
            className={cn(
              'block h-full w-3/4 origin-left bg-primary transition-transform duration-[4000ms] ease-enter',
              'starting:scale-x-0 motion-reduce:duration-0',
            )}
          />
        </>
      )}
    </div>
  )
}
const meterTones = { primary: 'bg-primary', warning: 'bg-warning', danger: 'bg-danger' }

/** Progress or usage; `value` and `max` in the same unit. */
export function Meter({
  label,
  value,
  max,
  tone = 'primary',
  className,
}: {
  label: string
  value: number
  max: number
  tone?: keyof typeof meterTones
  className?: string
}) {
  return (
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      className={cn('h-1.5 overflow-hidden rounded-full bg-inset forced-colors:border', className)}
    >
      <div
        className={cn('h-full rounded-full forced-colors:bg-[Highlight]', meterTones[tone])}
        style={{ width: `${max > 0 ? Math.min(100, (value / max) * 100) : 0}%` }}
      />
    </div>
  )
}
