import { defineRoute } from '../api.ts'
import type * as schema from './list.schema.ts'

export type { ContactSort } from './list.schema.ts'

export const contactSorts = ['last_seen', 'first_seen', 'name'] as const
/** The most contacts that can be selected for an export: URLs have a limited length. */
export const exportedIdsMax = 300
/** Lists contacts, filtered and sorted. Pass `next` as `cursor` to get the following page. */
export const listContacts = defineRoute<typeof schema.listContacts>()(
  'GET',
  '/api/integration/:integration_id/contact',
)
/** Counts the contacts of each kind that match a filter. */
export const countContacts = defineRoute<typeof schema.countContacts>()(
  'GET',
  '/api/integration/:integration_id/contact-counts',
)
