import {
  type Availability,
  availabilityNow,
  can,
  canAllOf,
  type Invitation,
  type Member,
  type Team,
} from '@ozvi/contract'
import { lazy, Suspense, useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { useUser } from '#platform/session/session.tsx'
import { Table } from '#ui/table.tsx'
import { useIntegration } from '#dashboard/integrations'
import { actionsColumn, roleColumn, teamsColumn } from './columns.tsx'
import { MemberActions } from './member-actions.tsx'
import { InvitationState, InvitedCell, MemberLoad, PersonCell } from './member-cells.tsx'
import { MemberDialogs } from './member-dialogs.tsx'
import { MemberState } from './member-state.tsx'
import { useMemberManagement } from './use-member-management.ts'

/** Loaded with the first row that is opened. */
const MemberDrawer = lazy(async () => ({ default: (await import('./member-drawer.tsx')).MemberDrawer }))

type Row = { key: string } & (
  | { member: Member; now: Availability; invitation?: never }
  | { invitation: Invitation; member?: never }
)

interface MemberListProps {
  caption: string
  /** Everyone, to whom work can be reassigned. */
  users: readonly Member[]
  shown?: readonly Member[]
  invitations?: readonly Invitation[]
  teams: readonly Team[]
  onlineIds: ReadonlySet<string>
}
/** Members, then invitations. A row opens the member; managers have their menu in it. */
export function MemberList({
  caption,
  users,
  shown = users,
  invitations = [],
  teams,
  onlineIds,
}: MemberListProps) {
  const t = useT()
  const { id } = useUser()
  const integration = useIntegration()
  const { id: integration_id, role } = integration
  const isManager = can(integration, 'team.manage')
  const management = useMemberManagement(integration_id, users)
  const [openId, setOpenId] = useState<string | null>(null)
  const opened = users.find(({ user_id }) => user_id === openId)
  const rows: Row[] = [
    ...shown.map((member) => ({
      key: member.user_id,
      member,
      now: availabilityNow(member, onlineIds.has(member.user_id)),
    })),
    ...invitations.map((invitation) => ({ key: invitation.id, invitation })),
  ]
  const actionsOf = (member: Member) =>
    (isManager || member.user_id === id) && (
      <MemberActions
        integration_id={integration_id}
        member={member}
        isManaged={
          isManager && member.user_id !== id && member.role !== 'owner' && canAllOf(integration, member)
        }
        isOwner={role === 'owner'}
        onDescribe={() => management.describe(member)}
        onRole={(next) => management.roles.changeRole(member, next)}
        onRemove={() => management.askToRemove(member)}
        onTransferOwnership={() => void management.makeOwner(member)}
      />
    )
  return (
    <>
      <Table
        caption={caption}
        rows={rows}
        rowKey={({ key }) => key}
        isOpenable={({ member }) => member !== undefined}
        columns={[
          {
            key: 'name',
            header: t('users.name'),
            cell: (row) =>
              row.member ? (
                <PersonCell member={row.member} now={row.now} onOpen={() => setOpenId(row.key)} />
              ) : (
                <InvitedCell invitation={row.invitation} />
              ),
          },
          roleColumn(t, ({ member, invitation }: Row) => member ?? invitation),
          {
            key: 'state',
            header: t('users.state'),
            isInline: true,
            cell: (row) =>
              row.member ? (
                <MemberState member={row.member} state={row.now} />
              ) : (
                <InvitationState invitation={row.invitation} />
              ),
          },
          ...teamsColumn(t, teams, ({ member, invitation }: Row, { id: team_id, member_ids }) =>
            member ? member_ids.includes(member.user_id) : invitation.team_ids.includes(team_id),
          ),
          {
            key: 'load',
            header: t('users.load'),
            align: 'end',
            isInline: true,
            cell: ({ member }) => member && <MemberLoad member={member} />,
          },
          actionsColumn(t, ({ member }: Row) => member && actionsOf(member)),
        ]}
      />
      {opened && (
        <Suspense>
          <MemberDrawer
            member={opened}
            teams={teams}
            state={availabilityNow(opened, onlineIds.has(opened.user_id))}
            isManager={isManager}
            actions={actionsOf(opened)}
            onClose={() => setOpenId(null)}
          />
        </Suspense>
      )}
      <MemberDialogs
        integration_id={integration_id}
        users={users}
        isManager={isManager}
        management={management}
      />
    </>
  )
}
