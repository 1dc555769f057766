import {
  availabilityNow,
  avatarPath,
  can,
  type ConversationAccess,
  conversationAccessLevels,
  type Member,
  type Role,
  type Team,
} from '@ozvi/contract'
import { useState } from 'react'
import { useAsyncAction } from '#platform/calls/use-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { toastError } from '#platform/calls/toast-error.ts'
import { useUser } from '#platform/session/session.tsx'
import { ActionsMenu } from '#ui/actions-menu.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { BaseDate } from '#ui/base-date.tsx'
import { confirm } from '#ui/confirm.ts'
import { MenuRadioItem, MenuDivider, MenuItem } from '#ui/menu.tsx'
import { Table } from '#ui/table.tsx'
import { toast } from '#ui/toast.ts'
import { actionsColumn, roleColumn } from './columns.tsx'
import { transferOwnership, remove } from './data.ts'
import { DemoteDialog } from './demote-dialog.tsx'
import { RemoveMemberDialog } from './remove-member-dialog.tsx'
import { resetMemberTwoFactor, setConversationAccess } from './manage.ts'
import { MemberState } from './member-state.tsx'
import { assignableRoles } from './roles.ts'
import { useRoleChange } from './use-role-change.ts'
import { useOnlineMembers } from './online-members.ts'
import { WorkDialog } from './work-dialog.tsx'

interface MembersProps {
  integration_id: string
  users: readonly Member[]
  teams: readonly Team[]
  /** The current user's role. */
  role: Role
}
/** Members of the workspace; managers can change roles and remove members. */
export function Members({ integration_id, users, teams, role }: MembersProps) {
  const t = useT()
  const { id } = useUser()
  const onlineIds = useOnlineMembers(integration_id)
  const [leaving, setLeaving] = useState<Member | null>(null)
  const [described, setDescribed] = useState<Member | null>(null)
  const { demotion, closeDemotion, demote, changeRole } = useRoleChange(integration_id, users)
  const isManager = can(role, 'team.manage')
  const teamsOf = (user_id: string) =>
    teams
      .filter(({ member_ids }) => member_ids.includes(user_id))
      .map((team) => team.name)
      .join(', ')
  async function makeOwner({ user_id, name, email }: Member) {
    const newOwner = name || email
    const isDone = await confirm({
      title: t('users.hand_over_title', { name: newOwner }),
      description: t('users.hand_over_text'),
      confirmLabel: t('users.hand_over'),
      action: () => transferOwnership(integration_id, user_id),
    })
    if (isDone) toast.success(t('users.role_given', { name: newOwner, role: t('users.role_owner') }))
  }
  const isManaged = ({ user_id, role: memberRole }: Member) => user_id !== id && memberRole !== 'owner'
  return (
    <>
      <Table
        caption={t('users.members')}
        rows={users}
        rowKey={({ user_id }) => user_id}
        columns={[
          {
            key: 'name',
            header: t('users.name'),
            cell: (member) => (
              <MemberName
                member={member}
                teams={teamsOf(member.user_id)}
                isYou={member.user_id === id}
                isManager={isManager}
              />
            ),
          },
          roleColumn(t, (member: Member) => member),
          {
            key: 'state',
            header: t('users.state'),
            cell: (member) => (
              <>
                <MemberState member={member} state={availabilityNow(member, onlineIds.has(member.user_id))} />
                <span className="block text-sm text-muted">
                  {t('users.joined')} <BaseDate time={member.joined_at} format="date" />
                </span>
              </>
            ),
          },
          {
            key: 'capacity',
            header: t('users.capacity'),
            align: 'end',
            cell: ({ capacity }) => (
              <span className="text-muted">
                <span className="sm:hidden">{t('users.capacity')}: </span>
                {capacity ?? t('users.capacity_any')}
              </span>
            ),
          },
          actionsColumn(t, (member: Member) => (
            <>
              {(isManager || member.user_id === id) && (
                <Actions
                  integration_id={integration_id}
                  member={member}
                  isManaged={isManager && isManaged(member)}
                  isOwner={role === 'owner'}
                  onDescribe={() => setDescribed(member)}
                  onRole={(next) => changeRole(member, next)}
                  onRemove={() => setLeaving(member)}
                  onTransferOwnership={() => void makeOwner(member)}
                />
              )}
            </>
          )),
        ]}
      />
      {described && (
        <WorkDialog
          integration_id={integration_id}
          member={described}
          isManager={isManager}
          onClose={() => setDescribed(null)}
        />
      )}
      {demotion && (
        <DemoteDialog
          member={demotion.member}
          role={t(`users.role_${demotion.role}`)}
          users={users}
          onClose={closeDemotion}
          demote={demote}
        />
      )}
      {leaving && (
        <RemoveMemberDialog
          integration_id={integration_id}
          title={t('users.remove_title', { name: leaving.name || leaving.email })}
          text={t('users.remove_text')}
          confirmLabel={t('users.remove')}
          leaving={leaving}
          users={users}
          onClose={() => setLeaving(null)}
          remove={async (reassign_to) => {
            await remove(integration_id, leaving.user_id, reassign_to)
            toast.success(t('users.removed', { name: leaving.name || leaving.email }))
          }}
        />
      )}
    </>
  )
}

