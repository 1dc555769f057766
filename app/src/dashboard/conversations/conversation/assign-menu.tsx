import { availabilityNow, type InboxRow } from '@ozvi/contract'
import { lazy, Suspense } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { useUser } from '#platform/session/session.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Menu, MenuRadioItem } from '#ui/menu.tsx'
import type { ConversationActions } from '../data/actions.ts'
import { useInbox } from '../layout/inbox-context.ts'
import { useColleagues } from '../people/members.ts'
import { loadTeamPicker, useOnlineMembers } from '#dashboard/users'

const TeamPicker = lazy(loadTeamPicker)
const nobody = ''
function OnlineNow() {
  const t = useT()
  return (
    <span className="flex items-center gap-1.5 text-xs text-muted">
      <span className="size-2 rounded-full bg-success forced-colors:bg-[Highlight]" />
      {t('conversations.online')}
    </span>
  )
}
/** Assignee and team of the conversation. */
export function AssignMenu({ row, actions }: { row: InboxRow; actions: ConversationActions }) {
  const t = useT()
  const user = useUser()
  const { integration } = useInbox()
  const colleagues = useColleagues(integration.id)
  const onlineIds = useOnlineMembers(integration.id)
  const assignee = colleagues.find(({ user_id }) => user_id === row.assignee_id)
  const isMine = row.assignee_id === user.id
  const label = isMine ? t('conversations.by_me') : (assignee?.name ?? t('conversations.by_nobody'))
  return (
    <Menu
      align="end"
      className="w-64"
      trigger={
        <Button
          size="sm"
          icon="user-plus"
          aria-label={t('conversations.assignee', { name: label })}
          data-tip=""
          data-command="assign"
          className="max-sm:px-2"
        >
          <span className="max-w-28 truncate max-lg:hidden">{label}</span>
          <Icon name="chevron-down" size={14} className="text-muted max-sm:hidden" />
        </Button>
      }
    >
      <MenuRadioItem
        label={t('conversations.assign')}
        value={row.assignee_id ?? nobody}
        onChange={(value) =>
          void actions.assign(
            row,
            value || null,
            colleagues.find(({ user_id }) => user_id === value)?.name ?? '',
          )
        }
        options={[
          { value: user.id, label: t('conversations.assign_me'), icon: 'user' },
          ...colleagues.map((member) => ({
            value: member.user_id,
            label: member.name || member.email,
            note: availabilityNow(member, onlineIds.has(member.user_id)) === 'online' && <OnlineNow />,
          })),
          { value: nobody, label: t('conversations.assign_nobody'), icon: 'x' as const },
        ]}
      />
      <Suspense>
        <TeamPicker
          integration_id={integration.id}
          value={row.team_id}
          onChange={(team_id, name) => void actions.assignTeam(row, team_id, name)}
        />
      </Suspense>
    </Menu>
  )
}
