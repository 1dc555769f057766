import { useFormats } from '#platform/i18n/provider.tsx'
import { cn } from '#ui/cn.ts'

interface ShareRowProps {
  label: string
  count: number
  /** The total; nothing is shown if it is zero. */
  of: number
  /** Color of the bar. */
  bar: string
  className?: string
  onOpen: () => void
}
/** A part of a metric as a bar of its share; opens the conversations it counts. */
export function ShareRow({ label, count, of, bar, className, onOpen }: ShareRowProps) {
  const { number } = useFormats()
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        className={cn(
          'grid min-h-6 w-full items-center gap-2 text-left text-sm hover:underline touch:min-h-11',
          className,
        )}
      >
        <span>{label}</span>
        <span aria-hidden="true" className="block h-2 rounded-full bg-inset">
          <span
            className={cn('block h-2 rounded-full', bar)}
            style={{ width: `${(100 * count) / Math.max(1, of)}%` }}
          />
        </span>
        <span className="text-right tabular-nums">{number(count)}</span>
      </button>
    </li>
  )
}
