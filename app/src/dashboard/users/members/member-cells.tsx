import { avatarPath, type Availability, effectiveAccess, type Invitation, type Member } from '@ozvi/contract'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { PageLink, usePath } from '#platform/document/page-link.tsx'
import { useUser } from '#platform/session/session.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { cn } from '#ui/cn.ts'
import { Icon } from '#ui/icon.tsx'
import { linkStyle } from '#ui/link.tsx'
import { OnlineDot } from '#ui/online-dot.tsx'
import { rowTarget } from '#ui/row-target.ts'
import { useIntegration } from '#dashboard/integrations'
import { useMemberWork } from './use-member-work.ts'

interface PersonCellProps {
  member: Member
  now: Availability
  /** Opens the details of the member. The button covers the row. */
  onOpen: () => void
}
/** A member with their working hours and languages. */
export function PersonCell({ member, now, onOpen }: PersonCellProps) {
  const t = useT()
  const { user_id, name, email, avatar_id, display_name } = member
  const work = useMemberWork(member)
  const { id } = useUser()
  return (
    <span className="flex items-center gap-3 max-sm:pr-10">
      <span className="relative shrink-0">
        <Avatar name={name || email} src={avatar_id && avatarPath(avatar_id)} size="lg" />
        {now !== 'offline' && <OnlineDot className="border-(--bg-raised)" isAway={now === 'away'} />}
      </span>
      <span className="min-w-0">
        <span className="flex items-center gap-2 font-medium">
          <button type="button" onClick={onOpen} className={cn(rowTarget, 'text-left wrap-anywhere')}>
            {name || email}
          </button>
          {user_id === id && <Badge>{t('users.you')}</Badge>}
        </span>
        <span className="block truncate text-muted sm:max-w-40 @2xl:max-w-56 @3xl:max-w-72">
          {display_name ? `${t('users.shown_as', { name: display_name })} · ${email}` : email}
        </span>
        {work.length > 0 && (
          <span className="block text-sm text-muted wrap-anywhere">{work.join(' · ')}</span>
        )}
      </span>
    </span>
  )
}
/** An invited person. */
export function InvitedCell({ invitation: { email } }: { invitation: Invitation }) {
  return (
    <span className="flex items-center gap-3">
      <span className="flex size-9 shrink-0 items-center justify-center rounded-full border border-dashed border-strong text-muted">
        <Icon name="mail" size={18} />
      </span>
      <span className="min-w-0 wrap-anywhere">{email}</span>
    </span>
  )
}

/** Until when an invitation is valid. */
export function InvitationState({ invitation: { state, expires_at } }: { invitation: Invitation }) {
  const t = useT()
  const formats = useFormats()
  const isExpired = state === 'expired'
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Badge tone={isExpired ? 'warning' : 'primary'}>{t('users.is_invited')}</Badge>
      <span className="text-sm text-muted">
        {t(isExpired ? 'users.expired_on' : 'users.until', { date: formats.date(expires_at) })}
      </span>
    </span>
  )
}

/** Number of open conversations. Links to them, if the reader may see them. */
export function MemberLoad({ member: { user_id, open_conversations, capacity } }: { member: Member }) {
  const t = useT()
  const to = usePath()
  const formats = useFormats()
  const { id } = useUser()
  const { id: integrationId, role, conversation_access } = useIntegration()
  const count = formats.number(open_conversations)
  return (
    <span className={open_conversations === 0 ? 'text-muted' : ''}>
      {open_conversations > 0 &&
      (user_id === id || effectiveAccess({ role, conversation_access }) === 'all') ? (
        <PageLink
          to={`${to('app-i-integrationId-conversation', { integrationId })}?view=${user_id === id ? 'mine' : `all&assignee=${user_id}`}`}
          className={cn(linkStyle(), 'relative z-1')}
        >
          {count}
        </PageLink>
      ) : (
        count
      )}
      {capacity !== null && <span className="text-muted"> / {formats.number(capacity)}</span>}
      {capacity !== null && open_conversations >= capacity && (
        <Badge tone="warning" className="ml-2">
          {t('users.load_full')}
        </Badge>
      )}
      <span className="sm:hidden"> {t('users.load_of', { count: open_conversations })}</span>
    </span>
  )
}
