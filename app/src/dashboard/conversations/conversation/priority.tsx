import { type InboxRow, priorities, type Priority } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { cn } from '#ui/cn.ts'
import { Icon } from '#ui/icon.tsx'
import { Menu, MenuRadioItem } from '#ui/menu.tsx'
import type { ConversationActions } from '../data/actions.ts'

const styles: Record<Priority, string> = {
  none: 'text-muted',
  low: 'text-muted',
  medium: 'text-ink',
  high: 'text-warning',
  urgent: 'text-danger font-medium',
}
/** The priority as text; nothing if there is none. */
export function PriorityIcon({ priority, isInRow = false }: { priority: Priority; isInRow?: boolean }) {
  const t = useT()
  if (priority === 'none') return null
  return (
    <span className={cn('flex shrink-0 items-center gap-1', styles[priority])}>
      <Icon name="flag" size={14} />
      <span className="sr-only">{t('conversations.priority')}:</span>{' '}
      <span className={cn(isInRow && 'compact:sr-only')}>{t(`conversations.priority_${priority}`)}</span>
    </span>
  )
}

export function PriorityMenu({ row, actions }: { row: InboxRow; actions: ConversationActions }) {
  const t = useT()
  const name = t(`conversations.priority_${row.priority}`)
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={`${t('conversations.priority')}: ${name}`}
          className={cn(
            'flex h-6 shrink-0 items-center gap-1 rounded-control px-1.5 text-xs hover:bg-inset touch:h-11',
            styles[row.priority],
            row.priority === 'none' && 'print:hidden',
          )}
        >
          <Icon name="flag" size={14} />
          {row.priority === 'none' ? t('conversations.priority') : name}
        </button>
      }
    >
      <MenuRadioItem
        label={t('conversations.priority')}
        value={row.priority}
        onChange={(next) => void actions.setPriority(row, next)}
        options={priorities
          .toReversed()
          .map((value) => ({ value, label: t(`conversations.priority_${value}`) }))}
      />
    </Menu>
  )
}
