import { useFormatsIn } from '#platform/i18n/provider.tsx'
import { useNow } from '#platform/time/use-now.ts'

/** The format of a time; each is a method of `Formats`. */
type StaticFormat = 'date' | 'dateTime' | 'time' | 'soon'
type Moving = 'relative' | 'ago' | 'day'

interface DateProps {
  /** ISO 8601. */
  time: string
  /** Such as `Europe/Bratislava`; the reader's by default. */
  timeZone?: string | undefined
  className?: string | undefined
}
interface BaseDateProps extends DateProps {
  format?: StaticFormat | Moving
  /** A fixed current time in ms since 1970; without it the text is updated as time passes. */
  now?: number | undefined
}
/** A formatted time: relative or absolute as text, complete on hover, exact in its attribute. */
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
    // A server uses its own time zone; hydration replaces it by the reader's.
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
