import * as z from 'zod/mini'
import { queryInt, schemas } from '../api.schema.ts'
import { TimeZone } from '../fields.schema.ts'
import { conditionTextCharsMax } from '../filters/condition-values.ts'
import { areConditions, parseConditions } from '../filters/field-conditions.ts'
import { ContactKind, ContactRecord } from './contacts.schema.ts'
import { isContactCondition } from './filter.ts'
import { contactSorts, exportedIdsMax } from './list.ts'

/** Newest first by either time; from A by name, or by address for contacts without a name. */
export const ContactSort = z.enum(contactSorts)
export type ContactSort = z.infer<typeof ContactSort>
/** Conditions as written by `serializeConditions`. */
const Rules = z.pipe(
  z.string().check(
    z.maxLength(conditionTextCharsMax),
    z.refine((text) => areConditions(text, isContactCondition), { error: 'rules_invalid' }),
  ),
  z.transform((text) => parseConditions(text, isContactCondition)),
)
/** The filter of a contact list, in the same format in URLs, segments and requests. */
export const ContactFilter = z.object({
  /**
   * Words that must all appear in the name, address, phone, company, city or external id, ignoring case and
   * diacritics.
   */
  search: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
  kind: z.optional(ContactKind),
  rules: z._default(Rules, []),
  /** Whether all rules must match, or any of them. */
  match: z._default(z.enum(['all', 'any']), 'all'),
})
/** The filter and the time zone of its days. */
export const ContactsQuery = z.extend(ContactFilter, { time_zone: TimeZone })
const uuids =
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:,[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})*$/i
/** The contacts of a filter as a file. */
export const ContactsExported = z.extend(ContactsQuery, {
  /**
   * Columns from `builtInColumns` and ids of custom fields, in this order, after id, name and address; all
   * columns if omitted.
   */
  columns: z.optional(z.string().check(z.maxLength(3_000))),
  /** Only contacts with these ids. */
  ids: z.optional(z.string().check(z.maxLength(exportedIdsMax * 37), z.regex(uuids, 'type_invalid'))),
})
export const listContacts = schemas({
  input: z.extend(ContactsQuery, {
    sort: z._default(ContactSort, 'last_seen'),
    /** The `next` value of the previous page, with the same sort order. */
    cursor: z.optional(z.string().check(z.maxLength(1_000))),
    limit: queryInt(1, 100, 50),
  }),
  output: z.object({
    items: z.array(z.extend(ContactRecord, { is_online: z.boolean() })),
    next: z.nullable(z.string()),
  }),
  problems: ['not_found', 'invalid_input'],
})
export const countContacts = schemas({
  input: z.omit(ContactsQuery, { kind: true }),
  output: z.object({ all: z.int(), visitor: z.int(), lead: z.int(), user: z.int() }),
  problems: ['not_found', 'invalid_input'],
})
