import { can, type Integration, type Output, type listUsers } from '@ozvi/contract'
import { inWorkspace, prefetch, preload, type Queries } from '#platform/calls/page-queries.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { Card } from '#ui/card.tsx'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { RolesSection } from './roles/roles-section.tsx'
import { planOf } from '#dashboard/billing'
import { useIntegration } from '#dashboard/integrations'
import { usersQuery, useTeam } from './data.ts'
import { Teams } from './teams.tsx'
import { Invite } from './invitations/invite.tsx'
import { Leave } from './members/leave.tsx'
import { MemberList } from './members/member-list.tsx'
import { useOnlineMembers } from './online-members.ts'
import { OpenInvitations } from './invitations/open-invitations.tsx'
import { useTeams } from './team-list.ts'
import { TwoFactorNeed } from './two-factor-need.tsx'

export const queries: Queries = inWorkspace(({ id }) => [usersQuery(id), planOf(id)])
export const loader = preload(queries)
export const clientLoader = prefetch(queries)

// The router requires a default export.
export default function TeamPage() {
  const t = useT()
  const integration = useIntegration()
  const team = useTeam(integration.id)
  return (
    <div className="flex flex-col gap-6">
      <title>{`${t('shell.settings_team')} – ${integration.name}`}</title>
      <h1 className="text-2xl font-semibold tracking-tight">{t('shell.settings_team')}</h1>
      {team.data ? (
        <Sections integration={integration} team={team.data} />
      ) : (
        <LoadFallback title={t('users.list_failed')} query={team}>
          <Skeleton className="h-56 rounded-card" />
        </LoadFallback>
      )}
    </div>
  )
}

/** The sections below the heading. */
function Sections({ integration, team }: { integration: Integration; team: Output<typeof listUsers> }) {
  const t = useT()
  const { id, role } = integration
  const { users, invitations } = team
  const { data: teams = [] } = useTeams(id)
  const onlineIds = useOnlineMembers(id)
  const isAllowed = can(integration, 'team.manage')
  const open = invitations.filter(({ state }) => state === 'pending' || state === 'expired')
  return (
    <>
      {isAllowed && <Invite integration_id={id} />}
      <section className="flex flex-col gap-3">
        <h2 className="text-md font-semibold">
          {t('users.members')} <span className="font-normal text-muted">{users.length}</span>
        </h2>
        <Card>
          <MemberList caption={t('users.members')} users={users} teams={teams} onlineIds={onlineIds} />
        </Card>
      </section>
      {open.length > 0 && (
        <section className="flex flex-col gap-3">
          <h2 className="text-md font-semibold">
            {t('users.invitations')} <span className="font-normal text-muted">{open.length}</span>
          </h2>
          <Card>
            <OpenInvitations integration_id={id} invitations={open} teams={teams} isAllowed={isAllowed} />
          </Card>
        </section>
      )}
      <Teams integration_id={id} users={users} isAllowed={isAllowed} />
      <RolesSection integration={integration} users={users} isAllowed={isAllowed} />
      {isAllowed && <TwoFactorNeed />}
      {role !== 'owner' && <Leave users={users} />}
    </>
  )
}
