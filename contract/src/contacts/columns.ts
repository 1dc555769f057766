import * as z from 'zod/mini'
import { customFieldsMax } from '../filters/custom-fields.ts'
import { consentNames } from './consents.ts'
import { acquisitionNames } from './acquisition.ts'
import { Id } from '../fields.ts'
import { event, route } from '../api.ts'

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
  'company',
  'city',
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

/** One of them, or the id of a field of the team's own; one that was deleted is shown no more. */
const Column = z.union([z.enum(builtInColumns), Id])
export const ContactColumns = z.object({
  /** Null: the usual ones. */
  columns: z.nullable(z.array(z.string())),
  /** Grows with every change, so that older news never overwrites newer. */
  version: z.int(),
})
export type ContactColumns = z.infer<typeof ContactColumns>
export const getContactColumns = route({
  method: 'GET',
  path: '/api/integration/:integration_id/contact-columns',
  output: ContactColumns,
  problems: ['not_found'],
})
export const saveContactColumns = route({
  method: 'PUT',
  path: '/api/integration/:integration_id/contact-columns',
  input: z.object({
    columns: z.nullable(z.array(Column).check(z.maxLength(builtInColumns.length + customFieldsMax))),
  }),
  output: ContactColumns,
  problems: ['not_found', 'invalid_input'],
})
/** Sent to the member who changed the columns, on every device. */
export const contactColumnsChanged = event('ContactColumnsChanged', {
  data: z.extend(ContactColumns, { integration_id: Id, user_id: Id }),
  channel: ({ user_id }: { user_id: string }) => `private-user.${user_id}`,
})
/** Older news, and news of another workspace, change nothing. */
export const applyContactColumns = (
  current: ContactColumns,
  { columns, version }: ContactColumns,
): ContactColumns => (version > current.version ? { columns, version } : current)
