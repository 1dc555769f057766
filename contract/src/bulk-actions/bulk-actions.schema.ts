import * as z from 'zod/mini'
import { schemas } from '../api.schema.ts'
import { bulkNamedMax, contactsNamedMax } from './bulk-actions.ts'
import { tagsPerContactMax } from '../contacts/contacts.ts'
import { ContactsQuery } from '../contacts/list.schema.ts'
import { ConversationStatus, Priority } from '../conversations/conversations.schema.ts'
import { ConversationFilter, InboxView } from '../conversations/filter.schema.ts'
import { Id, Instant, text, Time, TimeZone } from '../fields.schema.ts'
import { FieldChanges } from '../filters/custom-fields.schema.ts'
import { ListOf } from '../filters/saved-views.schema.ts'
import { tagsPerConversationMax } from '../tags/tags.ts'

const someTags = z._default(z.array(Id).check(z.maxLength(tagsPerConversationMax)), [])
/** The change made to each conversation, with the input of the call for a single one. */
export const BulkChange = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('status'),
    status: ConversationStatus,
    snoozed_until: z.optional(Instant),
    /** Values for empty fields, set before the status. */
    fields: z.optional(FieldChanges),
  }),
  z.object({ kind: z.literal('assignee'), assignee_id: z.nullable(Id) }),
  z.object({ kind: z.literal('team'), team_id: z.nullable(Id) }),
  z.object({ kind: z.literal('priority'), priority: Priority }),
  z.object({ kind: z.literal('tags'), add: someTags, remove: someTags }),
  /** Runs the macro, except for what it would insert into the composer. */
  z.object({ kind: z.literal('macro'), macro_id: Id }),
  /** Blocks the customers as `blockContact` does; longer blocks stay. */
  z.object({ kind: z.literal('block'), until: z.nullable(Instant), reason: z._default(text(0, 300), '') }),
  /** Permanently, as `deleteConversation`: it can't be undone. */
  z.object({ kind: z.literal('delete') }),
])
export type BulkChange = z.infer<typeof BulkChange>
const contactTags = z._default(z.array(Id).check(z.maxLength(tagsPerContactMax)), [])
/** The change made to each contact. */
export const ContactBulkChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('contact_tags'), add: contactTags, remove: contactTags }),
  z.object({ kind: z.literal('owner'), owner_id: z.nullable(Id) }),
  /** Permanently, as `eraseContact`: it can't be undone. */
  z.object({ kind: z.literal('erase') }),
])
export type ContactBulkChange = z.infer<typeof ContactBulkChange>

/** One change of several conversations or contacts, done in the background, one after the other. */
export const BulkAction = z.object({
  id: Id,
  integration_id: Id,
  list: ListOf,
  change: z.union([BulkChange, ContactBulkChange]),
  state: z.enum(['running', 'done', 'undoing', 'undone']),
  /** Number of items that the action applies to; while it is being undone, the number that it changed. */
  total: z.int(),
  /** Number of items processed. */
  done: z.int(),
  /** Number of items changed. Items that already had the value, or that can't have it, don't count. */
  changed: z.int(),
  /** Number of conversations that weren't resolved because required fields are empty. */
  incomplete: z.int(),
  created_at: Time,
  /** Incremented on every change, so older events never overwrite newer data. */
  version: z.int(),
})
export type BulkAction = z.infer<typeof BulkAction>

/** A list of the inbox, as `listConversations` takes it. */
const WholeList = z.extend(ConversationFilter, { view: z._default(InboxView, 'all'), time_zone: TimeZone })
export const startBulkAction = schemas({
  input: z.object({
    id: Id,
    change: BulkChange,
    conversation_ids: z.optional(z.array(Id).check(z.minLength(1), z.maxLength(bulkNamedMax))),
    list: z.optional(WholeList),
    /**
     * Id of an earlier action of the caller: the conversations that it couldn't resolve because required
     * fields are empty.
     */
    left_by: z.optional(Id),
  }),
  output: BulkAction,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const listIncomplete = schemas({
  output: z.object({
    /** The first `bulkNamedMax`. */
    conversation_ids: z.array(Id),
    /** Required fields that are empty in at least one of them. */
    fields: z.array(z.object({ id: Id, name: z.string() })),
  }),
  problems: ['not_found', 'forbidden'],
})
export const startContactBulkAction = schemas({
  input: z.object({
    id: Id,
    change: ContactBulkChange,
    contact_ids: z.optional(z.array(Id).check(z.minLength(1), z.maxLength(contactsNamedMax))),
    list: z.optional(ContactsQuery),
  }),
  output: BulkAction,
  problems: ['not_found', 'forbidden', 'invalid_input', 'confirm_identity'],
})
export const getBulkAction = schemas({
  output: BulkAction,
  problems: ['not_found', 'forbidden'],
})
export const undoBulkAction = schemas({
  output: BulkAction,
  problems: ['not_found', 'forbidden'],
})
export const bulkActionChanged = BulkAction
