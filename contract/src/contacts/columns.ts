import { defineEvent, defineRoute } from '../api.ts'
import { acquisitionNames } from './acquisition.ts'
import type { ContactColumns } from './columns.schema.ts'
import { consentNames } from './consents.ts'
import { contactTextFieldNames } from './text-fields.ts'
import type * as schema from './columns.schema.ts'

export type { ContactColumns } from './columns.schema.ts'

/* The columns of a member's contact list next to the name, and their order. The same on every device. */

/** The built-in columns, in the order in which they are offered. */
export const builtInColumns = [
  'kind',
  'last_seen',
  'first_seen',
  'conversations',
  'visits',
  'tags',
  'owner_id',
  'phone',
  ...contactTextFieldNames,
  'country',
  'locale',
  'external_id',
  'verified',
  ...acquisitionNames,
  ...consentNames,
] as const
export type BuiltInColumn = (typeof builtInColumns)[number]
export const isBuiltInColumn = (name: string): name is BuiltInColumn =>
  builtInColumns.some((one) => one === name)
export const defaultColumns: readonly string[] = ['kind', 'last_seen', 'first_seen', 'conversations']
export const getContactColumns = defineRoute<typeof schema.getContactColumns>()(
  'GET',
  '/api/integration/:integration_id/contact-columns',
)
export const saveContactColumns = defineRoute<typeof schema.saveContactColumns>()(
  'PUT',
  '/api/integration/:integration_id/contact-columns',
)
/** Sent to the member who changed the columns, on every device. */
export const contactColumnsChanged = defineEvent<typeof schema.contactColumnsChanged>()(
  'ContactColumnsChanged',
  ({ user_id }: { user_id: string }) => `private-user.${user_id}`,
)
/** Older versions and other workspaces are ignored. */
export const applyContactColumns = (
  current: ContactColumns,
  { columns, version }: ContactColumns,
): ContactColumns => (version > current.version ? { columns, version } : current)
