import {
  availabilityNow,
  conversationChanged,
  conversationDeleted,
  conversationHidden,
  type Invitation,
  can,
  type Member,
  type Team,
} from '@ozvi/contract'
import { useState } from 'react'
import { inWorkspace, prefetch, preload, type Queries } from '#platform/calls/page-queries.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { useInvalidateOn } from '#platform/calls/use-live-query.ts'
import { PageLink, usePath } from '#platform/document/page-link.tsx'
import { buttonStyle } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Input } from '#ui/input.tsx'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useIntegration } from '#dashboard/integrations'
import { usersQuery, useTeam } from './data.ts'
import { MemberStatsSection } from './members/member-stats.tsx'
import { useTeams, teamsQuery } from './team-list.ts'
import { MemberList } from './members/member-list.tsx'
import { useOnlineMembers } from './online-members.ts'

/** Number of members from which a filter is shown. */
const filter_min = 9

export const queries: Queries = inWorkspace(({ id }) => [usersQuery(id), teamsQuery(id)])
export const loader = preload(queries)
export const clientLoader = prefetch(queries)

/** The directory of members: who is online, and their workload. */
// The router requires a default export.
export default function UsersPage() {
  const t = useT()
  const to = usePath()
  const integration = useIntegration()
  const { id, name } = integration
  useInvalidateOn(usersQuery(id), [conversationChanged, conversationDeleted, conversationHidden], {
    integration_id: id,
  })
  const read = useTeam(id)
  const { data } = read
  const { data: teams = [] } = useTeams(id)
  const onlineIds = useOnlineMembers(id)
  const [filter, setFilter] = useState('')
  return (
    <div className="mx-auto w-full max-w-5xl px-4 py-6 sm:px-8 sm:py-8">
      <title>{`${t('users.title')} – ${name}`}</title>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div>
          <h1 className="text-2xl font-semibold tracking-tight">{t('users.title')}</h1>
          {data && (
            <p className="mt-1 text-base text-muted">
              {t('users.online_count', {
                count: data.users.filter(
                  (one) => availabilityNow(one, onlineIds.has(one.user_id)) === 'online',
                ).length,
                all: data.users.length,
              })}
            </p>
          )}
        </div>
        {can(integration, 'team.manage') && (
          <PageLink
            to={to('app-i-integrationId-settings-team', { integrationId: id })}
            className={buttonStyle('plain')}
          >
            {t('users.manage')}
          </PageLink>
        )}
      </div>
      {data && data.users.length >= filter_min && (
        <Input
          type="search"
          value={filter}
          onChange={({ target }) => setFilter(target.value)}
          aria-label={t('users.filter')}
          placeholder={t('users.filter')}
          className="mt-5 max-w-80"
        />
      )}
      <div className="mt-5">
        {data ? (
          <Directory
            users={data.users}
            invitations={data.invitations}
            teams={teams}
            filter={filter}
            onlineIds={onlineIds}
          />
        ) : (
          <LoadFallback title={t('users.list_failed')} query={read}>
            <Skeleton className="h-80 rounded-card" />
          </LoadFallback>
        )}
      </div>
      {data && can(integration, 'reports.see') && <MemberStatsSection users={data.users} />}
    </div>
  )
}

function Directory({
  users,
  invitations,
  teams,
  filter,
  onlineIds,
}: {
  users: readonly Member[]
  invitations: readonly Invitation[]
  teams: readonly Team[]
  filter: string
  onlineIds: ReadonlySet<string>
}) {
  const t = useT()
  const search = filter.trim().toLocaleLowerCase()
  const matchesSearch = (...texts: string[]) => texts.join(' ').toLocaleLowerCase().includes(search)
  const members = users.filter(({ name, email }) => matchesSearch(name, email))
  const invited = invitations.filter(
    ({ email, state }) => (state === 'pending' || state === 'expired') && matchesSearch(email),
  )
  return (
    <>
      {members.length + invited.length > 0 && (
        <Card>
          <MemberList
            caption={t('users.title')}
            users={users}
            shown={members}
            invitations={invited}
            teams={teams}
            onlineIds={onlineIds}
          />
        </Card>
      )}
      <p role="status" className="text-base text-muted">
        {members.length + invited.length === 0 && t('users.no_match')}
      </p>
    </>
  )
}
