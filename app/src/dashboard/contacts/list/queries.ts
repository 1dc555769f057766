import { inWorkspace, type Queries } from '#platform/calls/page-queries.ts'
import { contactFields } from '#dashboard/custom-fields'
import { savedViewsOf } from '#dashboard/saved-views'
import { usersQuery } from '#dashboard/users'
import { columnsOf } from './columns.ts'
import { contactsIn, countsOf } from './contact-list.ts'
import { listParamsOf } from './use-list-params.ts'

/** Queries of the contact list with the filter or segment in its URL. */
export const contactListQueries: Queries = inWorkspace(async ({ id }, { cache, url: { searchParams } }) => {
  const segments = savedViewsOf(id, 'contacts')
  const { listParams } = listParamsOf(searchParams, await cache.ensureQueryData(segments))
  const beside = [segments, contactFields(id), columnsOf(id), usersQuery(id), countsOf(id, listParams)]
  return searchParams.get('view') === 'online' ? beside : [...beside, contactsIn(id, listParams)]
})
