import { savedViewsOf } from '#dashboard/saved-views'
import { teamsQuery } from '#dashboard/users'
import { countsIn } from '../data/data.ts'

/** What the sidebar shows before counts of views and teams arrive. */
export const sidebarQueries = (integration_id: string) => [
  countsIn(integration_id),
  savedViewsOf(integration_id, 'conversations'),
  teamsQuery(integration_id),
]
