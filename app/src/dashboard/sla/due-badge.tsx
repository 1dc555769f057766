import type { Conversation } from '@ozvi/contract'
import { minute_ms } from '@ozvi/contract'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { cn } from '#ui/cn.ts'
import { Icon } from '#ui/icon.tsx'

/** Counts as due soon. */
const soon_ms = 15 * minute_ms

/** When a reply is due, as text and not only by color; nothing without a deadline. */
export function DueBadge({
  row: { due_at },
  now,
  className,
}: {
  row: Pick<Conversation, 'due_at'>
  now: number
  className?: string
}) {
  const t = useT()
  const formats = useFormats()
  if (!due_at) return null
  const left_ms = Date.parse(due_at) - now
  const word = left_ms <= 0 ? 'overdue' : left_ms <= soon_ms ? 'due_soon' : 'due'
  const tone = { overdue: 'text-danger', due_soon: 'text-warning', due: 'text-muted' }[word]
  const [from, to] = [new Date(Math.min(now, now + left_ms)).toISOString(), Math.max(now, now + left_ms)]
  const time = formats.lasted(from, to)
  return (
    <span
      className={cn('flex shrink-0 items-center gap-1', tone, word !== 'due' && 'font-medium', className)}
    >
      <Icon name={word === 'overdue' ? 'alert-triangle' : 'clock'} size={14} />
      {t(`sla.${word}`, { time })}
    </span>
  )
}
