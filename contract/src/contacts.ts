import * as z from 'zod/mini'
import { Email, Id, Locale, text, Time } from './fields.ts'
import { event, queryInt, route } from './kit.ts'

export const ContactKind = z.enum(['visitor', 'lead', 'user'])
export type ContactKind = z.infer<typeof ContactKind>
/** What the team knows of a visitor. */
export const Contact = z.object({
  id: Id,
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  kind: ContactKind,
  locale: Locale,
  last_seen_at: Time,
})
export type Contact = z.infer<typeof Contact>

export const PageVisit = z.object({ url: z.string(), title: z.string(), at: Time })
export type PageVisit = z.infer<typeof PageVisit>
/** Somebody who has a page with the chat open now. */
export const Here = z.object({
  here_since: Time,
  /** Which page and since when; null when none of theirs was told. */
  page: z.nullable(PageVisit),
})
export type Here = z.infer<typeof Here>
export const ContactProfile = z.extend(Contact, {
  first_seen_at: Time,
  time_zone: z.nullable(z.string()),
  browser: z.nullable(z.string()),
  referrer: z.nullable(z.string()),
  /** Null while they are away. */
  here: z.nullable(Here),
  /** Newest first, at most 50. */
  pages: z.array(PageVisit),
})
export type ContactProfile = z.infer<typeof ContactProfile>

/** A contact as the list of them tells it. */
export const ContactRow = z.extend(Contact, {
  integration_id: Id,
  first_seen_at: Time,
  /** Made on the preview page. */
  is_test: z.boolean(),
  conversations: z.int(),
  /** Grows with every change, so that an older event never overwrites a newer row. */
  version: z.int(),
})
export type ContactRow = z.infer<typeof ContactRow>

/** Newest first by either time; by name, or by address for who has none, from A. */
export const ContactSort = z.enum(['last_seen', 'first_seen', 'name'])
export type ContactSort = z.infer<typeof ContactSort>
export const ContactFilter = z.object({
  /** Words that all stand in the name or the address, without regard to case and diacritics. */
  search: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
  kind: z.optional(ContactKind),
})
export const listContacts = route({
  method: 'GET',
  path: '/api/integration/:integration_id/contact',
  input: z.extend(ContactFilter, {
    sort: z._default(ContactSort, 'last_seen'),
    /** From the page before, in the same order; opaque. */
    cursor: z.optional(z.string().check(z.maxLength(1_000))),
    limit: queryInt(1, 100, 50),
  }),
  output: z.object({
    items: z.array(z.extend(ContactRow, { is_online: z.boolean() })),
    next: z.nullable(z.string()),
  }),
  problems: ['not_found', 'invalid_input'],
})
/** How many a search finds, of each kind. */
export const countContacts = route({
  method: 'GET',
  path: '/api/integration/:integration_id/contact-counts',
  input: z.pick(ContactFilter, { search: true }),
  output: z.object({ all: z.int(), visitor: z.int(), lead: z.int(), user: z.int() }),
  problems: ['not_found', 'invalid_input'],
})
export const getContact = route({
  method: 'GET',
  path: '/api/integration/:integration_id/contact/:contact_id',
  output: ContactProfile,
  problems: ['not_found'],
})
export const updateContact = route({
  method: 'PUT',
  path: '/api/integration/:integration_id/contact/:contact_id',
  input: z.object({ name: z.optional(z.nullable(text(1, 100))), email: z.optional(z.nullable(Email)) }),
  output: ContactProfile,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})

/** To every member of the workspace: somebody new is here, was seen again, or is known better now. */
export const contactChanged = event('ContactChanged', {
  data: ContactRow,
  channel: ({ integration_id }: { integration_id: string }) => `presence-integration.${integration_id}`,
})

/** Changes the row where it stands; undefined when it is none of the list, whose order the server knows. */
export function applyContactChanged<R extends ContactRow>(
  list: readonly R[],
  changed: ContactRow,
): R[] | undefined {
  const held = list.find(({ id }) => id === changed.id)
  if (!held) return undefined
  return list.map((row) => (row === held && row.version < changed.version ? { ...row, ...changed } : row))
}
