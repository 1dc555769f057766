import * as z from 'zod/mini'
import { Email, Id, Locale, text, Time } from './fields.ts'
import { route } from './kit.ts'

/** What the team knows of a visitor. */
export const Contact = z.object({
  id: Id,
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  kind: z.enum(['visitor', 'lead', 'user']),
  locale: Locale,
  last_seen_at: Time,
})
export type Contact = z.infer<typeof Contact>

export const PageVisit = z.object({ url: z.string(), title: z.string(), at: Time })
export const ContactProfile = z.extend(Contact, {
  first_seen_at: Time,
  time_zone: z.nullable(z.string()),
  browser: z.nullable(z.string()),
  referrer: z.nullable(z.string()),
  is_online: z.boolean(),
  /** Newest first, at most 50. */
  pages: z.array(PageVisit),
})
export type ContactProfile = z.infer<typeof ContactProfile>

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
