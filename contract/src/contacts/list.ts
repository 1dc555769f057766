import { defineRoute } from '../api.ts'
import type * as schema from './list.schema.ts'

export type { ContactSort } from './list.schema.ts'

export const contactSorts = ['last_seen', 'first_seen', 'name'] as const
/** As many contacts as may be named for a file: an address has room for no more. */
export const exportedIdsMax = 300
export const listContacts = defineRoute<typeof schema.listContacts>()(
  'GET',
  '/api/integration/:integration_id/contact',
)
/** How many a filter finds, of each kind. */
export const countContacts = defineRoute<typeof schema.countContacts>()(
  'GET',
  '/api/integration/:integration_id/contact-counts',
)
