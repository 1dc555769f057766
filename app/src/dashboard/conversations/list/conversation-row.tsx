import type { InboxRow } from '@ozvi/contract'
import { memo } from 'react'
import type { Density } from '#platform/theme/density.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { useNow } from '#platform/time/use-now.ts'
import { PageLink } from '#platform/document/page-link.tsx'
import { useUser } from '#platform/session/session.tsx'
import { Badge } from '#ui/badge.tsx'
import { BaseDate } from '#ui/base-date.tsx'
import { cn } from '#ui/cn.ts'
import { Icon } from '#ui/icon.tsx'
import { OnlineDot } from '#ui/online-dot.tsx'
import { RowCheckbox } from '#dashboard/bulk-actions'
import { useIsOnline } from '#dashboard/contacts/online'
import { TagDots, useTags } from '#dashboard/tags'
import { CustomerAvatar } from '../people/customer-avatar.tsx'
import { useDraft } from '../composer/drafts.ts'
import { useRow } from '../data/rows.ts'
import { useTeamRead } from '../people/members.ts'
import { customerName } from '../people/names.ts'
import { PriorityIcon } from '../conversation/priority.tsx'
import { ViewerAvatars } from '../viewers/viewer-avatars.tsx'
import { When, Who } from './row-state.tsx'

export const rowHeights_px: Record<Density, number> = { comfortable: 64, compact: 44 }

