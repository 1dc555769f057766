import {
  avatarPath,
  type Availability,
  availabilityNow,
  type Invitation,
  type Member,
  type Team,
} from '@ozvi/contract'
import { useTimeZone } from '#platform/document/use-client-hints.tsx'
import { useFormats, useFormatsIn, useLocale, useT } from '#platform/i18n/provider.tsx'
import { useNow } from '#platform/time/use-now.ts'
import { PageLink, usePath } from '#platform/document/page-link.tsx'
import { useUser } from '#platform/session/session.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { Icon } from '#ui/icon.tsx'
import { OnlineDot } from '#ui/online-dot.tsx'
import { linkStyle } from '#ui/link.tsx'
import { Table } from '#ui/table.tsx'
import { useIntegration } from '#dashboard/integrations'
import { teamsColumn, roleColumn } from './columns.tsx'
import { languageName } from './languages.ts'
import { MemberState } from './member-state.tsx'
import { workingNow } from './work-hours.ts'

type Row = { key: string } & (
  | { member: Member; now: Availability; invitation?: never }
  | { invitation: Invitation; member?: never }
)

/** Members, then pending invitations. */
export function UserTable({
  users,
  invitations,
  teams,
  onlineIds,
}: {
  users: readonly Member[]
  invitations: readonly Invitation[]
  teams: readonly Team[]
  onlineIds: ReadonlySet<string>
}) {
  const t = useT()
  const rows: Row[] = [
    ...users.map((member) => ({
      key: member.user_id,
      member,
      now: availabilityNow(member, onlineIds.has(member.user_id)),
    })),
    ...invitations.map((invitation) => ({ key: invitation.id, invitation })),
  ]
  return (
    <Table
      caption={t('users.title')}
      rows={rows}
      rowKey={({ key }) => key}
      columns={[
        {
          key: 'name',
          header: t('users.name'),
          cell: (row) =>
            row.member ? (
              <PersonCell member={row.member} now={row.now} />
            ) : (
              <Invited invitation={row.invitation} />
            ),
        },
        roleColumn(t, ({ member, invitation }: Row) => member ?? invitation),
        { key: 'state', header: t('users.state'), cell: (row) => <State row={row} /> },
        ...teamsColumn(t, teams, ({ member, invitation }: Row, { id, member_ids }) =>
          member ? member_ids.includes(member.user_id) : invitation.team_ids.includes(id),
        ),
        {
          key: 'load',
          header: t('users.load'),
          align: 'end',
          cell: ({ member }) => member && <Load member={member} />,
        },
      ]}
    />
  )
}

function PersonCell({ member, now }: { member: Member; now: Availability }) {
  const t = useT()
  const locale = useLocale()
  const { user_id, name, email, avatar_id, display_name, time_zone, languages, hours_note } = member
  const now_ms = useNow()
  const own_zone = useTimeZone() ?? 'UTC'
  const formats = useFormatsIn(time_zone ?? undefined)
  const clock =
    time_zone && time_zone !== own_zone
      ? t('users.local_time', {
          time: formats.time(new Date(now_ms).toISOString()),
        })
      : ''
  const spoken = languages.map((code) => languageName(code, locale)).join(', ')
  const work = [workingNow(member, now_ms, locale, t), spoken, hours_note, clock]
  const { id } = useUser()
  return (
    <span className="flex items-center gap-3">
      <span className="relative shrink-0">
        <Avatar name={name || email} src={avatar_id && avatarPath(avatar_id)} size="lg" />
        {now !== 'offline' && <OnlineDot className="border-(--bg-raised)" isAway={now === 'away'} />}
      </span>
      <span className="min-w-0">
        <span className="flex items-center gap-2 font-medium">
          {name}
          {user_id === id && <Badge>{t('users.you')}</Badge>}
        </span>
        <span className="block truncate text-muted">
          {display_name ? `${t('users.shown_as', { name: display_name })} · ${email}` : email}
        </span>
        {work.some(Boolean) && (
          <span className="block text-sm text-muted wrap-anywhere">{work.filter(Boolean).join(' · ')}</span>
        )}
      </span>
    </span>
  )
}
function Invited({ invitation: { email } }: { invitation: Invitation }) {
  return (
    <span className="flex items-center gap-3">
      <span className="flex size-9 shrink-0 items-center justify-center rounded-full border border-dashed border-strong text-muted">
        <Icon name="mail" size={18} />
      </span>
      <span className="min-w-0 wrap-anywhere">{email}</span>
    </span>
  )
}

function State({ row }: { row: Row }) {
  const t = useT()
  const formats = useFormats()
  if (row.member) return <MemberState member={row.member} state={row.now} />
  const { state, expires_at } = row.invitation
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

/** Number of open conversations; one's own links to them. */
function Load({ member: { user_id, open_conversations, capacity } }: { member: Member }) {
  const t = useT()
  const to = usePath()
  const formats = useFormats()
  const { id } = useUser()
  const integration = useIntegration()
  const count = formats.number(open_conversations)
  return (
    <span className={open_conversations === 0 ? 'text-muted' : ''}>
      {user_id === id && open_conversations > 0 ? (
        <PageLink
          to={`${to('app-i-integrationId-conversation', { integrationId: integration.id })}?view=mine`}
          className={linkStyle()}
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
