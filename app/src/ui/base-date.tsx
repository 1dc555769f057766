import { useFormatsIn } from '#platform/i18n/provider.tsx'
import { useNow } from '#platform/time/now.ts'

/** What a moment looks like; each is a method of `Formats`. */
type Still = 'date' | 'dateTime' | 'time' | 'soon'
type Moving = 'relative' | 'ago' | 'day'

interface Shown {
  /** ISO 8601. */
  time: string
  /** Such as `Europe/Bratislava`; otherwise the reader's. */
  timeZone?: string | undefined
  className?: string | undefined
}
interface BaseDateProps extends Shown {
  look?: Still | Moving
  /** Freezes what moves with the clock, in ms since 1970; without it the words keep up with the time. */
  now?: number | undefined
}
/** A moment, the same way everywhere: in words for the eye, whole on hovering, exact for machines. */
export function BaseDate({ look = 'dateTime', now, ...shown }: BaseDateProps) {
  if (look !== 'relative' && look !== 'ago' && look !== 'day') return <StillTime {...shown} look={look} />
  return now === undefined ? (
    <LiveTime {...shown} look={look} />
  ) : (
    <MovingTime {...shown} look={look} now={now} />
  )
}

function LiveTime(props: Shown & { look: Moving }) {
  return <MovingTime {...props} now={useNow()} />
}
function MovingTime({ look, now, ...shown }: Shown & { look: Moving; now: number }) {
  const formats = useFormatsIn(shown.timeZone)
  return (
    <Time
      {...shown}
      isMoving={look !== 'day'}
      words={formats[look](shown.time, now)}
      whole={formats.whole(shown.time)}
    />
  )
}
function StillTime({ look, ...shown }: Shown & { look: Still }) {
  const formats = useFormatsIn(shown.timeZone)
  return <Time {...shown} words={formats[look](shown.time)} whole={formats.whole(shown.time)} />
}
interface TimeProps extends Shown {
  /** Says how long ago it was, which is the same everywhere. */
  isMoving?: boolean
  words: string
  whole: string
}
function Time({ time, className, isMoving = false, words, whole }: TimeProps) {
  return (
    // A server writes in its own time zone; the reader's takes its place.
    <time
      dateTime={time}
      title={whole}
      data-moving={isMoving || undefined}
      className={className}
      suppressHydrationWarning
    >
      {words}
    </time>
  )
}

/** From one moment to another, told once what both have in common: `Nov 14 – 16, 2026`. */
export function BaseDateRange({
  from,
  to,
  look = 'date',
  timeZone,
  className,
}: {
  from: string
  to: string
  look?: 'date' | 'dateTime'
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
      {formats.range(from, to, look)}
    </span>
  )
}
