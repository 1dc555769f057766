import { useFormats } from '#platform/i18n/provider.tsx'
import { cn } from '#ui/cn.ts'

/** A count that opens its runs; a zero isn't a button. */
export function NumberButton({
  label,
  count,
  onOpen,
  className,
}: {
  label: string
  count: number
  /** Opens a list with this label as its heading. */
  onOpen: (label: string) => void
  className?: string
}) {
  const { number } = useFormats()
  if (count === 0) return <span className={cn('px-1 tabular-nums', className)}>0</span>
  return (
    <button
      type="button"
      aria-label={`${label}: ${number(count)}`}
      onClick={() => onOpen(label)}
      className={cn(
        'min-h-6 rounded-control px-1 tabular-nums underline underline-offset-4 hover:bg-inset touch:min-h-11',
        className,
      )}
    >
      {number(count)}
    </button>
  )
}
