import { type InboxView, inboxViews } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { usePath } from '#platform/document/page-link.tsx'
import { useSavedViews } from '#dashboard/saved-views'
import { useTeams } from '#dashboard/users'
import { useCounts } from '../data/data.ts'
import { hasOtherStatuses, teamOf } from '../list/list-params.ts'
import { type CurrentList, useSavedCounts } from '../list/saved-views.ts'
import { useTeamCounts } from './team-counts.ts'

/** A list of the inbox that has a place in the navigation. */
export interface ListEntry {
  key: string
  label: string
  path: string
  /** Undefined until loaded. */
  count: number | undefined
  isCurrent: boolean
  /** A saved view of the whole team. */
  is_shared?: boolean
}
const mainViews: readonly InboxView[] = ['all', 'mine', 'unassigned', 'mentioned', 'overdue']

/** What the URL shows: a view, a saved view or a team; none of them if a filter shows other statuses. */
const keyOfList = ({ listParams, saved }: Pick<CurrentList, 'listParams' | 'saved'>): string | undefined =>
  saved?.id ?? teamOf(listParams) ?? (hasOtherStatuses(listParams) ? undefined : listParams.view)

/**
 * The lists of the inbox with their counts: views, saved views, teams.
 *
 * @param current undefined outside the inbox
 * @param hasCounts whether to load the counts of saved views and teams
 */
export function useListEntries(
  integration_id: string,
  current: Pick<CurrentList, 'listParams' | 'saved'> | undefined,
  hasCounts: boolean,
) {
  const t = useT()
  const to = usePath()
  const views = useSavedViews(integration_id, 'conversations') ?? []
  const { data: teams = [] } = useTeams(integration_id)
  const counts = useCounts(integration_id)
  const savedCounts = useSavedCounts(integration_id, hasCounts && views.length > 0)
  const teamCounts = useTeamCounts(integration_id, hasCounts && teams.length > 0)
  const currentKey = current && keyOfList(current)
  const base = to('app-i-integrationId-conversation', { integrationId: integration_id })
  const viewEntry = (view: InboxView): ListEntry => ({
    key: view,
    label: t(`conversations.view_${view}`),
    path: view === 'all' ? base : `${base}?view=${view}`,
    count: counts?.[view],
    isCurrent: currentKey === view,
  })
  return {
    main: mainViews.map(viewEntry),
    others: inboxViews.filter((view) => !mainViews.includes(view)).map(viewEntry),
    saved: views.map(({ id, name, owner_id }): ListEntry => ({
      key: id,
      label: name,
      path: `${base}?saved=${id}`,
      count: savedCounts?.[id],
      isCurrent: currentKey === id,
      is_shared: owner_id === null,
    })),
    teams: teams.map(({ id, name }): ListEntry => ({
      key: id,
      label: name,
      path: `${base}?team=${id}`,
      count: teamCounts && (teamCounts[id] ?? 0),
      isCurrent: currentKey === id,
    })),
  }
}
