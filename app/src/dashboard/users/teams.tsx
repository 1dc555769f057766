import type { Member, Team } from '@ozvi/contract'
import { useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { ActionsMenu } from '#ui/actions-menu.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { cn } from '#ui/cn.ts'
import { confirm } from '#ui/confirm.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { MenuItem } from '#ui/menu.tsx'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { rowTarget } from '#ui/row-target.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { Table } from '#ui/table.tsx'
import { toast } from '#ui/toast.ts'
import { actionsColumn } from './members/columns.tsx'
import { removeTeam } from './manage.ts'
import { useTeams } from './team-list.ts'
import { TeamDialog } from './team-dialog.tsx'

interface TeamsProps {
  integration_id: string
  users: readonly Member[]
  isAllowed: boolean
}
/** Teams: members to whom conversations are assigned together. */
export function Teams({ integration_id, users, isAllowed }: TeamsProps) {
  const t = useT()
  const query = useTeams(integration_id)
  const { data } = query
  const [edited, setEdited] = useState<Team | 'new' | null>(null)
  const make = isAllowed && (
    <Button size="sm" icon="plus" onClick={() => setEdited('new')}>
      {t('users.group_new')}
    </Button>
  )
  return (
    <section className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-4">
        <h2 className="text-md font-semibold">
          {t('users.groups')} {data && <span className="font-normal text-muted">{data.length}</span>}
        </h2>
        {data && data.length > 0 && make}
      </div>
      {!data && (
        <LoadFallback title={t('users.groups_failed')} query={query}>
          <Skeleton className="h-28 rounded-card" />
        </LoadFallback>
      )}
      {data && (
        <Card>
          {data.length > 0 ? (
            <TeamTable {...{ integration_id, users, isAllowed, teams: data }} onEdit={setEdited} />
          ) : (
            <EmptyState icon="users" title={t('users.groups_none')} action={make}>
              {t('users.groups_text')}
            </EmptyState>
          )}
        </Card>
      )}
      {edited && (
        <TeamDialog
          integration_id={integration_id}
          team={edited === 'new' ? null : edited}
          users={users}
          onClose={() => setEdited(null)}
        />
      )}
    </section>
  )
}

function TeamTable({
  integration_id,
  users,
  isAllowed,
  teams,
  onEdit,
}: TeamsProps & { teams: readonly Team[]; onEdit: (team: Team) => void }) {
  const t = useT()
  const confirmDelete = ({ id, name }: Team) =>
    confirm({
      title: t('users.group_delete_title', { name }),
      description: t('users.group_delete_text'),
      confirmLabel: t('users.group_delete'),
      async action() {
        await removeTeam(integration_id, id)
        toast.success(t('users.group_deleted', { name }))
      },
    })
  const namesOf = ({ member_ids }: Team) =>
    users.filter(({ user_id }) => member_ids.includes(user_id)).map(({ name, email }) => name || email)
  return (
    <Table
      caption={t('users.groups')}
      rows={teams}
      rowKey={({ id }) => id}
      isOpenable={() => isAllowed}
      columns={[
        {
          key: 'name',
          header: t('users.group'),
          cell: (team) => (
            <>
              {isAllowed ? (
                <button
                  type="button"
                  onClick={() => onEdit(team)}
                  className={cn(rowTarget, 'text-left font-medium wrap-anywhere')}
                >
                  {team.name}
                </button>
              ) : (
                <span className="block font-medium wrap-anywhere">{team.name}</span>
              )}
              {team.assignment_mode !== 'manual' && (
                <span className="block text-sm text-muted">
                  {t(`users.assigned_${team.assignment_mode}`)}
                </span>
              )}
            </>
          ),
        },
        {
          key: 'members',
          header: t('users.group_members'),
          cell: (team) => (
            <span className="text-muted">
              {namesOf(team).length > 0 ? namesOf(team).join(', ') : t('users.group_empty')}
            </span>
          ),
        },
        ...(isAllowed
          ? [
              actionsColumn(t, (team: Team) => (
                <ActionsMenu size="sm" label={t('users.actions_for', { email: team.name })}>
                  <MenuItem icon="pencil" onSelect={() => onEdit(team)}>
                    {t('users.group_edit')}
                  </MenuItem>
                  <MenuItem icon="trash" tone="danger" onSelect={() => void confirmDelete(team)}>
                    {t('users.group_delete')}
                  </MenuItem>
                </ActionsMenu>
              )),
            ]
          : []),
      ]}
    />
  )
}
