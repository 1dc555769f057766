import type { SearchHit } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { useNow } from '#platform/time/use-now.ts'
import { PageLink } from '#platform/document/page-link.tsx'
import { Badge } from '#ui/badge.tsx'
import { BaseDate } from '#ui/base-date.tsx'
import { cn } from '#ui/cn.ts'
import { Icon } from '#ui/icon.tsx'
import { CustomerAvatar } from '../people/customer-avatar.tsx'
import { useInbox } from '../layout/inbox-context.ts'
import { customerName } from '../people/names.ts'
import { statusTones } from '../list/status-tones.ts'

/** A search result; opens the conversation at the match. */
export function SearchHitRow({ hit, isSelected }: { hit: SearchHit; isSelected: boolean }) {
  const t = useT()
  const now = useNow()
  const { pathOf } = useInbox()
  const { conversation, message, excerpt } = hit
  return (
    <PageLink
      to={pathOf(conversation.id, message?.seq)}
      prefetch="none"
      data-conversation={conversation.id}
      aria-current={isSelected ? 'true' : undefined}
      className={cn(
        'flex gap-3 border-b border-line px-4 py-2.5 -outline-offset-2 hover:bg-subtle',
        isSelected && 'bg-primary-subtle hover:bg-primary-subtle forced-colors:outline',
      )}
    >
      <span className="mt-0.5 h-fit shrink-0">
        <CustomerAvatar contact={conversation.contact} size="lg" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span className="min-w-0 truncate font-medium">{customerName(conversation, t)}</span>
          <span className="text-xs text-muted tabular-nums">#{conversation.number}</span>
          <BaseDate
            time={message?.sent_at ?? conversation.last_message_at}
            format="ago"
            now={now}
            className="ml-auto shrink-0 text-xs text-muted"
          />
        </span>
        <span
          lang={message?.is_note ? undefined : conversation.locale}
          className="mt-0.5 line-clamp-2 text-sm break-words text-muted"
        >
          {excerpt.map(({ text, is_match }, index) =>
            is_match ? (
              <mark key={index} className="rounded-[3px] bg-warning-subtle font-medium text-ink">
                {text}
              </mark>
            ) : (
              text
            ),
          )}
        </span>
        <span className="mt-1 flex items-center gap-2 text-xs text-muted">
          <Badge tone={statusTones[conversation.status]} className="h-4 px-1.5">
            {t(`conversations.status_${conversation.status}`)}
          </Badge>
          {message?.is_note && (
            <span className="flex items-center gap-1 font-medium text-warning">
              <Icon name="note" size={14} />
              {t('conversations.note')}
            </span>
          )}
          {message?.author_name && <span className="truncate">{message.author_name}</span>}
        </span>
      </span>
    </PageLink>
  )
}