function MemberName({
  member: { name, email, avatar_id, two_factor },
  teams,
  isYou,
  isManager,
}: {
  member: Member
  /** Their names. */
  teams: string
  isYou: boolean
  isManager: boolean
}) {
  const t = useT()
  return (
    <span className="flex items-center gap-3">
      <Avatar name={name || email} src={avatar_id && avatarPath(avatar_id)} size="lg" />
      <span className="min-w-0">
        <span className="flex items-center gap-2 font-medium">
          {name}
          {isYou && <Badge>{t('users.you')}</Badge>}
        </span>
        <span className="block truncate text-muted lg:max-w-64">{email}</span>
        {teams && (
          <span className="block text-sm text-muted wrap-anywhere">
            {t('users.groups')}: {teams}
          </span>
        )}
        {isManager && (
          <span className="block text-sm text-muted">
            {t('users.two_factor_short')}: {t(`users.two_factor_${two_factor ?? 'none'}`)}
          </span>
        )}
      </span>
    </span>
  )
}

interface ActionsProps {
  integration_id: string
  member: Member
  isManaged: boolean
  isOwner: boolean
  onDescribe: () => void
  onRole: (role: Role) => Promise<void>
  onRemove: () => void
  onTransferOwnership: () => void
}
function Actions({
  integration_id,
  member,
  isManaged,
  isOwner,
  onDescribe,
  onRole,
  onRemove,
  onTransferOwnership,
}: ActionsProps) {
  const t = useT()
  const { user_id, role, sees } = member
  const name = member.name || member.email
  const change = useAsyncAction(onRole)
  const limit = useAsyncAction(async (next: ConversationAccess) => {
    await setConversationAccess(integration_id, user_id, next)
    toast.success(t('users.sees_given', { name, what: t(`users.sees_${next}`) }), {
      label: t('conversations.undo'),
      onClick: () =>
        void setConversationAccess(integration_id, user_id, sees).catch((error) => toastError(error, t)),
    })
  })
  const confirmReset = () =>
    confirm({
      title: t('users.two_factor_reset_title', { name }),
      description: t('users.two_factor_reset_text'),
      confirmLabel: t('users.two_factor_reset'),
      async action() {
        await resetMemberTwoFactor(integration_id, user_id)
        toast.success(t('users.two_factor_was_reset', { name }))
      },
    })
  return (
    <ActionsMenu
      size="sm"
      label={t('users.actions_for', { email: name })}
      disabled={change.isBusy || limit.isBusy}
    >
      <MenuItem icon="clock" onSelect={onDescribe}>
        {t('users.work')}
      </MenuItem>
      {isManaged && (
        <>
          <MenuDivider />
          <MenuRadioItem
            label={t('users.role')}
            value={role}
            options={assignableRoles.map((value) => ({ value, label: t(`users.role_${value}`) }))}
            onChange={(next) => next !== role && next !== 'owner' && void change.run(next)}
          />
          {role === 'agent' && (
            <>
              <MenuDivider />
              <MenuRadioItem
                label={t('users.sees')}
                value={sees}
                options={conversationAccessLevels.map((value) => ({
                  value,
                  label: t(`users.sees_${value}`),
                }))}
                onChange={(next) => next !== sees && void limit.run(next)}
              />
            </>
          )}
          <MenuDivider />
          {isOwner && (
            <MenuItem icon="users" onSelect={onTransferOwnership}>
              {t('users.hand_over')}
            </MenuItem>
          )}
          {isOwner && member.two_factor !== 'none' && (
            <MenuItem icon="key" onSelect={() => void confirmReset()}>
              {t('users.two_factor_reset')}
            </MenuItem>
          )}
          <MenuItem icon="x" tone="danger" onSelect={onRemove}>
            {t('users.remove')}
          </MenuItem>
        </>
      )}
    </ActionsMenu>
  )
}