interface ConversationRowProps {
  integration_id: string
  id: string
  /** Link target. */
  to: string
  /** Whether it is open. */
  isSelected: boolean
  /** Whether it is selected for bulk actions. */
  isTicked: boolean
  /** Selection mode is on. */
  isTicking: boolean
  /** Undefined if the member can't change any. */
  onToggle: ((id: string, isRange: boolean) => void) | undefined
  /** Removed from the list by a teammate; only keeps its place. */
  isGone: boolean
}
/** Memoized: the list renders when any row moves, a row when it changes itself. */
export const ConversationRow = memo(function ConversationRow({
  integration_id,
  id,
  to,
  isSelected,
  isTicked,
  isTicking,
  onToggle,
  isGone,
}: ConversationRowProps) {
  const t = useT()
  const now = useNow()
  const row = useRow(id)
  const isOnline = useIsOnline(integration_id, row?.contact.id)
  const tags = useTags(integration_id)
  const draft = useDraft({ integration_id, conversation_id: id })
  if (!row) return null
  const name = customerName(row, t)
  const isUnread = row.seen_seq < row.last_seq && !isSelected
  const link = (
    <PageLink
      to={to}
      prefetch="none"
      data-conversation={row.id}
      aria-current={isSelected ? 'true' : undefined}
      className={cn(
        'relative flex h-16 gap-3 group-data-swipe:bg-page border-b border-line px-4 py-1 -outline-offset-2 hover:bg-subtle compact:h-11 compact:py-0.5',
        (isSelected || isTicked) && 'bg-primary-subtle hover:bg-primary-subtle',
        isSelected && 'forced-colors:outline',
      )}
    >
      {isUnread && (
        <span className="absolute top-1/2 left-1 size-2 -translate-y-1/2 rounded-full bg-primary forced-colors:bg-[Highlight]">
          <span className="sr-only">{t('conversations.unread')}</span>
        </span>
      )}
      <span className="relative mt-1.5 h-fit shrink-0 compact:mt-0.5">
        <CustomerAvatar contact={row.contact} size="lg" />
        {isOnline && <OnlineDot />}
      </span>
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="flex items-baseline gap-2">
          <span className={cn('min-w-0 truncate', isUnread ? 'font-semibold' : 'font-medium')}>{name}</span>
          {isOnline && <span className="sr-only">{t('conversations.online')}</span>}
          {isGone && <span className="sr-only">{t('conversations.gone')}</span>}
          {row.is_test && <Badge className="h-4 self-center px-1.5">{t('conversations.test')}</Badge>}
          <ViewerAvatars row={row} />
          <BaseDate
            time={row.last_message_at}
            format="ago"
            now={now}
            className="ml-auto shrink-0 text-xs text-muted"
          />
        </span>
        <span className="contents compact:flex compact:items-center compact:gap-2">
          <span className="flex h-4.5 items-center gap-2 compact:min-w-0 compact:flex-1">
            <span className={cn('min-w-0 flex-1 truncate text-sm', isUnread ? 'text-ink' : 'text-muted')}>
              {draft && !isSelected ? (
                <>
                  <Icon name="pencil" size={14} className="mr-1 inline align-[-2px] text-primary" />
                  <span className="text-primary">{t('conversations.draft')}</span> {draft}
                </>
              ) : (
                <LastMessage row={row} />
              )}
            </span>
          </span>
          <span className="flex h-4.5 min-w-0 items-center gap-2.5 text-xs text-muted compact:shrink-0 compact:gap-2">
            <TagDots tag_ids={row.tag_ids} tags={tags} />
            <PriorityIcon priority={row.priority} isInRow />
            <span
              className={cn('ml-auto flex min-w-0 items-center gap-2', !row.active_scenario && 'shrink-0')}
            >
              <When row={row} now={now} />
              <Who row={row} />
            </span>
          </span>
        </span>
      </span>
    </PageLink>
  )
  return (
    <div
      data-row={row.id}
      data-resolve={onToggle && t('conversations.swipe_resolve')}
      data-snooze={onToggle && t('conversations.swipe_snooze')}
      className={cn(
        'group relative touch-pan-y overflow-x-clip',
        'before:absolute before:inset-y-0 before:hidden before:items-center before:px-4 before:text-sm before:font-medium data-swipe:before:flex',
        'data-[swipe=resolve]:bg-success-subtle data-[swipe=resolve]:before:left-0 data-[swipe=resolve]:before:text-success data-[swipe=resolve]:before:content-[attr(data-resolve)]',
        'data-[swipe=snooze]:bg-warning-subtle data-[swipe=snooze]:before:right-0 data-[swipe=snooze]:before:text-warning data-[swipe=snooze]:before:content-[attr(data-snooze)]',
        isGone && 'opacity-50',
      )}
    >
      {link}
      {onToggle && (
        <RowCheckbox
          selection={{
            isOn: isTicked,
            isActive: isTicking,
            onToggle: (isRange) => onToggle(row.id, isRange),
          }}
          name={name}
          className="top-1.5 left-3.5"
        />
      )}
    </div>
  )
})

/** The last message and its author. */
function LastMessage({ row }: { row: InboxRow }) {
  const t = useT()
  const { id: user_id } = useUser()
  const { integration_id, last_message_author, last_message_author_id, last_message_preview } = row
  const isNote = row.last_message_is_note
  const team = useTeamRead(integration_id)
  const author = team?.find((member) => member.user_id === last_message_author_id)
  const isFormer = last_message_author === 'member' && team !== undefined && !author
  function authorName() {
    if (last_message_author_id === user_id) return t('conversations.by_me')
    if (isFormer) return t('conversations.by_former')
    if (last_message_author === 'system') return t('conversations.by_automation')
    return author?.name.split(' ')[0]
  }
  const name = authorName()
  return (
    <>
      {last_message_author === 'assistant' && (
        <>
          <Icon name="bot" size={14} className="mr-1 inline align-[-2px]" />
          <span className="sr-only">{t('conversations.by_assistant')}: </span>
        </>
      )}
      {isNote && (
        <>
          <Icon name="note" size={14} className="mr-1 inline align-[-2px] text-warning" />
          <span className="sr-only">{t('conversations.note')}: </span>
        </>
      )}
      {name && `${name}: `}
      {last_message_preview || row.subject || t('conversations.unsaid')}
    </>
  )
}
