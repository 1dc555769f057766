import type { ReactNode } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { BaseDate } from '#ui/base-date.tsx'
import { cn } from '#ui/cn.ts'
import { Icon } from '#ui/icon.tsx'

export type Side = 'customer' | 'team' | 'bot' | 'note'
const styles: Record<Side, string> = {
  customer: 'bg-inset',
  team: 'bg-primary-subtle',
  bot: 'bg-bot-subtle',
  note: 'border-l-3 border-dashed border-note-border bg-note',
}

/** Messages with author and time. Customers are at the start, the team at the end. */
export function Group({
  side,
  avatar,
  author,
  time,
  children,
}: {
  side: Side
  /** Avatar, 28 pixels; on a phone only the customer's is shown. */
  avatar: ReactNode
  author: string
  time: string
  children: ReactNode
}) {
  const t = useT()
  const isEnd = side !== 'customer'
  return (
    <div data-end={isEnd || undefined} className="group flex gap-2.5 data-[end]:flex-row-reverse">
      <span className={cn('mt-0.5 shrink-0', isEnd && 'max-sm:hidden')}>{avatar}</span>
      <div className="flex min-w-0 max-w-[min(88%,34rem)] flex-col gap-1 group-data-[end]:items-end">
        <p className="flex max-w-full items-baseline gap-2 overflow-clip text-sm group-data-[end]:flex-row-reverse">
          <span className="font-medium">{author}</span>
          {side === 'note' && (
            <span className="inline-flex items-center gap-1 self-center font-medium text-warning">
              <Icon name="note" size={14} />
              {t('conversations.note')}
            </span>
          )}
          <BaseDate time={time} format="time" className="text-xs text-muted" />
        </p>
        {children}
      </div>
    </div>
  )
}

export function Bubble({
  side,
  lang,
  className,
  children,
}: {
  side: Side
  lang?: string | undefined
  className?: string
  children: ReactNode
}) {
  return (
    <div
      {...(lang ? { lang } : {})}
      className={cn(
        // Stacked accents don't reach the messages above.
        'w-fit max-w-full min-w-0 overflow-clip rounded-panel px-3.5 py-2.5 text-base break-words forced-colors:border',
        side === 'customer' ? 'rounded-tl-[4px]' : 'rounded-tr-[4px]',
        side === 'note' && 'rounded-l-[4px]',
        styles[side],
        className,
      )}
    >
      {children}
    </div>
  )
}
