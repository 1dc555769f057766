import { useFormatsIn } from '#platform/i18n/provider.tsx'
import { useNow } from '#platform/time/use-now.ts'

/** What a moment looks like; each is a method of `Formats`. */
type StaticFormat = 'date' | 'dateTime' | 'time' | 'soon'
type Moving = 'relative' | 'ago' | 'day'

interface DateProps {
  /** ISO 8601. */
  time: string
  /** Such as `Europe/Bratislava`; otherwise the reader's. */
  timeZone?: string | undefined
  className?: string | undefined
}
interface BaseDateProps extends DateProps {
  format?: StaticFormat | Moving
  /** Freezes what moves with the clock, in ms since 1970; without it the words keep up with the time. */
  now?: number | undefined
}
/** A moment, the same way everywhere: in words for the eye, whole on hovering, exact for machines. */
export function BaseDate({ format = 'dateTime', now, ...shown }: BaseDateProps) {
  if (format !== 'relative' && format !== 'ago' && format !== 'day')
    return <StaticTime {...shown} format={format} />
  return now === undefined ? (
    <LiveTime {...shown} format={format} />
  ) : (
    <MovingTime {...shown} format={format} now={now} />
  )
}

function LiveTime(props: DateProps & { format: Moving }) {
  return <MovingTime {...props} now={useNow()} />
}
function MovingTime({ format, now, ...shown }: DateProps & { format: Moving; now: number }) {
  const formats = useFormatsIn(shown.timeZone)
  return (
    <Time
      {...shown}
      isMoving={format !== 'day'}
      text={formats[format](shown.time, now)}
      fullDate={formats.whole(shown.time)}
    />
  )
}
function StaticTime({ format, ...shown }: DateProps & { format: StaticFormat }) {
  const formats = useFormatsIn(shown.timeZone)
  return <Time {...shown} text={formats[format](shown.time)} fullDate={formats.whole(shown.time)} />
}
interface TimeProps extends DateProps {
  /** Shows the time elapsed, which doesn't depend on the time zone. */
  isMoving?: boolean
  text: string
  fullDate: string
}
function Time({ time, className, isMoving = false, text, fullDate }: TimeProps) {
  return (
    // A server writes in its own time zone; the reader's takes its place.
    <time
      dateTime={time}
      title={fullDate}
      data-moving={isMoving || undefined}
      className={className}
      suppressHydrationWarning
    >
      {text}
    </time>
  )
}

/** A range of dates that shows common parts once: `Nov 14 – 16, 2026`. */
export function BaseDateRange({
  from,
  to,
  format = 'date',
  timeZone,
  className,
}: {
  from: string
  to: string
  format?: 'date' | 'dateTime'
  timeZone?: string | undefined
  className?: string | undefined
}) {
  const formats = useFormatsIn(timeZone)
  return (
    <span
      title={`${formats.whole(from)} – ${formats.whole(to)}`}
      className={className}
      suppressHydrationWarning
    >
      {formats.range(from, to, format)}
    </span>
  )
}
